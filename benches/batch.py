"""Steps per second of many simulations beside `mujoco.rollout`, on one thread and on two.

    python benches/batch.py [--models FOLDER] [--sims 1024] [--steps 50] [--rounds 5] [--write benches/BATCH.md]

Simulations start from typical states of each model (`vs_mujoco.typical_states`) with random controls; both engines roll out
the same ones through the same interface, in turn, and the fastest round counts. Time is that of the clock: threads are what
is measured, so the machine must be idle. Needs an interpreter that imports both sinew and mujoco.
"""
import argparse
import contextlib
import datetime
import time
from pathlib import Path

import mujoco
import mujoco.rollout
import numpy as np
import sinew
import sinew.rollout

import vs_mujoco

NAMES = ["humanoid", "quadruped", "gym half_cheetah", "gym ant", "mujoco humanoid", "anymal_c", "go2"]
ENGINES = {"MuJoCo": (mujoco, mujoco.rollout.Rollout), "Sinew": (sinew, sinew.rollout.Rollout)}


def inputs(m, sims, steps):
    """Initial states, warm starts and controls."""
    whole, d = vs_mujoco.typical_states(m), mujoco.MjData(m)
    spec, warm = mujoco.mjtState.mjSTATE_FULLPHYSICS, np.empty((len(whole), m.nv))
    states = np.empty((len(whole), mujoco.mj_stateSize(m, spec)))
    for k, row in enumerate(whole):
        mujoco.mj_setState(m, d, row, vs_mujoco.SIGNATURE)
        mujoco.mj_getState(m, d, states[k], spec)
        warm[k] = d.qacc_warmstart
    pick = np.arange(sims) % len(whole)
    draw = np.random.default_rng(5)
    low, high = np.where(m.actuator_ctrllimited[:, None], m.actuator_ctrlrange, [-1.0, 1.0]).T
    control = (low + high) / 2 + 0.1 * (high - low) / 2 * draw.standard_normal((sims, steps, m.nu))
    return states[pick], warm[pick], control


def rates(path, given, threads, rounds):
    """Thousand steps per second of each engine's fastest round."""
    states, warm, control = given
    best = dict.fromkeys(ENGINES, np.inf)
    with contextlib.ExitStack() as stack:
        ready = {}
        for engine, (module, pool) in ENGINES.items():
            m = module.MjModel.from_xml_path(str(path))
            roll = stack.enter_context(pool(nthread=0 if threads == 1 else threads))
            ready[engine] = roll, m, [module.MjData(m) for _ in range(threads)]
        for _ in range(rounds):
            for engine, (roll, m, data) in ready.items():
                start = time.perf_counter()
                roll.rollout(m, data, states, control, initial_warmstart=warm)
                best[engine] = min(best[engine], time.perf_counter() - start)
    return [states.shape[0] * control.shape[1] / seconds / 1e3 for seconds in best.values()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, help="folder of well-known models")
    parser.add_argument("--sims", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()

    lines = ["# Many simulations beside `mujoco.rollout`", "",
             f"`benches/batch.py` on {datetime.date.today()}, MuJoCo {mujoco.__version__}: {args.sims} simulations of {args.steps} steps,",
             "thousand steps per second of the clock, best of rounds with the engines in turn.", "",
             "| model | MuJoCo, 1 thread | Sinew, 1 thread | MuJoCo, 2 | Sinew, 2 | ratio, 2 | gain of the second |",
             "|---|--:|--:|--:|--:|--:|--:|"]
    print("\n".join(lines[-2:]), flush=True)
    for name in NAMES:
        places = [vs_mujoco.ROOT / "models" / f"{name}.xml"]
        places += [args.models / place for place in vs_mujoco.KNOWN.get(name, ())] if args.models else []
        path = next((p for p in places if p.exists()), None)
        if path is None:
            continue
        given = inputs(mujoco.MjModel.from_xml_path(str(path)), args.sims, args.steps)
        (theirs, ours), (theirs2, ours2) = (rates(path, given, threads, args.rounds) for threads in (1, 2))
        lines.append(f"| {name} | {theirs:.1f} | {ours:.1f} | {theirs2:.1f} | {ours2:.1f} | {ours2 / theirs2:.2f} | "
                     f"{ours2 / ours:.2f} |")
        print(lines[-1], flush=True)
    if args.write:
        args.write.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
