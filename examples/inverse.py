"""Inverse dynamics: the joint torques that hold an arm still against gravity."""
from pathlib import Path

import sinew as mujoco

model = mujoco.MjModel.from_xml_path(str(Path(__file__).parents[1] / "models" / "arm.xml"))
data = mujoco.MjData(model)
data.joint("lift").qpos = 1.0
# no velocity, no acceleration: what is left is weight
mujoco.mj_inverse(model, data)
torque = data.qfrc_inverse[model.jnt_dofadr[model.joint("lift").id]]
print(f"the shoulder needs {torque:.3f} N m")
assert abs(torque) > 1.0
