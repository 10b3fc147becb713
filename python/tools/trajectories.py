"""Trajectories of environments on Sinew and on MuJoCo, with the same seeds and actions, and how far apart they are.

A script calls `main` with the names of its environments and a function that records one of them. Each engine runs in a
process of its own, in which `import mujoco` gives that engine.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

COMPARED, TOLERANCE = 50, 1e-6
# how far MuJoCo's own start is moved, and how often, where rounding alone grows beyond the tolerance
NUDGE, NUDGED = 1e-13, 4


def _child(engine, names, record, steps, out):
    if engine == "sinew":
        import sinew

        sinew.as_mujoco()
    results = {}
    for name in names:
        try:
            results[name] = record(name, steps)
        except Exception as error:  # noqa: BLE001: one environment that fails does not hide the others
            print(f"{name}: {type(error).__name__}: {error}".splitlines()[0], file=sys.stderr)
    np.savez(out, **results)


def _trajectories(script, engine, names, steps, *more):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "trajectories.npz"
        command = [sys.executable, script, "--child", engine, "--steps", str(steps), "--out", str(out), *more, *names]
        subprocess.run(command, check=True)
        with np.load(out) as archive:
            return {name: archive[name] for name in archive.files}


def _agreeing(one, other):
    """Steps that two trajectories stay within the tolerance of each other."""
    beyond = (np.abs(one[:COMPARED + 1] - other[:COMPARED + 1]) > TOLERANCE).any(axis=1)
    return int(beyond.argmax()) if beyond.any() else COMPARED + 1


def main(script, doc, names, record, steps, record_nudged=None, chaotic=()):
    """Runs `steps` steps on Sinew and compares the first 50 with MuJoCo's.

    Args:
        script: the file that calls this.
        doc: its description.
        names: what there is to run; a list, or a function that makes it.
        record: `record(name, steps)` gives a row for the reset and for each step: numbers observed, the reward last.
        steps: how many to run on Sinew.
        record_nudged: `record_nudged(name, steps, seed)` does the same from velocities moved at random by `NUDGE`.
        chaotic: environments in which rounding grows beyond the tolerance. They must agree with MuJoCo for as long as MuJoCo
            so moved agrees with itself.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="environments; all if none is named")
    parser.add_argument("--steps", type=int, default=steps, help="steps of each on Sinew")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--out", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        if arguments.seed is not None:
            seed = arguments.seed
            return _child(arguments.child, arguments.names, lambda name, steps: record_nudged(name, steps, seed), arguments.steps,
                          arguments.out)
        return _child(arguments.child, arguments.names, record, arguments.steps, arguments.out)

    chosen = arguments.names or (names() if callable(names) else names)
    ours = _trajectories(script, "sinew", chosen, arguments.steps)
    theirs = _trajectories(script, "mujoco", chosen, COMPARED)
    wrong = []
    for name in chosen:
        if name not in ours or name not in theirs:
            print(f"{name:28} does not run")
            wrong.append(name)
            continue
        mine, other = ours[name], theirs[name]
        apart = np.abs(mine[:COMPARED + 1] - other[:COMPARED + 1]).max(axis=0)
        finite = np.isfinite(mine).all()
        print(f"{name:28} {apart[:-1].max(initial=0):.1e} apart in {COMPARED} steps, rewards {apart[-1]:.1e}; "
              f"{len(mine) - 1} steps {'without' if finite else 'with'} bad numbers")
        agrees = apart.max() <= TOLERANCE
        if not agrees and name in chaotic:
            moved = (_trajectories(script, "mujoco", [name], COMPARED, "--seed", str(seed))[name] for seed in range(NUDGED))
            own, least = _agreeing(mine, other), min(_agreeing(one, other) for one in moved)
            agrees = own >= least
            print(f"{'':28} agrees for {own} steps, MuJoCo moved by {NUDGE} for {least}")
        if not agrees or not finite:
            wrong.append(name)
    print(f"{len(chosen) - len(wrong)} of {len(chosen)} agree")
    if wrong:
        sys.exit(f"too far from MuJoCo: {', '.join(wrong)}")
