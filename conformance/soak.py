"""Long runs beside MuJoCo's: which figures are worse, and which of those chaos explains.

    python conformance/soak.py --shared ../shared [--only REGEX] [--seeds 7] [--sim 600] [--keep DIR]

Runs `soak/soak.py` of the shared folder with both engines, each from the very start that it describes and once for each seed from
1e-10 away (`nudged.py`). A figure that is larger than MuJoCo's is *within chaos* if the middle one of our runs is no larger than the
largest of MuJoCo's: their starts differ by less than any measurement could tell. Exit code 1 if a figure is larger and chaos does not
explain it. What should be long, such as how long a stack stood, is held to the shortest in the same way. Results that are in DIR
already are taken from there.
"""
import argparse
import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# not a matter of quality, or not of size
SKIP = ("cpu s per sim s", "mean precession rate over 10s (rad/s)", "finite")
# the longer the better
LONG = ("stood for (s)", "unstable at (s)")


def run(args, folder, engine, seed=None):
    """Figures of one run: {(test, config, metric): value}."""
    out = folder / f"{engine}{'' if seed is None else seed}.csv"
    if not out.exists():
        env = {**os.environ, "NUDGE_ENGINE": engine, "NUDGE_SEED": str(seed or 0), "PYTHONPATH": str(HERE)}
        command = [sys.executable, str(args.shared.resolve() / "soak" / "soak.py"), "--out", str(out)]
        command += ["--engine", engine if seed is None else "nudged"]
        command += ["--only", args.only, "--sim", str(args.sim)]
        subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)
    figures = {}
    with out.open() as file:
        for row in csv.DictReader(file):
            try:
                figures[row["test"], row["config"], row["metric"]] = float(row["value"])
            except ValueError:
                pass
    return figures


def within(ours, theirs, long):
    """Whether the middle one of runs that differ by chaos alone is no worse than the worst of the others."""
    size = (lambda x: -x) if long else abs
    ranked = sorted(size(x) for x in ours)
    return ranked[(len(ranked) - 1) // 2] <= max(size(x) for x in theirs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--only", default="", help="regular expression of tests")
    parser.add_argument("--seeds", type=int, default=7)
    parser.add_argument("--sim", type=float, default=600)
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    folder = args.keep or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)

    starts = [None, *range(args.seeds)]
    all_theirs, all_ours = ([run(args, folder, engine, seed) for seed in starts] for engine in ("mujoco", "sinew"))
    theirs, ours = all_theirs[0], all_ours[0]

    total = larger = explained = 0
    for key, value in ours.items():
        if key[2] in SKIP or key not in theirs:
            continue
        total += 1
        long = key[2] in LONG
        # the last digits of two good runs are no difference
        if value >= theirs[key] if long else abs(value) <= abs(theirs[key]) * (1 + 1e-3) + 1e-9:
            continue
        larger += 1
        spread = [[figures[key] for figures in runs if key in figures] for runs in (all_ours, all_theirs)]
        chaos = within(*spread, long)
        explained += chaos
        text = ["{:.4g} to {:.4g}".format(min(x, key=abs), max(x, key=abs)) for x in spread]
        print(f"{'chaos' if chaos else 'WORSE'} {key[0]:18} {key[1]:34} {key[2]:34} {value:.4g} ({text[0]})  "
              f"MuJoCo {theirs[key]:.4g} ({text[1]})")
    print(f"{total} figures: {larger} worse than MuJoCo's, {explained} of them within chaos, {larger - explained} not")
    sys.exit(larger > explained)


if __name__ == "__main__":
    main()
