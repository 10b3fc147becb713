"""Speed of the derivatives of a step beside MuJoCo's finite differences.

    python benches/derivatives.py [--models FOLDER] [--only REGEX] [--rounds 15] [--table benches/DERIVATIVES.md]

MuJoCo brings each model to states along a run under random controls, and those with contacts count. In each of them both
engines, in one process and in turn, find the matrices `A` and `B` of a step: MuJoCo by `mjd_transitionFD`, forward and
centred, Sinew in closed form and by the same differences. Time is CPU time of the thread, for each state the fastest round.
How far the matrices in closed form are from MuJoCo's centred differences is told as well, relative to the largest entry of
each column; what remains is mostly the error of the differences.

The set is the humanoid of this repository and, with --models, models of a folder of well-known ones. Both `sinew` and
`mujoco` must be installed for the interpreter that runs this.
"""
import argparse
import datetime
import platform
import re
import subprocess
import sys
import time
from pathlib import Path

import mujoco
import numpy as np

import sinew
from vs_mujoco import typical_states

HERE = Path(__file__).resolve().parent
SIGNATURE = mujoco.mjtState.mjSTATE_INTEGRATION
KNOWN = {
    "mujoco humanoid": "mujoco/model/humanoid/humanoid.xml",
    "gym ant": "gymnasium/gymnasium/envs/mujoco/assets/ant.xml",
    "gym humanoid": "gymnasium/gymnasium/envs/mujoco/assets/humanoid.xml",
    "dm quadruped": "dm_control/dm_control/suite/quadruped.xml",
    "dm humanoid": "dm_control/dm_control/suite/humanoid.xml",
    "go2": "mujoco_menagerie/unitree_go2/scene.xml",
    "g1": "mujoco_menagerie/unitree_g1/scene.xml",
    "panda": "mujoco_menagerie/franka_emika_panda/scene.xml",
    "shadow hand": "mujoco_menagerie/shadow_hand/scene_right.xml",
    "myoarm": "myo_sim/arm/myoarm.xml",
}
EPS = 1e-6
# name of a way: what it calls, given matrices
WAYS = {
    "closed form": lambda s, m, A, B: sinew.derivatives.transition(s[0], s[1], A=A, B=B),
    "forward": lambda s, m, A, B: sinew.mjd_transitionFD(s[0], s[1], EPS, False, A, B, None, None),
    "centred": lambda s, m, A, B: sinew.mjd_transitionFD(s[0], s[1], EPS, True, A, B, None, None),
    "MuJoCo forward": lambda s, m, A, B: mujoco.mjd_transitionFD(m[0], m[1], EPS, 0, A, B, None, None),
    "MuJoCo centred": lambda s, m, A, B: mujoco.mjd_transitionFD(m[0], m[1], EPS, 1, A, B, None, None),
}


def measure(path, rounds, count):
    """Microseconds of every way, contacts, and the difference from MuJoCo's matrices."""
    theirs, ours = (engine.MjModel.from_xml_path(str(path)) for engine in (mujoco, sinew))
    if theirs.opt.integrator == mujoco.mjtIntegrator.mjINT_RK4:
        theirs.opt.integrator = ours.opt.integrator = mujoco.mjtIntegrator.mjINT_EULER
    m, s = (theirs, mujoco.MjData(theirs)), (ours, sinew.MjData(ours))
    n, nu = 2 * theirs.nv + theirs.na, theirs.nu
    seconds, contacts, rows, errors = [], [], [], []
    for state in typical_states(theirs, count=2 * count):
        mujoco.mj_setState(*m, state, SIGNATURE)
        mujoco.mj_forward(*m)
        if not m[1].ncon:
            continue
        contacts.append(m[1].ncon)
        rows.append(m[1].nefc)
        best, matrices = dict.fromkeys(WAYS, np.inf), {}
        for _ in range(rounds):
            for name, way in WAYS.items():
                A, B = matrices.setdefault(name, (np.zeros((n, n)), np.zeros((n, nu))))
                mujoco.mj_setState(*m, state, SIGNATURE)
                sinew.mj_setState(*s, state, SIGNATURE)
                start = time.thread_time_ns()
                way(s, m, A, B)
                best[name] = min(best[name], 1e-3 * (time.thread_time_ns() - start))
        seconds.append([best[name] for name in WAYS])
        got, want = matrices["closed form"], matrices["MuJoCo centred"]
        errors.append(max(sinew.derivatives.max_relative_error(x, y) for x, y in zip(got, want)))
        if len(seconds) == count:
            break
    if not seconds:
        raise ValueError("no state with contacts")
    times = dict(zip(WAYS, np.mean(seconds, axis=0)))
    return {"nv": theirs.nv, "nu": nu, "contacts": np.mean(contacts), "rows": np.mean(rows), "us": times, "error": np.median(errors)}


def line(name, r):
    us = r["us"]
    figures = [f"{us[way]:.0f}" for way in WAYS]
    ratios = [us["MuJoCo centred"] / us["closed form"], us["MuJoCo forward"] / us["closed form"],
              us["MuJoCo centred"] / us["centred"]]
    return [name, str(r["nv"]), str(r["nu"]), f"{r['contacts']:.1f}", f"{r['rows']:.1f}", *figures,
            *(f"{x:.1f}" for x in ratios), f"{r['error']:.0e}"]


def table(rows, rounds):
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=HERE).stdout.strip()
    heads = ["model", "dofs", "controls", "contacts", "rows", *(f"{way} µs" for way in WAYS),
             "centred / closed", "forward / closed", "centred / centred", "difference"]
    lines = ["# Speed of derivatives beside MuJoCo", "",
             f"{datetime.date.today()}, commit {commit or 'unknown'}, MuJoCo {mujoco.__version__}, {platform.machine()}, one thread. "
             f"Microseconds of CPU time for `A` and `B` of one step in states with contacts, best of {rounds} rounds with all ways "
             "in turn. Ratios are of MuJoCo's time to Sinew's. Difference: of the closed form from MuJoCo's centred differences, "
             "median over states. Written by `benches/derivatives.py`.", "",
             f"| {' | '.join(heads)} |", "|---" + "|--:" * (len(heads) - 1) + "|"]
    lines += [f"| {' | '.join(line(name, r))} |" for name, r in rows.items()]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, help="folder of well-known models")
    parser.add_argument("--only", default="", help="regular expression of names")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--states", type=int, default=5)
    parser.add_argument("--table", type=Path, help="write the result there")
    args = parser.parse_args()
    paths = {"humanoid": HERE.parent / "models" / "humanoid.xml"}
    paths |= {name: args.models / place for name, place in KNOWN.items()} if args.models else {}
    rows = {}
    for name, path in paths.items():
        if not re.search(args.only, name) or not path.exists():
            continue
        try:
            rows[name] = measure(path, args.rounds, args.states)
        except (RuntimeError, ValueError) as error:
            print(f"{name}: left out: {error}", flush=True)
            continue
        print("  ".join(line(name, rows[name])), flush=True)
    if not rows:
        sys.exit("no model was measured")
    if args.table:
        args.table.write_text(table(rows, args.rounds))


if __name__ == "__main__":
    main()
