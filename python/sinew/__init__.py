"""Sinew: MuJoCo's physics in safe Rust, under MuJoCo's names.

`import sinew as mujoco` runs scripts written for MuJoCo; `sinew.as_mujoco()` serves packages that import `mujoco`
themselves.
"""
import numpy as _np

from sinew import _absent, _constants, _enums, _named, _sinew, _structs
from sinew._absent import GLContext, MjrContext, MjSpec, MjvScene, Renderer
from sinew._algebra import *  # noqa: F403
from sinew._constants import *  # noqa: F403
from sinew._drop_in import as_mujoco
from sinew._enums import *  # noqa: F403
from sinew._misc import *  # noqa: F403
from sinew._sinew import *  # noqa: F403
from sinew._sinew import __sinew_version__
from sinew._structs import *  # noqa: F403

del Batch, Rollout  # noqa: F821: the classes of sinew.batch and sinew.rollout are in front of these

_named.attach(_sinew.MjModel, _sinew.MjData)
_sinew.MjContact._through = staticmethod(_structs.Through.make)

MJTNUM_DTYPE = _np.float64
"""Type of the numbers of MuJoCo, `mjtNum`."""
__version__ = "4.0.1"
"""The release of MuJoCo whose behaviour this is; Sinew's own version is `__sinew_version__`."""
_MODULES = ("batch", "derivatives", "minimize", "rollout", "viewer")


def mj_version():
    """The release of MuJoCo whose behaviour this is, as a number."""
    return _constants.mjVERSION_HEADER


def mj_versionString():
    """The release of MuJoCo whose behaviour this is."""
    return __version__


def __getattr__(name):
    if name in _MODULES:
        import importlib
        return importlib.import_module(f"sinew.{name}")
    absent = _absent.named(name)
    if absent is not None:
        return absent
    if name.startswith(("mj", "Mj")):
        raise AttributeError(f"sinew has no '{name}' yet")
    raise AttributeError(f"module 'sinew' has no attribute '{name}'")
