"""Environments for Gymnasium, many at a time on the native batch.

    class Balance(VectorEnv):
        def reward(self, action):
            return 1.0 - np.abs(self.batch.qpos[:, 1])

        def terminated(self):
            return np.abs(self.batch.qpos[:, 1]) > 0.5

    envs = Balance(model, num_envs=1024, frame_skip=5, max_episode_steps=500)

One call of `step` advances all of them on all threads. What is observed, rewarded and ended by is said by methods over
arrays with a row for each environment. An environment that ends begins anew at the next step, as Gymnasium's
`NEXT_STEP` says.
"""
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as _VectorEnv
from gymnasium.vector.utils import batch_space

from sinew.batch import Batch

__all__ = ["VectorEnv"]


class VectorEnv(_VectorEnv):
    """`num_envs` simulations of a model as one vectorised environment.

    Args:
        model: the MjModel.
        num_envs: how many environments.
        frame_skip: steps of the simulation for a step of the environment.
        max_episode_steps: length at which an episode is truncated, or None.
        reset_noise: half width of the noise on positions and velocities that an episode begins with.
        keyframe: where episodes begin; -1 for the initial state.
        nthread: threads; 0 for all processors.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(self, model, num_envs, *, frame_skip=1, max_episode_steps=None, reset_noise=0.0, keyframe=-1, nthread=0):
        self.model, self.num_envs = model, num_envs
        self.batch = Batch(model, num_envs, nthread)
        self.frame_skip, self.max_episode_steps = frame_skip, max_episode_steps
        self.reset_noise, self.keyframe = reset_noise, keyframe
        self._elapsed, self._ended = np.zeros(num_envs, dtype=np.int64), np.zeros(num_envs, dtype=bool)
        self._rng = np.random.default_rng()
        limited = model.actuator_ctrllimited.astype(bool)
        low = np.where(limited, model.actuator_ctrlrange[:, 0], -np.inf).astype(np.float32)
        high = np.where(limited, model.actuator_ctrlrange[:, 1], np.inf).astype(np.float32)
        self.single_action_space = spaces.Box(low, high, dtype=np.float32)
        self.batch.forward()
        width = self.observation().shape[1]
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (width,), dtype=np.float64)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def observation(self):
        """What is observed, (num_envs, n): positions and velocities unless overridden."""
        return np.hstack([self.batch.qpos, self.batch.qvel])

    def reward(self, action):
        """Reward of each environment for its last step."""
        return np.zeros(self.num_envs)

    def terminated(self):
        """Which environments have come to an end."""
        return np.zeros(self.num_envs, dtype=bool)

    def apply(self, action):
        """Sets the inputs: the controls are the action unless overridden."""
        self.batch.ctrl = action

    def start(self, ids):
        """Sets environments to where an episode begins: a keyframe with noise unless overridden."""
        self.batch.reset(ids, self.keyframe, stage=0)
        if self.reset_noise and len(ids):
            for field in (self.batch.qpos, self.batch.qvel):
                field[ids] += self._rng.uniform(-self.reset_noise, self.reset_noise, (len(ids), field.shape[1]))
        self.batch.forward(ids)

    def reset(self, *, seed=None, options=None):
        """Begins an episode in every environment."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._begin(np.arange(self.num_envs))
        return self.observation(), {}

    def _begin(self, ids):
        self.start(ids)
        self._elapsed[ids], self._ended[ids] = 0, False

    def step(self, actions):
        """Advances every environment; those that ended before begin anew instead, with a reward of zero."""
        fresh, going = np.flatnonzero(self._ended), ~self._ended
        self.apply(np.asarray(actions, dtype=np.float64).reshape(self.num_envs, -1))
        self.batch.step(going, self.frame_skip, stage=2)
        if fresh.size:
            self._begin(fresh)
        self._elapsed[going] += 1
        rewards = np.where(going, self.reward(actions), 0.0)
        terminated = self.terminated() & going
        truncated = np.zeros(self.num_envs, dtype=bool)
        if self.max_episode_steps is not None:
            truncated = (self._elapsed >= self.max_episode_steps) & going & ~terminated
        self._ended = terminated | truncated
        return self.observation(), rewards, terminated, truncated, {}

    def close_extras(self, **_):
        """Nothing to close."""
