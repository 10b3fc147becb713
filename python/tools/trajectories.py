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


def _trajectories(script, engine, names, steps):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "trajectories.npz"
        command = [sys.executable, script, "--child", engine, "--steps", str(steps), "--out", str(out), *names]
        subprocess.run(command, check=True)
        with np.load(out) as archive:
            return {name: archive[name] for name in archive.files}


def main(script, doc, names, record, steps):
    """Runs `steps` steps on Sinew and compares the first 50 with MuJoCo's.

    Args:
        script: the file that calls this.
        doc: its description.
        names: what there is to run; a list, or a function that makes it.
        record: `record(name, steps)` gives a row for the reset and for each step: numbers observed, the reward last.
        steps: how many to run on Sinew.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="environments; all if none is named")
    parser.add_argument("--steps", type=int, default=steps, help="steps of each on Sinew")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--out", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
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
        if not apart.max() <= TOLERANCE or not finite:
            wrong.append(name)
    print(f"{len(chosen) - len(wrong)} of {len(chosen)} agree to {TOLERANCE}")
    if wrong:
        sys.exit(f"too far from MuJoCo: {', '.join(wrong)}")
