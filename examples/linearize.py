"""The matrices of a step near a state, and what they say: a pole that stands up falls."""
from pathlib import Path

import numpy as np

import sinew as mujoco

model = mujoco.MjModel.from_xml_path(str(Path(__file__).parents[1] / "models" / "cartpole.xml"))
model.opt.integrator = mujoco.mjtIntegrator.mjINT_EULER
data = mujoco.MjData(model)
n = 2 * model.nv + model.na
A, B = np.zeros((n, n)), np.zeros((n, model.nu))
mujoco.mjd_transitionFD(model, data, 1e-6, True, A, B, None, None)

factor = np.abs(np.linalg.eigvals(A)).max()
print(f"a push grows by {factor:.6f} in each step of {model.opt.timestep} s")
assert factor > 1.0
