"""A humanoid falls on the floor: what touches, and how hard."""
from pathlib import Path

import numpy as np

import sinew as mujoco

model = mujoco.MjModel.from_xml_path(str(Path(__file__).parents[1] / "models" / "humanoid.xml"))
data = mujoco.MjData(model)
while data.time < 3.0:
    mujoco.mj_step(model, data)
up, force = 0.0, np.zeros(6)
for i, contact in enumerate(data.contact):
    first, second = (model.geom(g).name for g in contact.geom)
    # normal and two tangents, in the frame of the contact
    mujoco.mj_contactForce(model, data, i, force)
    print(f"{first} on {second}: {force[0]:.1f} N, {-1e3 * contact.dist:.2f} mm deep")
    up += force[0] * contact.frame[2]
print(f"{up:.0f} N hold up {9.81 * mujoco.mj_getTotalmass(model):.0f} N")
assert data.ncon > 0
