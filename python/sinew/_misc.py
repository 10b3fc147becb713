"""Small functions of MuJoCo that need no speed: conversions, defaults, dumps."""
import math

import numpy as np

from sinew import _enums
from sinew._sinew import FatalError, MjOption

__all__ = ["mj_clearCache", "mj_defaultLROpt", "mj_defaultOption", "mj_defaultSolRefImp", "mj_printData",
           "mj_printFormattedData", "mj_printFormattedModel", "mj_printModel", "mju_d2n", "mju_decodePyramid",
           "mju_encodePyramid", "mju_f2n", "mju_n2d", "mju_n2f", "mju_springDamper", "mju_str2Type", "mju_type2Str",
           "mju_writeNumBytes"]


def _filled(name, array, n, values):
    if array is None:
        return
    if not (isinstance(array, np.ndarray) and array.dtype == np.float64 and array.size == n):
        raise TypeError(f"{name} should be an array of {n} numbers")
    array.reshape(-1)[:] = values


def mj_defaultSolRefImp(solref, solimp):
    """The default parameters of constraints."""
    _filled("solref", solref, 2, (0.02, 1.0))
    _filled("solimp", solimp, 5, (0.9, 0.95, 0.001, 0.5, 2.0))


def mj_defaultOption(opt):
    """Sets options to their defaults."""
    blank = MjOption()
    for name in dir(MjOption):
        if type(getattr(MjOption, name)).__name__ == "field":
            setattr(opt, name, getattr(blank, name))


def mj_defaultLROpt(opt):
    """Sets the options of finding length ranges to their defaults."""
    for name, value in type(opt)._fields.items():
        setattr(opt, name, value)


def mju_encodePyramid(pyramid, force, mu):
    """A contact force as forces along the edges of its pyramid: half of `f₀/n ± fᵢ/μᵢ` each."""
    force, mu = np.asarray(force), np.asarray(mu)
    n = mu.size
    if pyramid.size != 2 * n or force.size != n + 1:
        raise TypeError("for n friction coefficients there are n + 1 forces and 2 n edges")
    share, along = force[0] / n, force[1:] / mu
    pyramid[0::2] = 0.5 * (share + along)
    pyramid[1::2] = 0.5 * (share - along)


def mju_decodePyramid(force, pyramid, mu):
    """A contact force from the forces along the edges of its pyramid."""
    pyramid, mu = np.asarray(pyramid), np.asarray(mu)
    n = mu.size
    if pyramid.size != 2 * n or force.size != n + 1:
        raise TypeError("for n friction coefficients there are n + 1 forces and 2 n edges")
    force[0] = pyramid.sum()
    force[1:] = (pyramid[0::2] - pyramid[1::2]) * mu


def mju_springDamper(pos0, vel0, Kp, Kv, dt):
    """Position of a unit mass on a spring and a damper after a time."""
    square = Kv * Kv - 4 * Kp
    if abs(square) < 1e-15:
        rate = -0.5 * Kv
        return math.exp(rate * dt) * (pos0 + (vel0 - rate * pos0) * dt)
    if square < 0:
        w = 0.5 * math.sqrt(-square)
        b = (vel0 + 0.5 * Kv * pos0) / w
        return math.exp(-0.5 * Kv * dt) * (pos0 * math.cos(w * dt) + b * math.sin(w * dt))
    r1, r2 = (0.5 * (-Kv + sign * math.sqrt(square)) for sign in (-1, 1))
    c1 = (pos0 * r2 - vel0) / (r2 - r1)
    return c1 * math.exp(r1 * dt) + (pos0 - c1) * math.exp(r2 * dt)


def _copied(res, vec):
    res[:] = vec


def mju_n2d(res, vec):
    """Copies numbers."""
    _copied(res, vec)


def mju_d2n(res, vec):
    """Copies numbers."""
    _copied(res, vec)


def mju_n2f(res, vec):
    """Copies numbers into single precision."""
    _copied(res, vec)


def mju_f2n(res, vec):
    """Copies numbers out of single precision."""
    _copied(res, vec)


_WORDS = {"XBODY": "xbody", "KEY": "key", "HFIELD": "hfield"}


def mju_type2Str(type):  # noqa: A002
    """Name of an object type."""
    try:
        return _enums.mjtObj(type).name.removeprefix("mjOBJ_").lower()
    except ValueError:
        return ""


def mju_str2Type(str):  # noqa: A002
    """Object type of that name; 0 if there is none."""
    return int(_enums.mjtObj.__members__.get(f"mjOBJ_{str.upper()}", 0))


def mju_writeNumBytes(nbytes):
    """A number of bytes with a unit."""
    for unit in ("", "K", "M", "G", "T", "P"):
        if nbytes < 1 << 10 or nbytes % (1 << 10):
            return f"{nbytes}{unit}"
        nbytes >>= 10
    return f"{nbytes}E"


def mj_clearCache(*_):
    """Forgets compiled assets: Sinew keeps none."""


def _dump(owner, filename, float_format="% -9.2g"):
    form = lambda x: float_format.replace("%", "%", 1) % x
    with open(filename, "w") as out:
        for name in sorted(name for name in dir(owner) if not name.startswith("_")):
            try:
                value = getattr(owner, name)
            except (AttributeError, FatalError):
                continue
            if isinstance(value, np.ndarray) and value.size:
                out.write(f"{name.upper()}\n")
                rows = value.reshape(len(value), -1)
                for i, row in enumerate(rows):
                    words = " ".join(form(x) if value.dtype.kind == "f" else str(x) for x in row)
                    out.write(f"  {i:4d}: {words}\n")
                out.write("\n")
            elif isinstance(value, (int, float)):
                out.write(f"  {name:<24} {value}\n")


def mj_printModel(m, filename):
    """Writes all numbers of a model as text."""
    _dump(m, filename)


def mj_printData(m, d, filename):
    """Writes all numbers of a data as text."""
    _dump(d, filename)


def mj_printFormattedModel(m, filename, float_format):
    """Writes all numbers of a model as text, in a given format."""
    _dump(m, filename, float_format)


def mj_printFormattedData(m, d, filename, float_format):
    """Writes all numbers of a data as text, in a given format."""
    _dump(d, filename, float_format)
