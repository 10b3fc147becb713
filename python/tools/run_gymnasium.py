"""Runs Gymnasium's MuJoCo environments on Sinew and on MuJoCo, with the same seeds and actions, and compares.

    python python/tools/run_gymnasium.py            # all v5 environments
    python python/tools/run_gymnasium.py Ant-v5     # one of them

The first 50 steps must have the same observations and rewards to 1e-6; after them, where contacts have parted the two,
no error may come up in 1,000 steps.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ENVIRONMENTS = ["Ant-v5", "HalfCheetah-v5", "Hopper-v5", "Humanoid-v5", "HumanoidStandup-v5",
                "InvertedDoublePendulum-v5", "InvertedPendulum-v5", "Pusher-v5", "Reacher-v5", "Swimmer-v5",
                "Walker2d-v5"]
COMPARED, TOLERANCE = 50, 1e-6


def child(engine, names, steps, out):
    """Records observations and rewards of random actions; an episode that ends begins anew."""
    if engine == "sinew":
        import sinew
        sinew.as_mujoco()
    import gymnasium

    results = {}
    for name in names:
        env = gymnasium.make(name)
        observation, _ = env.reset(seed=7)
        rng, rows = np.random.default_rng(7), [np.append(observation, 0.0)]
        low, high = env.action_space.low, env.action_space.high
        for _ in range(steps):
            observation, reward, terminated, truncated, _ = env.step(rng.uniform(low, high).astype(np.float32))
            rows.append(np.append(observation, reward))
            if terminated or truncated:
                observation, _ = env.reset()
        results[name] = np.array(rows)
    np.savez(out, **results)


def trajectories(engine, names, steps):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "trajectories.npz"
        command = [sys.executable, __file__, "--child", engine, "--steps", str(steps), "--out", str(out), *names]
        subprocess.run(command, check=True)
        with np.load(out) as archive:
            return {name: archive[name] for name in names}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=ENVIRONMENTS)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--out", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        return child(arguments.child, arguments.names, arguments.steps, arguments.out)

    ours = trajectories("sinew", arguments.names, arguments.steps)
    theirs = trajectories("mujoco", arguments.names, COMPARED)
    wrong = []
    for name in arguments.names:
        apart = np.abs(ours[name][:COMPARED + 1] - theirs[name][:COMPARED + 1]).max()
        finite = np.isfinite(ours[name]).all()
        print(f"{name:28} {apart:.1e} apart in {COMPARED} steps, {len(ours[name]) - 1} steps "
              f"{'without' if finite else 'with'} bad numbers")
        if apart > TOLERANCE or not finite:
            wrong.append(name)
    if wrong:
        sys.exit(f"too far from MuJoCo: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
