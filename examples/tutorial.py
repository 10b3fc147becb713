# %% [markdown]
# # Sinew in Python, from a first model to many of them
#
# Cells are divided by `# %%`: editors and Jupyter (through jupytext) show this file as a notebook; `python tutorial.py`
# runs it from top to bottom. Everything here is MuJoCo's API. In a project that uses MuJoCo, replace
# `import mujoco` by `import sinew as mujoco`; packages that import it themselves are served by `sinew.as_mujoco()`.

# %%
import numpy as np

import sinew as mujoco

# %% [markdown]
# ## A model
# A model is compiled from MJCF. `MjModel` holds what is constant, `MjData` one simulation.

# %%
XML = """
<mujoco model="hopper">
  <option timestep="0.002"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 0.1"/>
    <body name="trunk" pos="0 0 1">
      <joint name="height" type="slide" axis="0 0 1"/>
      <geom name="trunk" type="box" size="0.1 0.1 0.1" mass="5"/>
      <body name="leg">
        <joint name="leg" type="slide" axis="0 0 1" range="-0.2 0.2" damping="5"/>
        <geom name="leg" type="capsule" fromto="0 0 -0.1 0 0 -0.6" size="0.03" mass="0.5"/>
        <site name="foot" pos="0 0 -0.6" size="0.04"/>
      </body>
    </body>
  </worldbody>
  <actuator><position name="leg" joint="leg" kp="2000" ctrlrange="-0.2 0.2"/></actuator>
  <sensor>
    <touch name="touch" site="foot"/>
    <framepos name="foot" objtype="site" objname="foot"/>
  </sensor>
  <keyframe><key name="up" qpos="0.5 0"/></keyframe>
</mujoco>"""
model = mujoco.MjModel.from_xml_string(XML)
data = mujoco.MjData(model)
print(model)
assert (model.nq, model.nv, model.nu) == (2, 2, 1)

# %% [markdown]
# ## Steps
# Arrays are views of the engine's memory: writing them changes the simulation, and they follow it.

# %%
height = data.qpos
data.qpos[0] = 0.3
mujoco.mj_forward(model, data)
before = data.body("trunk").xpos[2]
for _ in range(100):
    mujoco.mj_step(model, data)
print(f"after {data.time:.2f} s the trunk has fallen by {before - data.body('trunk').xpos[2]:.3f} m")
assert height is data.qpos and data.body("trunk").xpos[2] < before

# %% [markdown]
# ## Names
# What has a name in the file is found by it, with the columns of its kind.

# %%
print("mass of the trunk:", model.body("trunk").mass)
print("range of the leg:", model.joint("leg").range)
print("the foot is at", data.site("foot").xpos, "and sees", data.sensor("touch").data)
assert model.geom("floor").type[0] == mujoco.mjtGeom.mjGEOM_PLANE

# %% [markdown]
# ## Control and contact
# A policy writes `ctrl`. Here the leg pushes while the foot touches the floor.

# %%
mujoco.mj_resetDataKeyframe(model, data, model.key("up").id)
highest, force = 0.0, np.zeros(6)
for _ in range(1500):
    touches = data.sensor("touch").data[0] > 0
    data.actuator("leg").ctrl = -0.2 if touches else 0.0
    mujoco.mj_step(model, data)
    if data.time > 1.0:
        highest = max(highest, data.body("trunk").xpos[2])
for i in range(data.ncon):
    mujoco.mj_contactForce(model, data, i, force)
    print(f"contact {i} at {data.contact[i].pos} pushes with {force[0]:.1f} N")
print(f"it hops to {highest:.2f} m")
assert highest > 0.65

# %% [markdown]
# ## States
# A state is a vector. What follows from it is the same, to the last bit, whenever it is set again.

# %%
spec = mujoco.mjtState.mjSTATE_INTEGRATION
state = np.zeros(mujoco.mj_stateSize(model, spec))
mujoco.mj_getState(model, data, state, spec)
ends = []
for _ in range(2):
    mujoco.mj_setState(model, data, state, spec)
    mujoco.mj_step(model, data, nstep=200)
    ends.append(data.qpos.copy())
assert np.array_equal(ends[0], ends[1])

# %% [markdown]
# ## Many trajectories
# `rollout` runs as many as there are initial states or controls, on as many threads as it is given data.

# %%
from sinew import rollout  # noqa: E402

full = mujoco.mjtState.mjSTATE_FULLPHYSICS
start = np.zeros(mujoco.mj_stateSize(model, full))
mujoco.mj_resetDataKeyframe(model, data, 0)
mujoco.mj_getState(model, data, start, full)
controls = np.random.default_rng(0).uniform(-0.2, 0.2, (16, 300, model.nu))
states, readings = rollout.rollout(model, [mujoco.MjData(model) for _ in range(2)], start, controls)
best = readings[:, :, 3].max(axis=1).argmax()
print(f"of {len(states)} random policies number {best} lifts its foot the highest")
assert states.shape == (16, 300, start.size)

# %% [markdown]
# ## When something is wrong
# Errors say where, and what was expected.

# %%
try:
    mujoco.MjModel.from_xml_string(XML.replace('type="box" size="0.1 0.1 0.1"', 'type="box" size="0.1 0.1"'))
except ValueError as error:
    print(error)
else:
    raise AssertionError("a box needs three numbers")
