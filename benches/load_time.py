"""Load time of models, beside MuJoCo's: every load in a fresh process, the engines in turn, the best of several runs.

    python benches/load_time.py MODELS [--list FILE] [--only REGEX] [--runs 5] [--table benches/LOAD.md]

MODELS is a folder with model files. Without a list every `.xml` and `.urdf` file below it is tried; a list has one path
relative to it per line. A model that either engine refuses is left out, by name. Both `sinew` and `mujoco` must be installed
for the interpreter that runs this. Time is of `MjModel.from_xml_path` alone: wall clock and CPU time of all threads.
"""
import argparse
import datetime
import math
import platform
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
LOAD = """
import importlib, sys, time, warnings
warnings.simplefilter("ignore")
engine = importlib.import_module(sys.argv[1])
engine.MjModel.from_xml_string("<mujoco/>")
wall, cpu = time.perf_counter(), time.process_time()
engine.MjModel.from_xml_path(sys.argv[2])
print(time.perf_counter() - wall, time.process_time() - cpu)
"""
ENGINES = ("sinew", "mujoco")


def load(engine, path):
    """Seconds of wall clock and of CPU, or the reason why there are none."""
    # away from any folder called `sinew`
    run = subprocess.run([sys.executable, "-c", LOAD, engine, path], capture_output=True, text=True, cwd="/")
    if run.returncode:
        return (run.stderr.strip().splitlines() or ["no message"])[-1]
    return tuple(float(x) for x in run.stdout.split()[-2:])


def best(path, runs):
    """Milliseconds (wall, CPU) of each engine; a text if one refuses."""
    times = {engine: [] for engine in ENGINES}
    for run in range(runs):
        for engine in ENGINES if run % 2 else reversed(ENGINES):
            seconds = load(engine, path)
            if isinstance(seconds, str):
                return f"{engine}: {seconds}"
            times[engine].append(seconds)
    return {engine: [1e3 * min(column) for column in zip(*seen)] for engine, seen in times.items()}


def commit():
    run = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=HERE)
    return run.stdout.strip() or "unknown"


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path)
    parser.add_argument("--list", type=Path, help="file with a path per line")
    parser.add_argument("--only", default="", help="regular expression of paths")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--table", type=Path, help="write the result there")
    args = parser.parse_args()

    if args.list:
        lines = (line.strip() for line in args.list.read_text().splitlines())
        names = [line for line in lines if line and not line.startswith("#")]
    else:
        names = sorted(str(p.relative_to(args.models)) for p in args.models.rglob("*") if p.suffix in (".xml", ".urdf"))
    rows, left_out = [], []
    for name in (n for n in names if re.search(args.only, n)):
        times = best(str((args.models / name).resolve()), args.runs)
        if isinstance(times, str):
            left_out.append(f"{name} ({times[:80]})")
            continue
        (wall, cpu), (their_wall, their_cpu) = times["sinew"], times["mujoco"]
        rows.append((name, wall, their_wall, wall / their_wall, cpu, their_cpu, cpu / their_cpu))
        print(f"{name:60} wall {wall:7.1f} {their_wall:7.1f} {wall / their_wall:5.2f}"
              f"   cpu {cpu:7.1f} {their_cpu:7.1f} {cpu / their_cpu:5.2f}", flush=True)

    slower = [r[0] for r in rows if r[3] > 1 or r[6] > 1]
    summary = [
        f"{len(rows)} models; geometric mean of Sinew's time over MuJoCo's: wall "
        f"{geometric_mean([r[3] for r in rows]):.2f}, CPU {geometric_mean([r[6] for r in rows]):.2f}.",
        f"Slower in either: {', '.join(slower) or 'none'}.",
        f"Left out: {'; '.join(left_out) or 'none'}.",
    ] if rows else ["no model was loaded"]
    print("\n".join(summary))
    if args.table and rows:
        lines = ["# Load time beside MuJoCo", "",
                 f"{datetime.date.today()}, commit {commit()}, {platform.machine()}, best of {args.runs} fresh processes for each "
                 "engine, in turn; milliseconds. Written by `benches/load_time.py`.", "", *summary, "",
                 "| model | Sinew wall | MuJoCo wall | ratio | Sinew CPU | MuJoCo CPU | ratio |", "|---|--:|--:|--:|--:|--:|--:|"]
        lines += [f"| {n} | {a:.1f} | {b:.1f} | {c:.2f} | {d:.1f} | {e:.1f} | {f:.2f} |" for n, a, b, c, d, e, f in rows]
        args.table.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
