"""Trajectories over a Ray cluster.

    import ray
    import sinew.ray

    ray.init()  # or the address of a cluster
    states, readings = sinew.ray.rollout(model, initial_states, controls)

The trajectories are divided among tasks, which Ray places on the processors of the cluster and runs again elsewhere if a
worker or a machine is lost. Each has the bits that `sinew.rollout.rollout` gives on one machine.
"""
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray

from sinew._sinew import MjData, MjModel
from sinew.rollout import _CTRL, _prepare
from sinew.rollout import rollout as _local

__all__ = ["rollout"]


@ray.remote
def _part(models, initial_state, warmstart, control, control_spec, nstep, nthread):
    """Some of the trajectories, on a worker."""
    first = models if isinstance(models, MjModel) else models[0]
    data = [MjData(first) for _ in range(max(nthread, 1))]
    return _local(models, data, initial_state, control, control_spec=control_spec, nstep=nstep,
                  initial_warmstart=warmstart)


def rollout(model: MjModel | Sequence[MjModel], initial_state: NDArray[np.float64],
            control: NDArray[np.float64] | None = None, *, control_spec: int = _CTRL, nstep: int | None = None,
            initial_warmstart: NDArray[np.float64] | None = None, ntask: int | None = None, nthread: int = 1,
            **options: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Trajectories from initial states under given controls: (states, sensor readings) after every step.

    Args:
        model: an MjModel, or one for each trajectory, of the same sizes.
        initial_state: `mjSTATE_FULLPHYSICS` of each trajectory, (nbatch or 1, nstate).
        control: what is applied, (nbatch or 1, nstep or 1, ncontrol).
        control_spec: which parts of `mjSTATE_USER` a control is.
        nstep: number of steps, if no array tells.
        initial_warmstart: `qacc_warmstart` to start from, (nbatch or 1, nv).
        ntask: into how many tasks the trajectories are divided; by default two for each processor of the cluster.
        nthread: threads, and so processors, of each task.
        options: options of Ray's tasks, as `max_retries`, `num_cpus`, `resources`, `scheduling_strategy`.
    """
    models, _, nstep, states, warmstarts, controls, _, _ = _prepare(
        model, [], nstep, control_spec, None, initial_state=initial_state, initial_warmstart=initial_warmstart,
        control=control, state=None, sensordata=None)
    if ntask is None:
        ntask = max(1, 2 * int(ray.cluster_resources().get("CPU", 1)) // nthread)
    nbatch = len(states)
    size = math.ceil(nbatch / max(1, min(ntask, nbatch)))
    task = _part.options(**{"num_cpus": nthread} | options)
    shared = ray.put(model) if isinstance(model, MjModel) else None

    def rows(array, start):
        return None if array is None else array[start:start + size]

    running = [
        task.remote(shared if shared is not None else models[start:start + size], rows(states, start),
                    rows(warmstarts, start), rows(controls, start), int(control_spec), nstep, nthread)
        for start in range(0, nbatch, size)
    ]
    parts = ray.get(running)
    states, readings = (np.concatenate([part[i] for part in parts]) for i in range(2))
    return states, readings
