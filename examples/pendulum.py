"""A pendulum: a model from text, a simulation of it, and its energy, which friction alone takes away."""
import sinew as mujoco

model = mujoco.MjModel.from_xml_string("""
<mujoco>
  <option timestep="0.001" integrator="RK4"><flag energy="enable"/></option>
  <worldbody>
    <body name="bob">
      <joint name="hinge" axis="0 1 0"/>
      <geom type="sphere" size="0.05" mass="1" pos="0 0 -1"/>
    </body>
  </worldbody>
</mujoco>""")
data = mujoco.MjData(model)
data.qpos[0] = 1.0
mujoco.mj_forward(model, data)
start = data.energy.sum()
while data.time < 5.0:
    mujoco.mj_step(model, data)
end = data.energy.sum()
print(f"angle {data.qpos[0]:.6f} at t = {data.time:.3f}, energy changed by {end - start:.1e}")
assert abs(end - start) < 1e-6
