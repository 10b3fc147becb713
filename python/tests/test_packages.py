"""Packages that use MuJoCo, on Sinew."""
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT, path_of

import sinew


def test_vector_environments_keep_gymnasiums_contract():
    gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    from sinew.gymnasium import VectorEnv

    class Balance(VectorEnv):
        def reward(self, action):
            return 1.0 - np.abs(self.batch.qpos[:, 1])

        def terminated(self):
            return np.abs(self.batch.qpos[:, 1]) > 0.1

    model = sinew.MjModel.from_xml_path(str(path_of("cartpole")))
    runs = []
    for nthread in (1, 2):
        envs = Balance(model, 6, frame_skip=2, max_episode_steps=40, reset_noise=0.05, nthread=nthread)
        assert isinstance(envs, gymnasium.vector.VectorEnv)
        observation, _ = envs.reset(seed=3)
        envs.action_space.seed(3)
        rows, ended, before = [], 0, np.zeros(6, dtype=bool)
        for _ in range(100):
            observation, reward, terminated, truncated, _ = envs.step(envs.action_space.sample())
            assert envs.observation_space.contains(observation)
            # an environment that has ended begins anew, for nothing
            assert (reward[before] == 0).all() and not (terminated | truncated)[before].any()
            before = terminated | truncated
            ended += before.sum()
            rows.append(np.hstack([observation, reward[:, None]]))
        assert ended > 6
        runs.append(np.array(rows))
    assert np.array_equal(*runs)


def test_a_vector_environment_steps_as_a_loop_does():
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    from sinew.gymnasium import VectorEnv

    model = sinew.MjModel.from_xml_path(str(path_of("cartpole")))
    envs = VectorEnv(model, 3, frame_skip=4)
    envs.reset(seed=0)
    actions = np.array([[-0.5], [0.0], [0.7]])
    for _ in range(5):
        observation, *_ = envs.step(actions)
    for row, action in zip(observation, actions):
        data = sinew.MjData(model)
        data.ctrl = action
        sinew.mj_step(model, data, nstep=20)
        assert np.array_equal(row, np.hstack([data.qpos, data.qvel]))


def run(name, *arguments):
    script = ROOT / "python" / "tools" / f"{name}.py"
    return subprocess.run([sys.executable, str(script), *arguments], capture_output=True, text=True)


def test_gymnasium_environments_are_mujocos(mujoco):
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    done = run("run_gymnasium", "--steps", "60", "Hopper-v5", "InvertedDoublePendulum-v5", "Reacher-v5")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_dm_control_suite_is_mujocos(mujoco):
    pytest.importorskip("dm_control", reason="dm_control is not installed")
    done = run("run_dm_control")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_stable_baselines_learns():
    pytest.importorskip("stable_baselines3", reason="stable_baselines3 is not installed")
    code = """
import torch; torch.set_num_threads(1)
import sinew; sinew.as_mujoco()
import gymnasium
from stable_baselines3 import PPO
from stable_baselines3.common.evaluation import evaluate_policy
env = gymnasium.make("InvertedPendulum-v5")
agent = PPO("MlpPolicy", env, seed=0, n_steps=256, device="cpu")
before, _ = evaluate_policy(agent, env, n_eval_episodes=3, warn=False)
agent.learn(4096)
after, _ = evaluate_policy(agent, env, n_eval_episodes=3, warn=False)
print(before, after)
assert after > 3 * before
"""
    subprocess.run([sys.executable, "-c", code], check=True)
