"""What a call from Python costs, beside MuJoCo's bindings: steps of a one-joint model, and attributes.

    python benches/python_overhead.py [--rounds 30] [--check]

Both `sinew` and `mujoco` must be installed for the interpreter that runs this. Both engines are measured in one process,
in turn, and the best of all rounds counts: CPU time of this thread, in nanoseconds for each call. `--check` fails if a
call costs more than it may: a step no more than MuJoCo's, an attribute no more than 1.5 times, and nothing that is read
twice may allocate the second time.
"""
import argparse
import sys
import time
import tracemalloc

XML = """
<mujoco>
  <worldbody>
    <body name="bob">
      <joint name="hinge" axis="0 1 0"/>
      <geom name="ball" size="0.1" pos="0 0 -1"/>
      <site name="tip" pos="0 0 -1"/>
    </body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge"/></actuator>
  <sensor><jointpos name="angle" joint="hinge"/></sensor>
</mujoco>"""

# what is timed, and how many times MuJoCo's cost it may be
CASES = {
    "mj_step(m, d)": 1.0,
    "mj_step(m, d, nstep=10)": 1.0,
    "mj_forward(m, d)": 1.0,
    "mj_kinematics(m, d)": 1.5,
    "d.qpos": 1.5,
    "d.xpos": 1.5,
    "d.ctrl": 1.5,
    "d.time": 1.5,
    "d.ncon": 1.5,
    "d.qpos[0]": 1.5,
    "d.ctrl[0] = 0.1": 1.5,
    "d.qpos = q": 1.5,
    "d.ctrl = 0.1": 1.5,
    "d.contact": 1.5,
    "d.body('bob')": 1.5,
    "d.body('bob').xpos": 1.5,
    "d.joint('hinge').qpos": 1.5,
    "d.joint('hinge').qpos = 0.1": 1.5,
    "d.site(0).xpos": 1.5,
    "d.sensor('angle').data": 1.5,
    "d.actuator('motor').ctrl": 1.5,
    "m.nq": 1.5,
    "m.body_mass": 1.5,
    "m.body('bob').mass": 1.5,
    "m.body('bob').id": 1.5,
    "m.opt": 1.5,
    "m.opt.timestep": 1.5,
    "m.opt.gravity": 1.5,
    "mj_name2id(m, 1, 'bob')": 1.5,
    "mju_mulQuat(w, x, y)": 1.5,
    "mj_getState(m, d, s, 15)": 1.5,
}
READS = [case for case in CASES if case[:2] in ("d.", "m.") and "=" not in case and "(" not in case]


def prepared(engine):
    """The names that cases use."""
    import numpy as np

    model = engine.MjModel.from_xml_string(XML)
    names = {name: getattr(engine, name) for name in dir(engine) if name.startswith(("mj_", "mju_"))}
    return names | {"m": model, "d": engine.MjData(model), "q": np.zeros(1), "w": np.zeros(4), "x": np.ones(4),
                    "y": np.ones(4), "s": np.zeros(engine.mj_stateSize(model, 15))}


def loop(case, names):
    """A function that runs a case so many times."""
    names = dict(names)
    exec(f"def work(n):\n    for _ in range(n):\n        {case}\n", names)
    return names["work"]


def measure(loops, rounds, seconds=0.004):
    """Best time of each loop for one call, in ns: the loops take turns."""
    counts = []
    for work in loops:
        n = 16
        while (spent := timed(work, n)) < seconds / 4:
            n *= 4
        counts.append(max(16, int(n * seconds / spent)))
    best = [float("inf")] * len(loops)
    for _ in range(rounds):
        for i, work in enumerate(loops):
            best[i] = min(best[i], timed(work, counts[i]) / counts[i])
    return [1e9 * t for t in best]


def timed(work, n):
    start = time.thread_time()
    work(n)
    return time.thread_time() - start


def grows(case, names):
    """Bytes that reading an attribute a thousand times leaves behind, or that it takes on top meanwhile."""
    work = loop(case, names)
    work(10)
    tracemalloc.start()
    work(10)
    tracemalloc.reset_peak()
    before = tracemalloc.get_traced_memory()[0]
    work(1000)
    after, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # the loop's own counter, and what an integer or a real needs
    return max(after - before, peak - before - 128, 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30, help="how often each engine has its turn")
    parser.add_argument("--check", action="store_true", help="fail if something costs more than it may")
    parser.add_argument("--only", help="cases that contain this text")
    arguments = parser.parse_args()
    import mujoco

    import sinew

    ours, theirs = prepared(sinew), prepared(mujoco)
    empty = measure([loop("pass", ours)], arguments.rounds)[0]
    wrong = []
    print(f"{'':30} {'sinew':>9} {'mujoco':>9}   ratio  (ns for each call, without the loop)")
    for case, limit in CASES.items():
        if arguments.only and arguments.only not in case:
            continue
        a, b = (max(t - empty, 1.0) for t in measure([loop(case, ours), loop(case, theirs)], arguments.rounds))
        bytes_ = grows(case, ours) if case in READS else 0
        over = a > limit * b
        print(f"{case:30} {a:9.0f} {b:9.0f}   {a / b:5.2f}{'  too slow' if over else ''}"
              f"{f'  allocates {bytes_} bytes' if bytes_ else ''}")
        if over or bytes_:
            wrong.append(case)
    if wrong and arguments.check:
        sys.exit(f"cost more than they may: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
