"""Runs Gymnasium's MuJoCo environments on Sinew and on MuJoCo, with the same seeds and actions, and compares.

    python python/tools/run_gymnasium.py            # all v5 environments
    python python/tools/run_gymnasium.py Ant-v5     # one of them

The first 50 steps must have the same observations and rewards to 1e-6; those of HalfCheetah, in whose contacts rounding alone
grows beyond that, for as long as MuJoCo agrees with itself from velocities that are 1e-13 away. After them no error may come up in
1,000 steps.
"""
import numpy as np
import trajectories

ENVIRONMENTS = ["Ant-v5", "HalfCheetah-v5", "Hopper-v5", "Humanoid-v5", "HumanoidStandup-v5",
                "InvertedDoublePendulum-v5", "InvertedPendulum-v5", "Pusher-v5", "Reacher-v5", "Swimmer-v5",
                "Walker2d-v5"]


def record(name, steps, seed=None):
    """Observations and rewards of random actions; an episode that ends begins anew. With a seed velocities are moved."""
    import gymnasium

    env = gymnasium.make(name)
    observation, _ = env.reset(seed=7)
    if seed is not None:
        qvel = env.unwrapped.data.qvel
        qvel += trajectories.NUDGE * np.random.default_rng(seed).standard_normal(qvel.shape)
    rng, rows = np.random.default_rng(7), [np.append(observation, 0.0)]
    low, high = env.action_space.low, env.action_space.high
    for _ in range(steps):
        observation, reward, terminated, truncated, _ = env.step(rng.uniform(low, high).astype(np.float32))
        rows.append(np.append(observation, reward))
        if terminated or truncated:
            observation, _ = env.reset()
    return np.array(rows)


if __name__ == "__main__":
    trajectories.main(__file__, __doc__, ENVIRONMENTS, record, steps=1000, record_nudged=record, chaotic=["HalfCheetah-v5"])
