"""Runs every task of dm_control's suite on Sinew and on MuJoCo, with the same seeds and actions, and compares.

    python python/tools/run_dm_control.py                    # all tasks
    python python/tools/run_dm_control.py cheetah/run        # one of them

The first 50 steps must have the same observations and rewards to 1e-6; after them no error may come up in 500 steps.
"""
import os

import numpy as np
import trajectories

os.environ.setdefault("MUJOCO_GL", "disabled")


def tasks():
    import sinew

    sinew.as_mujoco()
    from dm_control import suite

    return ["/".join(task) for task in suite.ALL_TASKS]


def record(name, steps):
    """Observations and rewards of random actions; an episode that ends begins anew."""
    import mujoco
    from dm_control import suite
    from dm_control.mujoco import engine
    from dm_control.mujoco.wrapper.mjbindings import sizes

    # dm_control asks for fields that MuJoCo 4 no longer has; Sinew answers None for them
    for struct, owner in (("mjmodel", mujoco.MjModel), ("mjdata", mujoco.MjData)):
        for field in [field for field in sizes.array_sizes[struct] if not hasattr(owner, field)]:
            del sizes.array_sizes[struct][field]
    # nothing is drawn, so that a changed height field need not be sent to OpenGL
    engine.Physics.contexts = None
    domain, task = name.split("/")
    env = suite.load(domain, task, task_kwargs={"random": 7})
    spec = env.action_spec()
    low, high = np.clip(spec.minimum, -1, 1), np.clip(spec.maximum, -1, 1)
    rng, rows = np.random.default_rng(7), []
    step = env.reset()
    for _ in range(steps + 1):
        observed = [np.ravel(value) for value in step.observation.values()]
        rows.append(np.concatenate([*observed, [step.reward or 0.0]]))
        step = env.reset() if step.last() else env.step(rng.uniform(low, high))
    return np.array(rows)


if __name__ == "__main__":
    # the list is made in this process, where MuJoCo is not needed
    trajectories.main(__file__, __doc__, tasks, record, steps=500)
