"""Writes golden data: MuJoCo's compiled model and what it computes at several states, for each of our own models.

    python golden/make.py            # needs mujoco-core of the release below

For `models/NAME.xml` it writes `golden/data/NAME.model`, the compiled model as a Sinew binary (without pixels), and
`golden/data/NAME.cases`, an archive with entries `K/in/COLUMN` (state and inputs of case K), `K/COLUMN` (mjData after
mj_forward) and `K/INTEGRATOR/COLUMN` (the state one step later), and `SPHERE|CYLINDER.wraps`, tendons round
obstacles at thousands of poses, and `pairs.contacts`, contacts of every pair of geom types. Constraints are disabled: what is held to these numbers
are the smooth dynamics.
"""
import zlib
from pathlib import Path

import mujoco
import numpy as np

from archive import dumps
from mujoco_model import entries
import pairs
import wraps

RELEASE = "4.0.1"
ROOT = Path(__file__).resolve().parent.parent
SKIP_MODELS = {"pile"}  # 600 dofs: too large to keep
CASES = 4
INTEGRATORS = {"euler": 0, "rk4": 1, "implicit": 2, "implicitfast": 3}
INPUTS = ("qpos", "qvel", "act", "ctrl", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat", "history")
# not computed by mj_forward, private to MuJoCo's memory, or about deformable bodies
SKIP = ("bvh_", "flex", "plugin", "efm", "efc_", "iefc_", "island_", "map_", "iacc", "ifrc", "tree_", "dof_island",
        "tendon_efcadr", "solver", "qH", "qLU", "qDeriv", "userdata", "qacc_warmstart", "qfrc_inverse", "eq_active",
        "plastic", "body_awake", "parent_awake", "dof_awake")


def states(model, rng):
    """Inputs of each case: the initial state, then random ones."""
    for case in range(CASES):
        data = mujoco.MjData(model)
        if case:
            step = rng.normal(size=model.nv) * 0.5
            mujoco.mj_integratePos(model, data.qpos, step, 1.0)
            data.qvel[:] = rng.normal(size=model.nv) * 0.8
            low, high = model.actuator_ctrlrange.T if model.nu else (np.zeros(0), np.zeros(0))
            free = rng.normal(size=model.nu)
            data.ctrl[:] = np.where(model.actuator_ctrllimited, low + (high - low) * rng.uniform(-0.2, 1.2, model.nu), free)
            data.act[:] = rng.uniform(0, 1, model.na)
            data.mocap_pos[:] += rng.normal(size=data.mocap_pos.shape) * 0.2
            data.mocap_quat[:] += rng.normal(size=data.mocap_quat.shape) * 0.3
        if case == 2:
            data.qfrc_applied[:] = rng.normal(size=model.nv)
            data.xfrc_applied[1:] = rng.normal(size=(model.nbody - 1, 6))
        yield {name: np.array(getattr(data, name)) for name in INPUTS}


def load(model, state):
    data = mujoco.MjData(model)
    for name, value in state.items():
        getattr(data, name)[...] = value
    return data


def cases(model, seed):
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    out = {"cases": np.array([CASES], np.int32)}
    own = model.opt.integrator
    for k, state in enumerate(states(model, np.random.default_rng(seed))):
        out |= {f"{k}/in/{name}": value for name, value in state.items() if value.size}
        data = load(model, state)
        mujoco.mj_forward(model, data)
        for stage in (mujoco.mj_energyPos, mujoco.mj_energyVel, mujoco.mj_subtreeVel, mujoco.mj_rnePostConstraint):
            stage(model, data)
        for name in dir(data):
            value = None if name.startswith(("_", *SKIP)) or name in INPUTS else getattr(data, name)
            if isinstance(value, np.ndarray) and value.size:
                out[f"{k}/{name}"] = value.copy()
        for integrator, number in INTEGRATORS.items():
            model.opt.integrator = number
            data = load(model, state)
            mujoco.mj_step(model, data)
            out |= {f"{k}/{integrator}/{name}": getattr(data, name).copy()
                    for name in ("qpos", "qvel", "act") if getattr(data, name).size}
        model.opt.integrator = own
    return out


def main():
    assert mujoco.__version__ == RELEASE, f"golden data is made with MuJoCo {RELEASE}, not {mujoco.__version__}"
    folder = ROOT / "golden" / "data"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for path in sorted((ROOT / "models").rglob("*.xml")):
        if path.stem in SKIP_MODELS:
            continue
        model = mujoco.MjModel.from_xml_path(str(path))
        compiled = entries(model) | {"ntexdata": np.array([0], np.int64), "tex_data": np.zeros(0, np.uint8)}
        compiled |= {name: np.zeros(model.ntex, compiled[name].dtype) for name in ("tex_width", "tex_height", "tex_adr")}
        (folder / f"{path.stem}.model").write_bytes(dumps(compiled))
        (folder / f"{path.stem}.cases").write_bytes(dumps(cases(model, zlib.crc32(path.stem.encode()))))
    for shape in wraps.SHAPES:
        (folder / f"{shape}.wraps").write_bytes(dumps(wraps.archive(mujoco, shape)))
    (folder / "pairs.contacts").write_bytes(dumps(pairs.archive(mujoco)))
    size = sum(f.stat().st_size for f in folder.iterdir())
    print(f"{len(list(folder.iterdir()))} files, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
