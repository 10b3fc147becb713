"""Structs of MuJoCo that are no part of a model or a data: statistics, options of algorithms, what viewers need."""
import copy

import numpy as np

__all__ = ["MjLROpt", "MjSolverStat", "MjTimerStat", "MjVfs", "MjWarningStat", "MjrRect", "MjvCamera", "MjvFigure",
           "MjvGLCamera", "MjvGeom", "MjvLight", "MjvOption", "MjvPerturb"]


class MjStruct:
    """Named numbers and arrays, equal if all of them are."""

    _fields = {}
    __hash__ = None

    def __init__(self):
        for name, value in self._fields.items():
            self.__dict__[name] = copy.copy(value)

    def __setattr__(self, name, value):
        if name not in self._fields:
            return object.__setattr__(self, name, value)
        kind = self._fields[name]
        if isinstance(kind, np.ndarray):
            self.__dict__[name][...] = value
        elif isinstance(kind, int):
            if not hasattr(value, "__index__"):
                raise TypeError(f"{name} is an integer, not {value!r}")
            self.__dict__[name] = int(value)
        else:
            self.__dict__[name] = type(kind)(value)

    def __eq__(self, other):
        if not isinstance(other, MjStruct) or other._fields is not self._fields:
            return False
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in self._fields)

    def __copy__(self):
        other = type(self)()
        for name in self._fields:
            setattr(other, name, getattr(self, name))
        return other

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __repr__(self):
        lines = "".join(f"  {name}: {getattr(self, name)!r}\n" for name in sorted(self._fields))
        return f"<{type(self).__name__}\n{lines}>"

    @property
    def _all_fields(self):
        return tuple(self._fields)


def _struct(name, doc, **fields):
    """A struct class; a tuple of numbers stands for an array of so many."""
    defaults = {field: np.array(value, dtype=np.float64) if isinstance(value, tuple) else
                np.zeros(value.stop, dtype=np.int32) if isinstance(value, slice) else value
                for field, value in fields.items()}
    return type(name, (MjStruct,), {"__doc__": doc, "__module__": "sinew", "_fields": defaults})


MjWarningStat = _struct("MjWarningStat", "How often something went wrong.", lastinfo=0, number=0)
MjTimerStat = _struct("MjTimerStat", "Time spent by a part of the pipeline.", duration=0.0, number=0)
MjSolverStat = _struct("MjSolverStat", "What one iteration of a solver did.", improvement=0.0, gradient=0.0,
                       lineslope=0.0, nactive=0, nchange=0, neval=0, nupdate=0)
MjLROpt = _struct("MjLROpt", "Options of finding length ranges.", mode=1, useexisting=1, uselimit=0, accel=20.0,
                  maxforce=0.0, timeconst=1.0, timestep=0.01, inttotal=10.0, interval=2.0, tolrange=0.05)
_O = (0.0, 0.0, 0.0)
_Q = (1.0, 0.0, 0.0, 0.0)
MjvCamera = _struct("MjvCamera", "A camera of a viewer.", type=0, fixedcamid=-1, trackbodyid=-1, lookat=_O, distance=2.0,
                    azimuth=90.0, elevation=-45.0, orthographic=0)
MjvPerturb = _struct("MjvPerturb", "What the user of a viewer drags.", select=0, flexselect=-1, skinselect=-1, active=0,
                     active2=0, refpos=_O, refquat=_Q, refselpos=_O, localpos=_O, localmass=0.0, scale=1.0)
MjvOption = _struct("MjvOption", "What a viewer shows.", label=0, frame=0, geomgroup=slice(6), sitegroup=slice(6),
                    jointgroup=slice(6), tendongroup=slice(6), actuatorgroup=slice(6), flexgroup=slice(6),
                    skingroup=slice(6), flags=slice(31), bvh_depth=1, flex_layer=0)
MjvGLCamera = _struct("MjvGLCamera", "A camera of OpenGL.", pos=_O, forward=_O, up=_O, frustum_center=0.0,
                      frustum_width=0.0, frustum_bottom=0.0, frustum_top=0.0, frustum_near=0.0, frustum_far=0.0,
                      orthographic=0)
MjvGeom = _struct("MjvGeom", "A shape that a viewer draws.", type=0, dataid=-1, objtype=0, objid=-1, category=0, matid=-1,
                  texcoord=0, segid=-1, size=_O, pos=_O, mat=(0.0,) * 9, rgba=(0.0,) * 4, emission=0.0, specular=0.0,
                  shininess=0.0, reflectance=0.0, label="", camdist=0.0, modelrbound=0.0, transparent=0)
MjvLight = _struct("MjvLight", "A light of a viewer.", id=0, pos=_O, dir=_O, type=0, attenuation=_O, cutoff=0.0,
                   exponent=0.0, ambient=_O, diffuse=_O, specular=_O, headlight=0, castshadow=0, bulbradius=0.0,
                   intensity=0.0, range=0.0)
MjvFigure = _struct("MjvFigure", "A plot in a viewer.", title="", xlabel="", xformat="", yformat="", minwidth="")
MjrRect = type("MjrRect", (_struct("MjrRect", "A rectangle of pixels.", left=0, bottom=0, width=0, height=0),), {
    "__doc__": "A rectangle of pixels.", "__module__": "sinew",
    "__init__": lambda self, left=0, bottom=0, width=0, height=0: self.__dict__.update(
        left=left, bottom=bottom, width=width, height=height)})
MjvOption._fields["geomgroup"][:3] = 1
MjvOption._fields["sitegroup"][:3] = 1


class MjVfs:
    """Files in memory that models are compiled from: `vfs["box.obj"] = content`."""

    def __init__(self):
        self._files = {}

    def _open(self):
        if self._files is None:
            raise RuntimeError("this MjVfs is closed")
        return self._files

    def __setitem__(self, name, content):
        files = self._open()
        if name in files:
            raise ValueError(f"Repeated file name in vfs: {name}")
        files[name] = content.encode() if isinstance(content, str) else bytes(content)

    def __delitem__(self, name):
        del self._open()[name]

    def __contains__(self, name):
        return name in self._open()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Forgets the files."""
        self._files = None


class Through(np.ndarray):
    """A copy of an array of a contact; what is written into it goes to the contact too."""

    _to = None

    def __array_finalize__(self, source):
        self._to = None

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        if self._to is not None:
            contact, name = self._to
            setattr(contact, name, np.asarray(self))

    @staticmethod
    def make(array, contact, name):
        array = array.view(Through)
        array._to = contact, name
        return array
