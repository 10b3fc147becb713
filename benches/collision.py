"""Time of collision detection beside MuJoCo's, in one run: each pair of geom types, then the broad phase.

    python benches/collision.py [--pairs 400] [--rounds 15] [--write benches/COLLISION.md]

Needs an interpreter that imports both sinew and mujoco. A scene holds hundreds of explicit pairs at the poses of
golden/pairs.py, so that what is timed is their colliders; the engines take turns and the least CPU time of each counts.
"""
import argparse
import datetime
import subprocess
import sys
import time
from pathlib import Path

import mujoco
import numpy as np
import sinew

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "golden"))
import pairs  # noqa: E402

ENGINES = {"MuJoCo": mujoco, "Sinew": sinew}
CLOUD = (100, 1000, 10000)


def scene(one, two, count):
    """Explicit pairs of geoms, each pair far from the others, at poses near touching."""
    assets = {"mesh": pairs.mesh("frustum", pairs.frustum()), "sdf": pairs.mesh("stone", pairs.stone()),
              "hfield": pairs.hills()}
    small = mujoco.MjModel.from_xml_string(pairs.model(one, two))
    at = pairs.poses(mujoco, small, min(count, 50), 3, (one, two))
    bodies, contacts = [], []
    for k in range(count):
        row = at[k % len(at)]
        shift = np.array([3.0 * (k % 20), 3.0 * (k // 20), 0.0])
        for name, kind, pose in (("a", one, row[:7]), ("b", two, row[7:])):
            pos, quat = pairs.numbers([pose[:3] + shift]), pairs.numbers([pose[3:]])
            joint = '<joint type="slide"/>' if name == "b" else ""
            bodies.append(f'<body pos="{pos}" quat="{quat}">{joint}<geom name="{name}{k}" type="{kind}" '
                          f'{pairs.GEOMS[kind]} contype="0" conaffinity="0"/></body>')
        contacts.append(f'<pair geom1="a{k}" geom2="b{k}"/>')
    used = "".join(assets[kind] for kind in dict.fromkeys((one, two)) if kind in assets)
    return (f"<mujoco><asset>{used}</asset><worldbody>{''.join(bodies)}</worldbody>"
            f"<contact>{''.join(contacts)}</contact></mujoco>")


def cloud(count):
    """Balls on a jittered grid, some of which touch."""
    rng = np.random.default_rng(0)
    side = int(np.ceil(count ** (1 / 3)))
    cells = np.stack(np.unravel_index(np.arange(count), (side,) * 3), axis=1)
    at = 0.3 * cells + rng.uniform(-0.1, 0.1, (count, 3))
    ball = '<body pos="{:.5f} {:.5f} {:.5f}"><joint type="slide"/><geom size="0.1"/></body>'
    return f"<mujoco><worldbody>{''.join(ball.format(*p) for p in at)}</worldbody></mujoco>"


def measure(text, rounds):
    """Least CPU time of one mj_collision in microseconds, and contacts, by engine."""
    ready = {}
    for name, module in ENGINES.items():
        m = module.MjModel.from_xml_string(text)
        d = module.MjData(m)
        module.mj_kinematics(m, d)
        module.mj_comPos(m, d)
        module.mj_collision(m, d)
        ready[name] = (module.mj_collision, m, d)
    best = dict.fromkeys(ready, np.inf)
    for _ in range(rounds):
        for name, (collide, m, d) in ready.items():
            start, calls = time.thread_time_ns(), 0
            while calls < 3 or time.thread_time_ns() - start < 2e6:
                collide(m, d)
                calls += 1
            best[name] = min(best[name], (time.thread_time_ns() - start) / calls / 1e3)
    return best, {name: d.ncon for name, (_, _, d) in ready.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--write", type=Path)
    args = parser.parse_args()

    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout
    lines = ["# Time of collision detection", "",
             f"`benches/collision.py` on {datetime.date.today()}, commit {commit.strip()}, MuJoCo {mujoco.__version__}: least CPU",
             "time, engines in turn. A pair's time includes its share of the pass over all pairs.", "",
             "| pair | MuJoCo, ns | Sinew, ns | ratio |", "|---|---|---|---|"]
    print("\n".join(lines[-2:]), flush=True)
    for one, two in pairs.PAIRS:
        count = args.pairs if not {"sdf", "hfield"} & {one, two} else args.pairs // 8
        best, _ = measure(scene(one, two, count), args.rounds)
        theirs, ours = (1e3 * best[name] / count for name in ENGINES)
        lines.append(f"| {one}, {two} | {theirs:.0f} | {ours:.0f} | {ours / theirs:.2f} |")
        print(lines[-1], flush=True)
    lines += ["", "Broad phase: balls in a cloud, one each in bodies of their own.", "",
              "| bodies | contacts | MuJoCo, µs | Sinew, µs | ratio |", "|---|---|---|---|---|"]
    print("\n".join(lines[-2:]), flush=True)
    for count in CLOUD:
        best, contacts = measure(cloud(count), args.rounds)
        theirs, ours = (best[name] for name in ENGINES)
        lines.append(f"| {count} | {contacts['Sinew']} | {theirs:.0f} | {ours:.0f} | {ours / theirs:.2f} |")
        print(lines[-1], flush=True)
    if args.write:
        args.write.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
