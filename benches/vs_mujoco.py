"""Speed of a step beside MuJoCo's: time of one thread, and instructions.

    python benches/vs_mujoco.py [--models FOLDER] [--only REGEX] [--rounds 5] [--no-time] [--instructions]
                                [--sinew target/release/sinew] [--table benches/RESULTS.md] [--json FILE]

MuJoCo brings each model to typical states: from its first keyframe, if it has one, under random controls held for a while.
Both engines then take the same number of steps from each of the same states, with the same controls and options, on one
thread. Time is CPU time of the thread, engines in turn; for each state the fastest round counts. Instructions are those
that callgrind counts in a second round of steps, after a first to warm up; they do not move with the load of the machine. A
ratio is MuJoCo's figure over Sinew's: above one Sinew is faster.

The set is that of this repository (`models/`, `benches/scenes.py`) and, with --models, of a folder of well-known models.
Needs the `sinew` command, an interpreter that imports mujoco, and for instructions valgrind.
"""
import argparse
import datetime
import json
import math
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import mujoco
import numpy as np

import scenes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
STATES, STEPS = 10, 20
OWN = ["humanoid", "pile", "quadruped", "arm", "elbow", "cartpole"]
# where well-known models lie in a folder of checked-out projects; the first that is there counts
KNOWN = {
    "mujoco humanoid": ["mujoco/model/humanoid/humanoid.xml"],
    "humanoid and 100 bodies": ["mujoco/model/humanoid/humanoid100.xml"],
    "22 humanoids": ["mujoco/model/humanoid/22_humanoids.xml"],
    "gym half_cheetah": ["gymnasium/gymnasium/envs/mujoco/assets/half_cheetah.xml"],
    "gym ant": ["gymnasium/gymnasium/envs/mujoco/assets/ant.xml"],
    "gym humanoid": ["gymnasium/gymnasium/envs/mujoco/assets/humanoid.xml"],
    "dm hopper": ["dm_control/dm_control/suite/hopper.xml"],
    "dm quadruped": ["dm_control/dm_control/suite/quadruped.xml"],
    "dm humanoid": ["dm_control/dm_control/suite/humanoid.xml"],
    "dm manipulator": ["dm_control/dm_control/suite/manipulator.xml"],
    "dm dog": ["dm_control/dm_control/suite/dog.xml"],
    "rodent": ["dm_control/dm_control/locomotion/walkers/assets/rodent.xml"],
    "humanoid CMU": ["dm_control/dm_control/suite/humanoid_CMU.xml"],
    "panda": ["mujoco_menagerie/franka_emika_panda/scene.xml", "mujoco_warp/benchmarks/franka_emika_panda/scene.xml"],
    "go2": ["mujoco_menagerie/unitree_go2/scene.xml"],
    "anymal_c": ["mujoco_menagerie/anybotics_anymal_c/scene.xml"],
    "g1": ["mujoco_menagerie/unitree_g1/scene.xml"],
    "talos": ["mujoco_menagerie/pal_talos/scene_position.xml"],
    "shadow hand": ["mujoco_menagerie/shadow_hand/scene_right.xml"],
    "leap hand": ["mujoco_menagerie/leap_hand/scene_right.xml"],
    "robotiq 2f85": ["mujoco_menagerie/robotiq_2f85/scene.xml"],
    "hand with egg": ["gymnasium_robotics/gymnasium_robotics/envs/assets/hand/manipulate_egg_touch_sensors.xml"],
    "fetch": ["gymnasium_robotics/gymnasium_robotics/envs/assets/fetch/pick_and_place.xml"],
    "myolegs": ["myo_sim/leg/myolegs.xml"],
    "myoarm": ["myo_sim/arm/myoarm.xml"],
    "myohand": ["myo_sim/hand/myohand.xml"],
    "muscle humanoid": ["loco_mujoco/loco_mujoco/environments/data/humanoid/humanoid_muscle.xml"],
    "dominos": ["mujoco/model/sleep/dominos.xml"],
    "bowl": ["mujoco/model/replicate/bowl.xml"],
    "leaves": ["mujoco/model/replicate/leaves.xml"],
    "doggo": ["safety_gymnasium/safety_gymnasium/assets/xmls/doggo.xml"],
}
CALLGRIND = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
# no imports but ctypes: the interpreter runs under callgrind too
MUJOCO_DRIVER = """
import ctypes, sys
lib, model, states, signature, size, steps, rounds, function = sys.argv[1:]
lib = ctypes.CDLL(lib)
function = getattr(lib, function)
lib.mj_loadModel.restype = lib.mj_makeData.restype = ctypes.c_void_p
m = ctypes.c_void_p(lib.mj_loadModel(model.encode(), None))
d = ctypes.c_void_p(lib.mj_makeData(m))
data = open(states, "rb").read()
size = 8 * int(size)
for _ in range(int(rounds)):
    for at in range(0, len(data), size):
        lib.mj_setState(m, d, data[at:at + size], int(signature))
        for _ in range(int(steps)):
            function(m, d)
"""
SIGNATURE = mujoco.mjtState.mjSTATE_INTEGRATION


def typical_states(m, steps=STEPS, count=STATES, seed=3):
    """States along a run under random controls, each with the controls of the steps to come."""
    d = mujoco.MjData(m)
    if m.nkey:
        mujoco.mj_resetDataKeyframe(m, d, 0)
    draw = np.random.default_rng(seed)
    low, high = m.actuator_ctrlrange.T
    limited = m.actuator_ctrllimited.astype(bool)
    middle = d.ctrl.copy() if m.nkey else np.where(limited, (low + high) / 2, 0.0)
    half = np.where(limited, (high - low) / 2, 1.0)
    bounds = np.where(limited, low, -np.inf), np.where(limited, high, np.inf)

    def controls():
        d.ctrl[:] = np.clip(middle + 0.1 * half * draw.standard_normal(m.nu), *bounds)

    warmup = int(min(max(1.0 / m.opt.timestep, 200), 1000))
    for _ in range(0, warmup, steps):
        controls()
        mujoco.mj_step(m, d, nstep=steps)
    states = np.empty((count, mujoco.mj_stateSize(m, SIGNATURE)))
    for row in states:
        controls()
        mujoco.mj_getState(m, d, row, SIGNATURE)
        mujoco.mj_step(m, d, nstep=steps)
    return states


def mujoco_round(m, d, states, steps):
    """Seconds of each state."""
    out = []
    for state in states:
        mujoco.mj_setState(m, d, state, SIGNATURE)
        start = time.thread_time_ns()
        mujoco.mj_step(m, d, nstep=steps)
        out.append(1e-9 * (time.thread_time_ns() - start))
    return out


def sinew_round(command, path, file, steps, *more):
    run = subprocess.run([command, "bench", path, "--states", file, "--steps", str(steps), "--json", *more],
                         capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr.strip().splitlines()[-1] if run.stderr.strip() else "no message")
    return json.loads(run.stdout.splitlines()[-1])


def times(command, path, m, states, file, steps, rounds):
    """Microseconds per step of each engine, contacts and rows."""
    d = mujoco.MjData(m)
    ours, theirs = [], []
    for _ in range(rounds):
        report = sinew_round(command, path, file, steps, "--rounds", "2", "--no-stages")
        ours.append([1e-9 * ns * steps for ns in report["ns_per_step_by_state"]])
        theirs += [mujoco_round(m, d, states, steps) for _ in range(2)]
    scale = 1e6 / (len(states) * steps)
    return [scale * float(np.min(x, axis=0).sum()) for x in (ours, theirs)]


def collected(command):
    """Instructions that callgrind collected."""
    run = subprocess.run(CALLGRIND + command, capture_output=True, text=True, cwd="/",
                         env={"PYTHONHASHSEED": "0", "PATH": os.environ["PATH"]})
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        raise RuntimeError(run.stderr.strip().splitlines()[-1])
    return int(found[1])


def instructions(command, path, m, states, folder, steps):
    """Thousand instructions per step of each engine, in a second round over the states: what it adds to the first."""
    file, binary = folder / "few", folder / "model.mjb"
    states.tofile(file)
    mujoco.mj_saveModel(m, str(binary), None)
    lib = next(Path(mujoco.__file__).parent.glob("libmujoco.so*"))
    scale = 1e-3 / (len(states) * steps)

    def ours(rounds):
        return collected(["--toggle-collect=*bench::take_steps*", str(Path(command).resolve()), "bench", str(path),
                          "--states", str(file), "--steps", str(steps), "--rounds", str(rounds), "--no-stages"])

    def theirs(rounds):
        # what is left when another function of no cost is called instead is not the steps'
        step, nothing = (collected([sys.executable, "-S", "-c", MUJOCO_DRIVER, str(lib), str(binary), str(file),
                                    str(int(SIGNATURE)), str(states.shape[1]), str(steps), str(rounds), function])
                         for function in ("mj_step", "mj_version"))
        return step - nothing

    return [scale * (engine(2) - engine(1)) for engine in (ours, theirs)]


def models(args, folder):
    """Files of the set by name."""
    out = {name: ROOT / "models" / f"{name}.xml" for name in OWN} | scenes.write(folder / "scenes")
    for name, places in KNOWN.items() if args.models else ():
        there = [args.models / place for place in places if (args.models / place).exists()]
        out |= {name: path.resolve() for path in there[:1]}
    return {name: path for name, path in out.items() if re.search(args.only, name)}


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def summary(rows):
    out = []
    for what in ("us", "kinstr"):
        ratios = {r["model"]: r[what][1] / r[what][0] for r in rows if what in r}
        if ratios:
            below = ", ".join(f"{name} ({ratio:.2f})" for name, ratio in ratios.items() if ratio < 1) or "none"
            label = {"us": "Time", "kinstr": "Instructions"}[what]
            out.append(f"{label}: geometric mean of {len(ratios)} ratios {geometric_mean(ratios.values()):.2f}, "
                       f"smallest {min(ratios.values()):.2f}; below one: {below}.")
    return out


def table(rows, rounds):
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=HERE).stdout.strip()
    lines = ["# Speed of a step beside MuJoCo", "",
             f"{datetime.date.today()}, commit {commit or 'unknown'}, MuJoCo {mujoco.__version__}, {platform.machine()}, one thread, "
             f"{STATES} states of {STEPS} steps. Microseconds of CPU time per step, best of {rounds} rounds with the engines in turn; "
             "thousand instructions per step (callgrind). Ratio: MuJoCo's figure over Sinew's. Written by `benches/vs_mujoco.py`.",
             "", *summary(rows), "",
             "| model | dofs | contacts | rows | Sinew µs | MuJoCo µs | ratio | Sinew kinstr | MuJoCo kinstr | ratio |",
             "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for r in rows:
        figures = []
        for what in ("us", "kinstr"):
            if what in r:
                ours, theirs = r[what]
                figures += [f"{ours:.1f}", f"{theirs:.1f}", f"{theirs / ours:.2f}"]
            else:
                figures += [""] * 3
        lines.append(f"| {r['model']} | {r['nv']} | {r['contacts']:.1f} | {r['rows']:.1f} | {' | '.join(figures)} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, help="folder of well-known models")
    parser.add_argument("--only", default="", help="regular expression of names")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-time", action="store_true")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--sinew", default=str(ROOT / "target" / "release" / "sinew"), help="the command")
    parser.add_argument("--table", type=Path, help="write the result there")
    parser.add_argument("--json", type=Path, help="write the figures there")
    args = parser.parse_args()

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, path in models(args, folder).items():
            try:
                m = mujoco.MjModel.from_xml_path(str(path))
                # large scenes take few steps, so that a run stays short
                count, steps = (STATES, STEPS) if m.nv < 500 else (STATES // 2, STEPS // 4)
                states = typical_states(m, steps, count)
                states.tofile(folder / "states")
                report = sinew_round(args.sinew, path, folder / "states", steps, "--rounds", "1")
                row = {"model": name, "nv": m.nv, "contacts": report["contacts"], "rows": report["constraint_rows"]}
                if not args.no_time:
                    row["us"] = times(args.sinew, path, m, states, folder / "states", steps, args.rounds)
                if args.instructions:
                    few = states[::count // 2][:2]
                    row["kinstr"] = instructions(args.sinew, path, m, few, folder, max(2, steps // 2))
            except (RuntimeError, ValueError) as error:
                print(f"{name}: left out: {error}", flush=True)
                continue
            rows.append(row)
            text = [f"{label} {row[key][0]:9.1f} {row[key][1]:9.1f} {row[key][1] / row[key][0]:5.2f}"
                    for label, key in (("us", "us"), ("kinstr", "kinstr")) if key in row]
            print(f"{name:26} nv {m.nv:4} contacts {row['contacts']:6.1f}  {'   '.join(text)}", flush=True)
    if not rows:
        sys.exit("no model was measured")
    print("\n".join(summary(rows)))
    if args.table:
        args.table.write_text(table(rows, args.rounds))
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
