"""MuJoCo's compiled model as a Sinew binary model, so that the engine can be held to MuJoCo without our compiler."""
import sys

import mujoco
import numpy as np

from archive import dumps

VISUAL = {"global": "global_"}


def fields_of(struct):
    """Numeric attributes of a struct, in order of name."""
    for name in dir(struct):
        value = None if name.startswith("_") else getattr(struct, name)
        if isinstance(value, (bool, int, float, np.ndarray)):
            yield name, value


def record(prefix, struct, real):
    out = {}
    for name, value in fields_of(struct):
        if isinstance(value, float):
            value = np.array([value], real)
        elif not isinstance(value, np.ndarray):
            value = np.array([value], np.int32)
        out[f"{prefix}.{name}"] = value
    return out


def entries(m):
    """Dict of arrays in the form that sinew_core::Model::from_bytes reads."""
    out = {"version": np.array([1], np.int64), "signature": np.array([0], np.int64)}
    out |= {name: np.array([getattr(m, name)], np.int64) for name in m._size_fields}
    out["flags"] = np.array([m.flg_gravcomp, m.flg_surfacevel, m.flg_adhesion], bool)
    out |= record("opt", m.opt, np.float64) | record("stat", m.stat, np.float64)
    for group in ("global", "quality", "headlight", "map", "scale", "rgba"):
        out |= record(f"vis.{group}", getattr(m.vis, VISUAL.get(group, group)), np.float32)
    for name in ("bv", "bvactive"):  # not exposed by every release
        if out.get(f"vis.rgba.{name}", np.zeros(0)).size != 4:
            out[f"vis.rgba.{name}"] = np.array([0, 0, 0, 0.5], np.float32)
    for name in m._all_fields:
        value = getattr(m, name, None)
        if isinstance(value, bytes):
            value = np.frombuffer(value, np.uint8)
        if isinstance(value, np.ndarray) and name not in out:
            out[name] = value
    return out


if __name__ == "__main__":
    model = mujoco.MjModel.from_xml_path(sys.argv[1])
    with open(sys.argv[2], "wb") as f:
        f.write(dumps(entries(model)))
