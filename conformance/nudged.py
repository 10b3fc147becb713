"""An engine with every simulation started a hair's breadth away: how far chaos alone takes a figure.

A module with MuJoCo's interface, for scripts that take the engine by name. It is the engine `NUDGE_ENGINE`, mujoco or sinew, but
the first `mj_forward` or `mj_step` of an `MjData` moves its coordinates and velocities by `NUDGE` (1e-10) times normal numbers,
drawn with the seed `NUDGE_SEED`.
"""
import importlib
import os

import numpy as np

_engine = importlib.import_module(os.environ.get("NUDGE_ENGINE", "mujoco"))
globals().update({name: value for name, value in vars(_engine).items() if not name.startswith("_")})

SIZE = float(os.environ.get("NUDGE", "1e-10"))
RANDOM = np.random.default_rng(int(os.environ.get("NUDGE_SEED", "0")))
_moved = {}


def _nudge(model, data):
    if id(data) not in _moved:
        _moved[id(data)] = data  # kept, so that no other data gets its identity
        _engine.mj_integratePos(model, data.qpos, RANDOM.standard_normal(model.nv), SIZE)
        data.qvel[:] += SIZE * RANDOM.standard_normal(model.nv)


def mj_forward(model, data):
    _nudge(model, data)
    _engine.mj_forward(model, data)


def mj_step(model, data, nstep=1):
    _nudge(model, data)
    _engine.mj_step(model, data, nstep)
