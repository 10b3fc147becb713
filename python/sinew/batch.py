"""Many simulations of one model, on several threads.

    batch = Batch(model, nsim=1024, nthread=8)
    qpos, ctrl = batch.bind("qpos"), batch.bind("ctrl")
    for _ in range(1000):
        ctrl[:] = policy(qpos)
        batch.step()

A simulation is a row: its state with all inputs. A call loads rows, runs, refreshes the fields that were bound, and
saves the rows. State fields are views of the rows, so that writing them changes the simulations; other fields are
refreshed by every call and are read-only. `expand` gives a field of the model a value for each simulation; `set_models`
runs each on a model of its own. A simulation that fails keeps its row, and the others go on. Results have the bits of a
plain loop over MjData at any number of threads.

An MjData serves many simulations, unless the batch is persistent, which models with sleep need.
"""
import copy
import difflib
import functools
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sinew import _enums
from sinew._sinew import Batch as _Engine
from sinew._sinew import MjData, MjModel, mj_stateSize

__all__ = ["Batch", "DATA_FIELDS", "MODEL_FIELDS", "SimulationError"]

_STATE = _enums.mjtState
_STAGE = _enums.mjtStage
_STATE_FIELDS = {"qacc_warmstart": _STATE.mjSTATE_WARMSTART, "plugin_state": _STATE.mjSTATE_PLUGIN} | {
    name: getattr(_STATE, f"mjSTATE_{name.upper()}")
    for name in ("time", "qpos", "qvel", "act", "history", "ctrl", "qfrc_applied", "xfrc_applied", "eq_active",
                 "mocap_pos", "mocap_quat", "userdata", "plastic")}


class SimulationError(RuntimeError):
    """Some simulations of a call failed, and kept the state that they had; `ids` names them."""

    def __init__(self, ids: NDArray[Any], message: str, ncall: int | None = None) -> None:
        self.ids = ids
        first = ", ".join(map(str, ids[:5])) + (", ..." if len(ids) > 5 else "")
        of = "" if ncall is None else f" of {ncall}"
        super().__init__(f"MuJoCo raised in {len(ids)}{of} simulations ({first}); simulation {ids[0]}: {message}")


class Batch:
    """`nsim` simulations of a copy of a model, on `nthread` threads (0: all processors); each with an MjData of its own
    if `persistent`."""

    def __init__(self, model: MjModel, nsim: int, nthread: int = 0, persistent: bool = False) -> None:
        self._b = _Engine(model, nsim, nthread, persistent)
        self.model = model
        self._models = None
        self._bound, self._expanded = {}, {}
        self.state, self.warning, self.status = self._b.state(), self._b.warning(), self._b.status()
        self.status.flags.writeable = False

    @functools.cached_property
    def _data(self):
        """A data of the model, for shapes and types."""
        return MjData(self.model)

    def __getattr__(self, name: str) -> Any:
        if name in DATA_FIELDS:
            return self.bind(name)
        hint = "" if name.startswith("__") else _hint(name, DATA_FIELDS, of_model=True)
        raise AttributeError(f"'Batch' object has no attribute {name!r}{hint}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in DATA_FIELDS:
            return object.__setattr__(self, name, value)
        if name not in _STATE_FIELDS:
            raise _is_output(name)
        self.bind(name)[...] = value

    nsim = property(lambda self: self._b.nsim, doc="How many simulations there are.")
    nthread = property(lambda self: self._b.nthread, doc="How many threads work.")
    nstate = property(lambda self: self._b.nstate, doc="Numbers in a row.")
    persistent = property(lambda self: self._b.persistent, doc="Whether each simulation keeps an MjData.")

    def error(self, sim: int) -> str:
        """Why the last call of a simulation failed, or an empty text."""
        return self._b.error(sim)

    def bind(self, name: str) -> NDArray[Any]:
        """A live array over a field of MjData, with a row for each simulation."""
        if name in _STATE_FIELDS:
            offset, size = self._b.state_component(int(_STATE_FIELDS[name]))
            part = self.state[:, offset:offset + size]
            return part[:, 0] if name == "time" else part.reshape(self.nsim, *getattr(self._data, name).shape)
        if name not in self._bound:
            like, rows = _template(self._data, name), self._b.output(name)
            if like is None or rows is None:
                raise _not_bindable(self._data, name)
            rows = rows.reshape(self.nsim, *like.shape)
            rows.flags.writeable = False
            self._bound[name] = rows
        return self._bound[name]

    def expand(self, name: str) -> NDArray[Any]:
        """Gives a field of the model a value for each simulation, and returns them; options are 'opt.gravity' and so on.
        Constants that follow from it change at `set_const`."""
        if name not in self._expanded:
            rows = self._b.expand(name)
            if rows is None:
                raise _not_expandable(self.model, name)
            self._expanded[name] = self._shaped(name, rows)
        return self._expanded[name]

    def expanded(self, name: str) -> NDArray[Any] | None:
        """Values of a field of the model if they differ between simulations, read-only, or None."""
        if name not in MODEL_FIELDS:
            raise _not_expandable(self.model, name)
        rows = self._b.expanded(name)
        return None if rows is None else self._shaped(name, rows)

    def _shaped(self, name, rows):
        if name.startswith("opt."):
            return rows if rows.shape[1] > 1 else rows.reshape(self.nsim)
        shape = getattr(self.model, name).shape
        if rows.shape[1] == int(np.prod(shape)):
            return rows.reshape(self.nsim, *shape)
        # of the bounding volumes only those of bodies
        return rows.reshape(self.nsim, rows.shape[1] // int(np.prod(shape[1:])), *shape[1:])

    def step(self, ids: ArrayLike | None = None, nstep: int = 1, stage: int = _STAGE.mjSTAGE_NONE) -> None:
        """Advances simulations by `nstep` steps, then computes the stages up to `stage` at the new state."""
        ids = _ids(ids, self.nsim)
        self._check(ids, self._b.step(ids, nstep, int(stage)))

    def forward(self, ids: ArrayLike | None = None, stage: int = _STAGE.mjSTAGE_ACC) -> None:
        """Computes the stages up to `stage`, by default all."""
        ids = _ids(ids, self.nsim)
        self._check(ids, self._b.forward(ids, int(stage)))

    def reset(self, ids: ArrayLike | None = None, keyframe: ArrayLike = -1, stage: int = _STAGE.mjSTAGE_ACC) -> None:
        """Sets simulations to the initial state, or to a keyframe (one for all, or one each), and computes stages."""
        ids = _ids(ids, self.nsim)
        keys = _integers(keyframe, (self._count(ids),), -1, max(m.nkey for m in self._all_models()), "keyframe")
        self._check(ids, self._b.reset(ids, keys, int(stage)))

    def get_model(self, sim: int, model: MjModel | None = None) -> MjModel:
        """The model of a simulation, with its own values; written into `model` if given."""
        if model is None:
            model = copy.copy(self._model_of(sim))
        self._b.get_model(sim, model)
        return model

    def get_data(self, sim: int, data: MjData | None = None) -> MjData:
        """The state of a simulation, in a persistent batch its whole data; written into `data` if given."""
        if data is None:
            data = MjData(self.model)
        self._b.get_data(sim, data)
        return data

    def set_models(self, models: MjModel | Iterable[MjModel] | None) -> None:
        """Runs the simulations on other models of the same layout: one each, one for all, or None for the batch's. Set
        them again after editing one."""
        if models is not None and not isinstance(models, MjModel):
            models = list(models)
        self._b.set_models(models)
        self._models = models

    @property
    def models(self) -> MjModel | tuple[MjModel, ...] | None:
        """The models of `set_models`: None, one, or a tuple."""
        return tuple(self._models) if isinstance(self._models, list) else self._models

    def _model_of(self, sim):
        return self._models[sim] if isinstance(self._models, list) else self._models or self.model

    def _all_models(self):
        return self._models if isinstance(self._models, list) else [self._models or self.model]

    def set_const(self, ids: ArrayLike | None = None) -> None:
        """Recomputes the constants that follow from expanded fields, in each simulation."""
        ids = _ids(ids, self.nsim)
        self._check(ids, self._b.set_const(ids))

    def rollout(self, nstep: int, control: ArrayLike | None = None, control_spec: int = _STATE.mjSTATE_CTRL,
                record: Iterable[str | int] = ("qpos",), ids: ArrayLike | None = None,
                out: Mapping[str | int, NDArray[Any]] | None = None) -> dict[str | int, NDArray[Any]]:
        """Advances simulations by `nstep` steps and records after each: {item: (n, nstep, ...) array}.

        Before each step the parts `control_spec` of the inputs are set from `control`, (n, nstep, ncontrol). A simulation
        that meets a warning stops, and its last records repeat. Items of `record` are names of MjData fields or parts of
        the state; `out` may hold arrays for them.
        """
        ids = _ids(ids, self.nsim)
        n, spec = self._count(ids), int(control_spec)
        if control is not None:
            shape = (n, nstep, mj_stateSize(self.model, spec))
            control = np.ascontiguousarray(np.broadcast_to(control, shape), dtype=np.float64)
        arrays, records = {}, []
        for item in record:
            arrays[item] = self._recorded(item, n, nstep, (out or {}).get(item))
            records.append((item, 0, arrays[item]) if isinstance(item, str) else (None, int(item), arrays[item]))
        self._check(ids, self._b.rollout(ids, nstep, control, spec, records))
        return arrays

    def _recorded(self, item, n, nstep, given):
        """An array for the records of an item."""
        if isinstance(item, str):
            like = _template(self._data, item)
            if like is None:
                raise _not_bindable(self._data, item)
            shape, dtype = (n, nstep, *like.shape), like.dtype
        else:
            shape, dtype = (n, nstep, mj_stateSize(self.model, int(item))), np.dtype(np.float64)
        if given is None:
            return np.empty(shape, dtype)
        good = isinstance(given, np.ndarray) and (given.shape, given.dtype) == (shape, dtype)
        if not (good and given.flags.c_contiguous and given.flags.writeable):
            raise ValueError(f"out[{item!r}] must be a writable C-contiguous {dtype} array of shape {shape}")
        return given

    def jac(self, body: ArrayLike, point: ArrayLike,
            ids: ArrayLike | None = None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Jacobians of a point of a body in each simulation, of translation and rotation, (n, 3, nv) each."""
        ids = _ids(ids, self.nsim)
        n = self._count(ids)
        body = _integers(body, (n,), 0, self.model.nbody, "body")
        point = np.ascontiguousarray(np.broadcast_to(point, (n, 3)), dtype=np.float64)
        jacp, jacr = np.zeros((2, n, 3, self.model.nv))
        self._check(ids, self._b.jac(ids, body, point, jacp, jacr))
        return jacp, jacr

    def ray(self, pnt: ArrayLike, vec: ArrayLike, geomgroup: ArrayLike | None = None, flg_static: bool = True,
            bodyexclude: ArrayLike = -1, ids: ArrayLike | None = None, normal: bool = False) -> tuple[NDArray[Any], ...]:
        """Distances and geoms that rays meet in each simulation, (n, nray) each, -1 for none; with `normal` also the
        normals there. Points and directions are broadcast to (n, nray, 3)."""
        ids = _ids(ids, self.nsim)
        n = self._count(ids)
        pnt, vec = (np.atleast_2d(np.asarray(x, dtype=np.float64)) for x in (pnt, vec))
        nray = np.broadcast_shapes(pnt.shape[:-1], vec.shape[:-1])[-1]
        pnt, vec = (np.ascontiguousarray(np.broadcast_to(x, (n, nray, 3))) for x in (pnt, vec))
        exclude = _integers(bodyexclude, (n, nray), -1, self.model.nbody, "bodyexclude")
        groups = None if geomgroup is None else np.ascontiguousarray(geomgroup, dtype=np.uint8)
        dist, geomid = np.zeros((n, nray)), np.zeros((n, nray), np.int32)
        normals = np.zeros((n, nray, 3)) if normal else None
        self._check(ids, self._b.ray(ids, pnt, vec, groups, flg_static, exclude, dist, geomid, normals))
        return (dist, geomid, normals) if normal else (dist, geomid)

    def _count(self, ids):
        return self.nsim if ids is None else len(ids)

    def _check(self, ids, failures):
        if failures:
            called = np.arange(self.nsim) if ids is None else ids
            failed = called[self.status[called] != 0]
            raise SimulationError(failed, self.error(int(failed[0])), len(called))


def _named(kind, of_data):
    def access(self, key):
        return _Named(self, kind, key, of_data)
    access.__name__, access.__doc__ = kind, f"The {kind} of that name or id, in all simulations."
    return access


for _kind in ("actuator", "body", "camera", "geom", "joint", "light", "sensor", "site", "tendon"):
    setattr(Batch, _kind, _named(_kind, True))
for _kind in ("equality", "keyframe", "material", "numeric", "pair"):
    setattr(Batch, _kind, _named(_kind, False))


class _Named:
    """One object in all simulations: what the views of MjData and MjModel show of it, with a row for each simulation.

    Reading a field of the model does not expand it; assigning does. Addresses, counts, ids and types are the same in all
    simulations and cannot be assigned.
    """

    def __init__(self, batch, kind, key, of_data):
        model_view = getattr(batch.model, kind)(key)
        data_view = getattr(batch._data, kind)(key) if of_data else None
        self.__dict__.update(_batch=batch, _kind=kind, _views=(data_view, model_view), id=model_view.id,
                             name=model_view.name)

    def __getattr__(self, attribute):
        return self._slice(attribute, False)

    def __setattr__(self, attribute, value):
        if attribute in ("id", "name") or attribute.startswith("_"):
            raise AttributeError(f"{attribute} is read-only")
        self._slice(attribute, True)[...] = value

    def _slice(self, attribute, write):
        batch, (data_view, model_view) = self._batch, self._views
        unheld = False
        for view, owner, names, rows_of in ((data_view, batch._data, DATA_FIELDS, self._of_data),
                                            (model_view, batch.model, MODEL_FIELDS, self._of_model)):
            part = getattr(view, attribute, None)
            if not isinstance(part, np.ndarray):
                continue
            if not part.size:
                return _same(part, batch.nsim)
            field = _containing(owner, names, part)
            if field is None:
                unheld = True
                continue
            rows, whole = rows_of(attribute, field, part, write), getattr(owner, field)
            if rows.shape[1:] != whole.shape and field != "bvh_aabb":
                return rows
            start = (part.ctypes.data - whole.ctypes.data) // whole.itemsize
            return rows.reshape(batch.nsim, -1)[:, start:start + part.size].reshape(batch.nsim, *part.shape)
        if unheld:
            raise AttributeError(f"{self._kind} {attribute} is not a slice of a field that the batch binds or expands")
        names = [name for view in self._views if view is not None for name in dir(view)]
        raise AttributeError(f"{attribute} is not a field of a {self._kind}{_did_you_mean(attribute, names)}")

    def _of_data(self, attribute, field, _part, write):
        if write and field not in _STATE_FIELDS:
            raise _is_output(f"{self._kind} {attribute}")
        return self._batch.bind(field)

    def _of_model(self, attribute, field, part, write):
        batch = self._batch
        if batch._models is not None:
            if write:
                raise ValueError(f"{field} comes from the caller models (set_models): edit them and call set_models "
                                 "again")
            each = [getattr(getattr(batch._model_of(i), self._kind)(self.id), attribute) for i in range(batch.nsim)]
            rows = np.stack(each)
            rows.flags.writeable = False
            return rows
        if field in batch._expanded:
            return batch.expand(field)
        if _structural(field, part):
            if write:
                raise ValueError(f"{field} is structural: it cannot differ between simulations")
            return _same(part, batch.nsim)
        rows = batch.expand(field) if write else batch.expanded(field)
        return _same(part, batch.nsim) if rows is None else rows


def _same(part, nsim):
    """The same read-only values in all simulations."""
    return np.broadcast_to(part, (nsim, *part.shape))


def _structural(field, part):
    """Whether a field holds addresses, counts, ids or types."""
    if field.endswith("contype"):
        return False
    return part.dtype.kind in "iu" and field.endswith(("adr", "num", "id", "type"))


def _containing(owner, names, part):
    """The field whose memory holds an array."""
    for name in names:
        whole = getattr(owner, name, None)
        if isinstance(whole, np.ndarray) and whole.dtype == part.dtype:
            offset = part.ctypes.data - whole.ctypes.data
            if 0 <= offset and offset + part.nbytes <= whole.nbytes:
                return name
    return None


def _ids(ids, nsim):
    """Sorted ids of simulations, or a mask of them, as int32; None for all. Nothing is truncated."""
    if ids is None:
        return None
    ids = np.asarray(ids)
    if ids.dtype == bool:
        if ids.shape != (nsim,):
            raise ValueError(f"a boolean mask must have shape ({nsim},)")
        return None if ids.all() else np.flatnonzero(ids).astype(np.int32)
    if ids.ndim != 1:
        raise ValueError("ids must be one-dimensional")
    if ids.size and not np.issubdtype(ids.dtype, np.integer):
        raise ValueError(f"ids must be integers, got {ids.dtype}")
    unsorted = np.flatnonzero(ids[:-1] >= ids[1:])
    if unsorted.size:
        k = unsorted[0]
        raise ValueError(f"ids must be sorted and unique, got {ids[k]} before {ids[k + 1]}")
    for end in ids[:1], ids[-1:]:
        if end.size and not 0 <= end[0] < nsim:
            raise ValueError(f"ids must be in [0, {nsim}), got {end[0]}")
    return np.ascontiguousarray(ids, dtype=np.int32)


def _integers(values, shape, low, high, name):
    """Integers in [low, high), broadcast to a shape, as int32."""
    values = np.asarray(values)
    if not np.issubdtype(values.dtype, np.integer):
        raise ValueError(f"{name} must be integers, got {values.dtype}")
    wrong = values[(values < low) | (values >= high)]
    if wrong.size:
        raise ValueError(f"{name} must be in [{low}, {high}), got {wrong.flat[0]}")
    return np.ascontiguousarray(np.broadcast_to(values, shape), dtype=np.int32)


def _template(data, name):
    """A field as an array; a count as an array without axes."""
    value = getattr(data, name, None)
    if isinstance(value, np.ndarray):
        return np.zeros(_ISLANDS, value.dtype) if name in ("solver_niter", "solver_nnz") else value
    return np.zeros((), np.int32) if isinstance(value, int) and not isinstance(value, bool) else None


_ISLANDS = 20


def _did_you_mean(name, names):
    near = difflib.get_close_matches(name, list(names), n=3)
    return f" (did you mean {', '.join(map(repr, near))}?)" if near else ""


def _hint(name, names, of_model=False):
    if of_model and name in MODEL_FIELDS:
        return f"; {name} is an MjModel field: use expand({name!r})"
    if f"opt.{name}" in MODEL_FIELDS:
        return f"; {name} is an MjOption field: use expand('opt.{name}')"
    return _did_you_mean(name, names)


def _not_bindable(data, name):
    value = getattr(data, name, None)
    if name in MODEL_FIELDS:
        return ValueError(f"{name} is an MjModel field: use expand({name!r})")
    if isinstance(value, int):
        counts = ", ".join(sorted(n for n in DATA_FIELDS if isinstance(getattr(data, n), int)))
        return ValueError(f"{name} is not one of the MjData scalars bind() accepts: {counts}")
    if isinstance(value, np.ndarray):
        return ValueError(f"{name} is in the arena, whose size changes from step to step, and cannot be bound")
    return ValueError(f"{name} is not an MjData array field{_hint(name, DATA_FIELDS)}")


def _not_expandable(model, name):
    if name in DATA_FIELDS:
        return ValueError(f"{name} is an MjData field: use bind({name!r})")
    if isinstance(getattr(model, name, None), np.ndarray):
        return ValueError(f"{name} is asset data, shared by all simulations, and cannot be expanded")
    return ValueError(f"{name} is not an expandable MjModel field{_hint(name, MODEL_FIELDS)}")


def _is_output(name):
    return ValueError(f"{name} is computed by every call and cannot be written; write state fields (qpos, ctrl, ...) or "
                      "expand model fields")


def _field_names():
    """Names that `bind` and `expand` accept, by asking."""
    model = MjModel.from_xml_string("<mujoco/>")
    data, probe = MjData(model), _Engine(model, 1, 1)
    public = lambda owner: [name for name in dir(owner) if not name.startswith("_")]
    bound = {name for name in public(data) if _template(data, name) is not None and probe.output(name) is not None}
    fields = [name for name in public(model) if isinstance(getattr(model, name), np.ndarray)]
    fields += [f"opt.{name}" for name in public(model.opt) if not callable(getattr(model.opt, name))]
    return frozenset(_STATE_FIELDS) | bound, frozenset(name for name in fields if probe.expand(name) is not None)


DATA_FIELDS, MODEL_FIELDS = frozenset(), frozenset()
DATA_FIELDS, MODEL_FIELDS = _field_names()
