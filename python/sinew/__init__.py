"""Sinew: MuJoCo's physics in safe Rust, under MuJoCo's names.

`import sinew as mujoco` runs scripts written for MuJoCo; `sinew.as_mujoco()` serves packages that import `mujoco`
themselves.
"""
from sinew import _constants, _enums, _named, _sinew
from sinew._constants import *  # noqa: F403
from sinew._drop_in import as_mujoco
from sinew._enums import *  # noqa: F403
from sinew._sinew import *  # noqa: F403
from sinew._sinew import __sinew_version__

_named.attach(_sinew.MjModel, _sinew.MjData)

__version__ = "4.0.1"
"""The release of MuJoCo whose behaviour this is; Sinew's own version is `__sinew_version__`."""


def mj_version():
    """The release of MuJoCo whose behaviour this is, as a number."""
    return _constants.mjVERSION_HEADER


def mj_versionString():
    """The release of MuJoCo whose behaviour this is."""
    return __version__


def __getattr__(name):
    if name.startswith(("mj", "Mj")):
        raise AttributeError(f"sinew has no '{name}' yet")
    raise AttributeError(f"module 'sinew' has no attribute '{name}'")
