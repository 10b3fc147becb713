"""Small functions of MuJoCo that need no speed: conversions, defaults, dumps."""
import datetime
import math

import numpy as np

from sinew import _enums
from sinew._sinew import (FatalError, MjOption, MjVisual, mj_fullM, mju_axisAngle2Quat, mju_mulQuat, mju_normalize3,
                          mju_normalize4, mju_quat2Mat)

__all__ = ["mj_addM", "mj_clearCache", "mj_defaultLROpt", "mj_defaultOption", "mj_defaultSolRefImp", "mj_defaultVisual",
           "mj_flex", "mj_getCache", "mj_getCacheCapacity", "mj_getCacheSize", "mj_loadTexture", "mj_printData",
           "mj_printFormattedData", "mj_printFormattedModel", "mj_printModel", "mj_setCacheCapacity", "mju_d2n",
           "mju_decodePyramid", "mju_encodePyramid", "mju_f2n", "mju_mat2Rot", "mju_n2d", "mju_n2f",
           "mju_printMatSparse", "mju_springDamper", "mju_str2Type", "mju_type2Str", "mju_writeLog",
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


def mj_defaultVisual(vis):
    """Sets visualisation options to their defaults."""
    blank = MjVisual()
    for group in ("global_", "quality", "headlight", "map", "scale", "rgba"):
        setattr(vis, group, getattr(blank, group))


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


_KINDS = {kind.name.removeprefix("mjOBJ_").lower(): int(kind) for kind in _enums.mjtObj
          if kind.name not in ("mjOBJ_UNKNOWN", "mjNOBJECT", "mjOBJ_DEFAULT", "mjOBJ_MODEL")}


def mju_type2Str(type):  # noqa: A002
    """Name of an object type; None if it has none."""
    return next((name for name, kind in _KINDS.items() if kind == type), None)


def mju_str2Type(str):  # noqa: A002
    """Object type of that name; 0 if there is none."""
    return _KINDS.get(str.decode() if isinstance(str, bytes) else str, 0)


def mju_writeNumBytes(nbytes):
    """A number of bytes with a unit."""
    for unit in ("", "K", "M", "G", "T", "P"):
        if nbytes < 1 << 10 or nbytes % (1 << 10):
            return f"{nbytes}{unit}"
        nbytes >>= 10
    return f"{nbytes}E"


def mju_mat2Rot(quat, mat):
    """Turns a quaternion towards the rotation in a matrix, in small steps; returns how many it took.

    Müller, Bender, Chentanez, Macklin: A robust method to extract the rotational part of deformations (2016).
    """
    _filled("quat", quat, 4, quat)
    columns = np.reshape(np.asarray(mat, dtype=np.float64), (3, 3)).T
    axes, step = np.zeros(9), np.zeros(4)
    for count in range(500):
        mju_quat2Mat(axes, quat)
        rows = axes.reshape(3, 3).T
        x, y, z = np.cross(rows, columns)
        along = sum(r[0] * c[0] + r[1] * c[1] + r[2] * c[2] for r, c in zip(rows, columns))
        turn = (x + y + z) * (1 / (abs(along) + 1e-15))
        angle = mju_normalize3(turn)
        if angle < 1e-9:
            break
        mju_axisAngle2Quat(step, turn, angle)
        mju_mulQuat(quat, step, quat)
        mju_normalize4(quat)
    else:
        count = 500
    return count


def mj_addM(m, d, dst, rownnz, rowadr, colind):
    """Adds the joint-space inertia to the lower triangle of a sparse matrix, or of a full one if there is no pattern."""
    full = np.zeros((m.nv, m.nv))
    mj_fullM(m, d, full)
    if rownnz is None and rowadr is None and colind is None:
        dst.reshape(m.nv, m.nv)[...] += np.tril(full)
        return
    for i, (count, start) in enumerate(zip(rownnz, rowadr)):
        columns = np.asarray(colind[start:start + count])
        dst[start:start + count] += np.where(columns <= i, full[i, columns], 0.0)


def mju_printMatSparse(mat, rownnz, rowadr, colind):
    """Prints a sparse matrix: the columns and numbers of each row."""
    for count, start in zip(rownnz, rowadr):
        print(" ".join(f"{colind[k]:>2d}: {mat[k]:.3f}" for k in range(start, start + count)))


def mju_writeLog(type, msg):  # noqa: A002
    """Appends a line with the date to MUJOCO_LOG.TXT in the working folder."""
    with open("MUJOCO_LOG.TXT", "a") as log:
        log.write(f"{datetime.datetime.now():%c}\n{type}: {msg}\n\n")


def mj_flex(m, d):
    """Flexes: a model of Sinew has none, so there is nothing to compute."""


def mj_loadTexture(m, id):  # noqa: A002
    """Pixels of a texture, a copy of (height, width, channels), and its colour space."""
    if not 0 <= id < m.ntex:
        raise ValueError(f"texture id {id} is out of range: there are {m.ntex}")
    return m.texture(id).data.copy(), int(m.tex_colorspace[id])


def mj_clearCache(*_):
    """Forgets compiled assets: Sinew keeps none."""


def mj_getCache():
    """The cache of compiled assets: Sinew keeps none, so this is None."""


def mj_getCacheSize(_cache):
    """Bytes in the cache: none."""
    return 0


def mj_getCacheCapacity(_cache):
    """Bytes that the cache may hold: none."""
    return 0


def mj_setCacheCapacity(_cache, _size):
    """Bytes that the cache may hold from now on: none."""
    return 0


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
