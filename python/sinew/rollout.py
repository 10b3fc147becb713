"""Open-loop trajectories: from initial states and controls to the states and sensor readings that follow.

`rollout` makes one or many of them, on as many threads as it is given data. Whatever the number of threads, each has the
bits that stepping it alone would give.
"""
import atexit
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sinew import _enums
from sinew._sinew import MjData, MjModel, mj_stateSize
from sinew._sinew import Rollout as _Threads

__all__ = ["Rollout", "rollout", "shutdown_persistent_pool"]

_Reals = NDArray[np.float64]
_FULL = int(_enums.mjtState.mjSTATE_FULLPHYSICS)
_USER = int(_enums.mjtState.mjSTATE_USER)
_CTRL = int(_enums.mjtState.mjSTATE_CTRL)


class Rollout:
    """Threads for trajectories; `nthread=0` uses the thread that asks for them."""

    def __init__(self, *, nthread: int | None = None) -> None:
        self.nthread = 0 if nthread is None else nthread
        self.rollout_ = _Threads(nthread=self.nthread)

    def __enter__(self) -> "Rollout":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Ends the threads."""
        self.rollout_ = None

    def rollout(self, model: MjModel | Sequence[MjModel], data: MjData | list[MjData], initial_state: _Reals,
                control: _Reals | None = None, *, control_spec: int = _CTRL, skip_checks: bool = False,
                nstep: int | None = None, initial_warmstart: _Reals | None = None, state: _Reals | None = None,
                sensordata: _Reals | None = None, chunk_size: int | None = None) -> tuple[_Reals, _Reals]:
        """Rolls trajectories out; see the function of the same name."""
        if self.rollout_ is None:
            raise RuntimeError("rollout requested after thread pool shutdown")
        for i, one in enumerate(data if isinstance(data, list) else [data]):
            if isinstance(one, MjData) and one.threadpool:
                raise ValueError(f"data[{i}] has a thread pool installed (mju_threadpool); rollout parallelizes across "
                                 "simulations and cannot use it")
        if not skip_checks:
            model, data, nstep, initial_state, initial_warmstart, control, state, sensordata = _prepare(
                model, data, nstep, control_spec, chunk_size, initial_state=initial_state,
                initial_warmstart=initial_warmstart, control=control, state=state, sensordata=sensordata)
        self.rollout_.rollout(model, data, 0 if nstep is None else nstep, int(control_spec), initial_state,
                              initial_warmstart, control, state, sensordata, chunk_size)
        return state, sensordata


_persistent = None


def shutdown_persistent_pool() -> None:
    """Ends the threads that `persistent_pool` keeps; also done when Python exits."""
    global _persistent
    if _persistent is not None:
        _persistent.close()
    _persistent = None


atexit.register(shutdown_persistent_pool)


def rollout(model: MjModel | Sequence[MjModel], data: MjData | list[MjData], initial_state: _Reals,
            control: _Reals | None = None, *, control_spec: int = _CTRL, skip_checks: bool = False,
            nstep: int | None = None, initial_warmstart: _Reals | None = None, state: _Reals | None = None,
            sensordata: _Reals | None = None, chunk_size: int | None = None,
            persistent_pool: bool = False) -> tuple[_Reals, _Reals]:
    """Trajectories from initial states under given controls: (states, sensor readings) after every step.

    Args:
        model: an MjModel, or one for each trajectory, of the same sizes.
        data: an MjData, or a list of them; a list of several runs on as many threads.
        initial_state: `mjSTATE_FULLPHYSICS` of each trajectory, (nbatch or 1, nstate).
        control: what is applied, (nbatch or 1, nstep or 1, ncontrol).
        control_spec: which parts of `mjSTATE_USER` a control is.
        skip_checks: take the arrays as they are: nothing is inferred, repeated or allocated.
        nstep: number of steps, if no array tells.
        initial_warmstart: `qacc_warmstart` to start from, (nbatch or 1, nv).
        state, sensordata: where the results go, if not into new arrays.
        chunk_size: accepted for MuJoCo's sake; threads take one trajectory at a time.
        persistent_pool: keep the threads for the next call.
    """
    data = data if isinstance(data, list) else [data]
    nthread = len(data) if len(data) > 1 else 0
    options = dict(control_spec=control_spec, skip_checks=skip_checks, nstep=nstep, initial_warmstart=initial_warmstart,
                   state=state, sensordata=sensordata, chunk_size=chunk_size)
    if not persistent_pool:
        with Rollout(nthread=nthread) as threads:
            return threads.rollout(model, data, initial_state, control, **options)
    global _persistent
    if _persistent is not None and _persistent.nthread != nthread:
        shutdown_persistent_pool()
    if _persistent is None:
        _persistent = Rollout(nthread=nthread)
    return _persistent.rollout(model, data, initial_state, control, **options)


def _prepare(model, data, nstep, spec, chunk_size, **arrays):
    """Checks everything, infers sizes, repeats what is given once, and makes room for results."""
    models = [model] if isinstance(model, MjModel) else list(model)
    data = data if isinstance(data, list) else [data]
    if spec & ~_USER:
        raise ValueError("control_spec can only contain bits in mjSTATE_USER")
    _check_count("nstep", nstep, 0, "nstep must be non-negative")
    _check_count("chunk_size", chunk_size, 1, "chunk_size must be a positive integer")
    axes = {"initial_state": 2, "initial_warmstart": 2, "control": 3, "state": 3, "sensordata": 3}
    arrays = {name: _with_axes(name, array, axes[name]) for name, array in arrays.items()}

    nbatch = _common(0, 1, arrays)
    if nbatch == 1:
        nbatch = len(models)
    if len(models) not in (1, nbatch):
        raise ValueError(f"nbatch inferred as {nbatch} but model is length {len(models)}")
    nstep = _common(1, 1 if nstep is None else int(nstep), {k: v for k, v in arrays.items() if axes[k] == 3})

    sizes = [(mj_stateSize(m, _FULL), mj_stateSize(m, int(spec)), m.nv, m.nsensordata) for m in models]
    if len(set(sizes)) > 1:
        raise ValueError("models are not compatible")
    nstate, ncontrol, nv, nsensordata = sizes[0]
    last = {"initial_state": nstate, "state": nstate, "control": ncontrol, "initial_warmstart": nv,
            "sensordata": nsensordata}
    for name, array in arrays.items():
        if array is not None and array.shape[-1] != last[name]:
            raise ValueError(f"trailing dimension of {name} must be {last[name]}, got {array.shape[-1]}")

    def repeated(name, *shape):
        array = arrays[name]
        return None if array is None else np.ascontiguousarray(np.broadcast_to(array, (*shape, array.shape[-1])))

    def room(name, width):
        return np.empty((nbatch, nstep, width)) if arrays[name] is None else arrays[name]

    return (models * nbatch if len(models) == 1 else models, data, nstep, repeated("initial_state", nbatch),
            repeated("initial_warmstart", nbatch), repeated("control", nbatch, nstep), room("state", nstate),
            room("sensordata", nsensordata))


def _check_count(name, value, least, refusal):
    if value is None:
        return
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool):
        raise ValueError(f"{name} must be an integer")
    if value < least:
        raise ValueError(refusal)


def _with_axes(name, array, axes):
    """The array with new axes in front until it has so many."""
    if array is None:
        return None
    if not isinstance(array, (np.ndarray, float)):
        raise ValueError(f"{name} must be a numpy array or float")
    if np.ndim(array) > axes:
        raise ValueError(f"{name} can have at most {axes} dimensions")
    array = np.asarray(array)
    return np.ascontiguousarray(array.reshape((1,) * (axes - array.ndim) + array.shape), dtype=np.float64)


def _common(axis, size, arrays):
    """The length that all arrays have along an axis, where one stands for any."""
    for name, array in arrays.items():
        if array is None or array.shape[axis] == size:
            continue
        if size == 1:
            size = array.shape[axis]
        elif array.shape[axis] != 1:
            raise ValueError(f"dimension {axis} inferred as {size} but {name} has {array.shape[axis]}")
    return size
