"""When does a simulation leave MuJoCo's path? No earlier than MuJoCo itself does after a nudge of 1e-10.

    python conformance/departure.py --shared ../shared [--steps 500] [--only REGEX] [--raise-floors]

Contact dynamics is chaotic: two exact engines part after some steps, as soon as rounding has grown enough. For every
model up to twelve rollouts of MuJoCo start 1e-10 beside its own, and Sinew's starts where MuJoCo's does, all with the same
controls. A model counts as faithful if Sinew stays within 1e-3 of MuJoCo at least as long as the nudged rollout that
leaves first: where a tie or a threshold decides, only some of them do. Needs an interpreter that imports both sinew and mujoco.
"""
import argparse
import re
import sys
import warnings
from pathlib import Path

import mujoco
import numpy as np
import sinew

import floors

NUDGE, APART, NUDGES = 1e-10, 1e-3, 12


def start(engine, path):
    """The model and its first state: the first keyframe if it has one."""
    model = engine.MjModel.from_xml_path(str(path))
    data = engine.MjData(model)
    if model.nkey:
        engine.mj_resetDataKeyframe(model, data, 0)
    return model, data


def controls(model, steps, rng):
    """Smooth noise within the ranges of the actuators."""
    low, high = model.actuator_ctrlrange.T if model.nu == len(model.actuator_ctrlrange) else (0, 0)
    limited = low < high
    noise = np.cumsum(rng.normal(size=(steps, model.nu)), axis=0) / np.sqrt(steps)
    return np.where(limited, np.clip((low + high) / 2 + noise * (high - low) / 2, low, high), 0.2 * noise)


def rollout(engine, path, ctrl, nudge=None):
    """States after each step, up to a reset."""
    model, data = start(engine, path)
    if nudge is not None:
        engine.mj_integratePos(model, data.qpos, nudge, NUDGE)
    out = []
    for u in ctrl:
        data.ctrl[:] = u
        time = data.time
        engine.mj_step(model, data)
        if data.time < time:
            break
        out.append(np.concatenate([data.qpos, data.qvel, data.act]))
    return np.array(out)


def departure(path, reference):
    """First step at which a rollout is more than 1e-3 away, relative to the size of the state."""
    n = min(len(path), len(reference))
    if n == 0 or reference.shape[1] == 0:
        return n
    away = np.abs(path[:n] - reference[:n]).max(axis=1) > APART * np.maximum(1, np.abs(reference[:n]).max(axis=1))
    return int(away.argmax()) if away.any() else n


def judge(path, steps, seed):
    """Steps until Sinew, and the first of the nudged rollouts, leave MuJoCo's path."""
    rng = np.random.default_rng(seed)
    model, _ = start(mujoco, path)
    ctrl = controls(model, steps, rng)
    reference = rollout(mujoco, path, ctrl)
    ours, chaos = departure(rollout(sinew, path, ctrl), reference), len(reference)
    for _ in range(NUDGES):
        chaos = min(chaos, departure(rollout(mujoco, path, ctrl, rng.normal(size=model.nv)), reference))
        if chaos <= ours:
            break
    return ours, chaos, len(reference)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True, help="folder with models/")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--only", default="", help="regular expression of paths")
    parser.add_argument("--raise-floors", action="store_true", help="keep what was reached as the new floor")
    args = parser.parse_args()

    warnings.simplefilter("ignore")
    listing = args.shared / "models" / "rigid.txt"
    names = [line for line in listing.read_text().splitlines() if line and not line.startswith("#")]
    faithful, judged = 0, 0
    for seed, name in enumerate(names):
        if not re.search(args.only, name):
            continue
        try:
            ours, chaos, steps = judge(listing.parent / name, args.steps, seed)
        except ValueError as error:
            print(f"left out   {name}: {str(error)[:100]}")
            continue
        judged += 1
        faithful += ours >= chaos
        if ours < steps:
            verdict = "as chaos" if ours >= chaos else "EARLIER"
            print(f"{verdict:9}  {name}: Sinew leaves at step {ours}, nudged MuJoCo at {chaos}, of {steps}")
    print(f"{faithful} of {judged} models stay with MuJoCo as long as MuJoCo stays with itself")
    if not args.only and not floors.check({"departure": faithful / judged}, args.raise_floors):
        sys.exit("departure fell below its floor")


if __name__ == "__main__":
    main()
