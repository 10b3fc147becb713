"""Many simulations at once: cartpoles with different pushes, on all processors."""
from pathlib import Path

import numpy as np

import sinew as mujoco
from sinew.batch import Batch

model = mujoco.MjModel.from_xml_path(str(Path(__file__).parents[1] / "models" / "cartpole.xml"))
batch = Batch(model, nsim=256)
batch.bind("ctrl")[:, 0] = np.linspace(-0.5, 0.5, 256)
batch.step(nstep=60)
carts = batch.bind("qpos")[:, 0]
print(f"carts are between {carts.min():.3f} and {carts.max():.3f} m")
assert carts[0] < 0.0 < carts[-1]
