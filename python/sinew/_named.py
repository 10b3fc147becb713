"""Named access: `model.body("torso").mass`, `data.joint("knee").qpos`.

A view of an object holds the rows of every column that counts such objects, and the stretches of the columns that it
owns through an address (the dofs of a joint, the readings of a sensor). The field tables say which those are.
"""
import numpy as np

from sinew import _absent, _enums
from sinew._sinew import DATA_FIELDS, MODEL_FIELDS, FatalError, MjVisual, mj_id2name, mj_name2id

# accessor, other names, object type, count, prefixes of its columns
_KINDS = [
    ("body", (), "BODY", "nbody", ("body_",)),
    ("joint", ("jnt",), "JOINT", "njnt", ("jnt_", "dof_")),
    ("geom", (), "GEOM", "ngeom", ("geom_",)),
    ("site", (), "SITE", "nsite", ("site_",)),
    ("camera", ("cam",), "CAMERA", "ncam", ("cam_",)),
    ("light", (), "LIGHT", "nlight", ("light_",)),
    ("mesh", (), "MESH", "nmesh", ("mesh_",)),
    ("skin", (), "SKIN", "nskin", ("skin_",)),
    ("hfield", (), "HFIELD", "nhfield", ("hfield_",)),
    ("texture", ("tex",), "TEXTURE", "ntex", ("tex_",)),
    ("material", ("mat",), "MATERIAL", "nmat", ("mat_",)),
    ("pair", (), "PAIR", "npair", ("pair_",)),
    ("exclude", (), "EXCLUDE", "nexclude", ("exclude_",)),
    ("equality", ("eq",), "EQUALITY", "neq", ("eq_",)),
    ("tendon", ("ten",), "TENDON", "ntendon", ("tendon_", "ten_")),
    ("actuator", (), "ACTUATOR", "nactuator", ("actuator_",)),
    ("sensor", (), "SENSOR", "nsensor", ("sensor_",)),
    ("numeric", (), "NUMERIC", "nnumeric", ("numeric_",)),
    ("text", (), "TEXT", "ntext", ("text_",)),
    ("tuple", (), "TUPLE", "ntuple", ("tuple_",)),
    ("keyframe", ("key",), "KEY", "nkey", ("key_",)),
]
_ON_DATA = ("body", "joint", "geom", "site", "camera", "light", "tendon", "actuator", "sensor")

# stretches of columns that an object owns: rows, address and length
_OWNED = {
    "joint": [("nv", "jnt_dofadr", (6, 3, 1, 1)), ("nq", "jnt_qposadr", (7, 4, 1, 1)),
              ("nplastic", "jnt_plasticadr", (7, 4, 1, 1))],
    "actuator": [("nout", "actuator_outadr", "actuator_outnum"), ("nu", "actuator_ctrladr", "actuator_ctrlnum"),
                 ("na", "actuator_actadr", "actuator_actnum")],
    "tendon": [("nJten", "ten_J_rowadr", "ten_J_rownnz"), ("nplastic", "tendon_plasticadr", 2)],
    "sensor": [("nsensordata", "sensor_adr", "sensor_dim")],
    "numeric": [("nnumericdata", "numeric_adr", "numeric_size")],
    "tuple": [("ntupledata", "tuple_adr", "tuple_size")],
}
_RENAMED = {"sensordata": "data"}
_INSTEAD = {"jnt_bodyid": "dof_bodyid"}  # one body for each dof, as MuJoCo shows it


def _stretch(owner, model, i):
    """First row and number of rows that object `i` owns."""
    _, address, length = owner
    start = int(getattr(model, address)[i])
    if isinstance(length, tuple):
        return start, length[model.jnt_type[i]]
    return start, length if isinstance(length, int) else int(getattr(model, length)[i])


def _attributes(kind, count, prefixes, fields):
    """Attribute of a view -> (column, None or the stretch that it is)."""
    out = {}
    owners = {owner[0]: owner for owner in _OWNED.get(kind, ())}
    for name, rows, *_ in fields:
        if rows != count and rows not in owners or name.startswith("name_") or name in _INSTEAD:
            continue
        short = next((name[len(p):] for p in prefixes if name.startswith(p)), name)
        out.setdefault(_RENAMED.get(short, short), (name, owners.get(rows) if rows != count else None))
    return out


class _View:
    """One object of a model or a data: its columns by their short names. It refers to a twin of its owner, which keeps
    it, so that neither keeps the other alive. What was asked for once is an attribute of its own."""

    _columns = {}
    _type = None

    def __init__(self, owner, model, i):
        self.__dict__.update(_owner=owner, _model=model, id=i)

    @property
    def name(self):
        """Name of the object; empty if it has none."""
        return mj_id2name(self._model, self._type, self.id) or ""

    def __getattr__(self, attribute):
        # threads that ask at once get the same array
        return self.__dict__.setdefault(attribute, self._find(attribute))

    def _find(self, attribute):
        try:
            column, owner = self._columns[attribute]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no '{attribute}'") from None
        array = getattr(self._owner, column)
        if owner is not None:
            start, length = _stretch(owner, self._model, self.id)
            if owner[0] in ("nout", "nu") and length == 1 and array.ndim == 2:
                return array[start]
            return array[start:start + length] if start >= 0 else array[:0]
        return array[self.id:self.id + 1] if array.ndim == 1 else array[self.id]

    def __setattr__(self, attribute, value):
        getattr(self, attribute)[...] = value

    def __dir__(self):
        return [*self._columns, "id", "name"]

    def __repr__(self):
        lines = [f"<{type(self).__name__}"]
        lines += [f"  {name}: {getattr(self, name)!r}" for name in sorted(self.__dir__())]
        return "\n".join(lines) + "\n>"


def _moment(self):
    """Moments of the actuator's outputs about every dof: a copy, in full."""
    data, model = self._owner, self._model
    first, count = int(model.actuator_outadr[self.id]), int(model.actuator_outnum[self.id])
    dense = np.zeros((count, model.nv))
    for row, out in enumerate(range(first, first + count)):
        entries = slice(data.moment_rowadr[out], data.moment_rowadr[out] + data.moment_rownnz[out])
        dense[row, data.moment_colind[entries]] = data.actuator_moment[entries]
    dense.flags.writeable = False
    return dense[0] if count == 1 else dense


def _pixels(self):
    """Pixels of a texture: height, width, channels."""
    model, i = self._model, self.id
    shape = (int(model.tex_height[i]), int(model.tex_width[i]), int(model.tex_nchannel[i]))
    start = int(model.tex_adr[i])
    return model.tex_data[start:start + np.prod(shape)].reshape(shape)


def _limited(self):
    """The same as `limited`, under the name that MuJoCo gives it."""
    return self.limited


# what is not rows of a column: (of a data, kind) -> attributes
_EXTRA = {
    (True, "actuator"): {"moment": property(_moment)},
    (False, "texture"): {"data": property(_pixels)},
    (False, "tendon"): {"_limited": property(_limited)},
}


def _accessor(view, count, of_data):
    def access(self, key=""):
        model = self.model if of_data else self
        n = getattr(model, count)
        if isinstance(key, str):
            i = mj_name2id(model, view._type, key) if key else -1
            if i < 0:
                names = sorted(filter(None, (mj_id2name(model, view._type, k) for k in range(n))))
                raise KeyError(f"Invalid name '{key}'. Valid names: {names}")
        else:
            i = key.__index__()
            if not 0 <= i < n:
                raise IndexError(f"Invalid index {i}. Valid indices from 0 to {n - 1}")
        kept = self._named
        found = kept.get((view, i))
        if found is None:
            twin = kept.get("twin") or kept.setdefault("twin", self._twin())
            found = kept.setdefault((view, i), view(twin, twin.model if of_data else twin, i))
        return found
    return access


def attach(model_class, data_class):
    """Gives the classes their accessors."""
    for kind, aliases, obj, count, prefixes in _KINDS:
        places = [("Model", model_class, MODEL_FIELDS, False)]
        if kind in _ON_DATA:
            places.append(("Data", data_class, DATA_FIELDS, True))
        for side, cls, fields, of_data in places:
            extra = _EXTRA.get((of_data, kind), {})
            view = type(f"_Mj{side}{kind.capitalize()}Views", (_View,), extra | {
                "_columns": _attributes(kind, count, prefixes, fields),
                "_type": int(getattr(_enums.mjtObj, f"mjOBJ_{obj}")),
            })
            access = _accessor(view, count, of_data)
            access.__name__, access.__doc__ = kind, f"The {kind} of that name or id."
            for alias in (kind, *aliases):
                setattr(cls, alias, access)
    _attach_rest(model_class, data_class)


# memory that MuJoCo manages in one block; here each column has its own
_BLOCKS = ("maxuse_arena", "maxuse_stack", "narena", "nbuffer", "nplugin", "parena", "pbase", "pstack")


# fields of MuJoCo 3 that packages look up on every model, and find to be no arrays
_MODEL_OF_3 = ("flex_vertedge", "flex_vertedgeadr", "flex_vertedgenum", "flex_vertmetric", "flexvert_J_colind",
               "flexvert_J_rowadr", "flexvert_J_rownnz")
_DATA_OF_3 = ("flexvert_J", "flexvert_length")


def _attach_rest(model_class, data_class):
    """What the classes have beside their columns."""
    def bind(self, _objects):
        """Binds elements of an MjSpec: not available."""
        raise FatalError(f"bind: {_absent.EDITING}")

    for cls in (model_class, data_class):
        cls.bind = bind
    for name in _BLOCKS:
        setattr(data_class, name, property(lambda _: 0, doc="Always zero: there is no arena."))
    for cls, names in ((model_class, _MODEL_OF_3), (data_class, _DATA_OF_3)):
        for name in names:
            setattr(cls, name, property(lambda _: None, doc="None: MuJoCo 4 has no such field; packages made for 3 ask for it."))
    data_class.plugin_data = property(lambda _: np.zeros(0, dtype=np.uint64), doc="Empty: there are no plugins.")
    model_class._sizes = model_class._size_fields
    model_class._all_fields = property(lambda self: tuple(name for name, *_ in MODEL_FIELDS))
    data_class._all_fields = property(lambda self: tuple(name for name, *_ in DATA_FIELDS))

    def equal(self, other):
        groups = ("global_", "quality", "headlight", "map", "scale", "rgba")
        return isinstance(other, MjVisual) and all(getattr(self, g) == getattr(other, g) for g in groups)
    MjVisual.__eq__, MjVisual.__hash__ = equal, None
