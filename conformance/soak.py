"""Long runs beside MuJoCo's: which figures are worse, and which of those chaos explains.

    python conformance/soak.py --shared ../shared [--only REGEX] [--seeds 3] [--sim 600] [--keep DIR]

Runs `soak/soak.py` of the shared folder with Sinew, with MuJoCo, and with MuJoCo started 1e-10 away, once for each seed
(`nudged.py`). A figure whose size is larger than MuJoCo's is *within chaos* if MuJoCo's own runs from almost the same start spread
as far: no larger than the largest of them, or no further from their median than twice their range. Exit code 1 if a figure is larger
and chaos does not explain it. Results that are in DIR already are taken from there.
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


def run(args, folder, name, engine, seed=0):
    """Figures of one run: {(test, config, metric): value}."""
    out = folder / f"{name}.csv"
    if not out.exists():
        env = {**os.environ, "NUDGE_SEED": str(seed), "PYTHONPATH": str(HERE)}
        command = [sys.executable, str(args.shared.resolve() / "soak" / "soak.py"), "--engine", engine, "--out", str(out)]
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


def within(value, others):
    """Whether runs that differ by chaos alone are as large, or lie as far apart."""
    sizes = sorted(abs(x) for x in others)
    middle, spread = sizes[len(sizes) // 2], sizes[-1] - sizes[0]
    return abs(value) <= sizes[-1] or abs(abs(value) - middle) <= 2 * spread


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--only", default="", help="regular expression of tests")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--sim", type=float, default=600)
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    folder = args.keep or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)

    theirs = run(args, folder, "mujoco", "mujoco")
    nudged = [run(args, folder, f"nudged{seed}", "nudged", seed) for seed in range(args.seeds)]
    ours = run(args, folder, "sinew", "sinew")

    total = larger = explained = 0
    for key, value in ours.items():
        if key[2] in SKIP or key not in theirs:
            continue
        total += 1
        if key[2] in LONG:
            if value < theirs[key]:
                print(f"SHORTER {key[0]} {key[1]} {key[2]} {value:g}  MuJoCo {theirs[key]:g}")
                larger += 1
            continue
        # the last digits of two good runs are no difference
        if abs(value) <= abs(theirs[key]) * (1 + 1e-3) + 1e-9:
            continue
        larger += 1
        others = [theirs[key]] + [figures[key] for figures in nudged if key in figures]
        chaos = within(value, others)
        explained += chaos
        spread = f"{min(others, key=abs):.4g} to {max(others, key=abs):.4g}"
        print(f"{'chaos ' if chaos else 'LARGER'} {key[0]:18} {key[1]:34} {key[2]:34} {value:11.4g}  MuJoCo {theirs[key]:.4g} ({spread})")
    print(f"{total} figures: {larger} larger than MuJoCo's, {explained} of them within its own spread, {larger - explained} not")
    sys.exit(larger > explained)


if __name__ == "__main__":
    main()
