"""Sinew under the name `mujoco`."""
import importlib
import sys
import types

_PARTS = ("_structs", "_functions", "_enums", "_constants", "_errors", "_callbacks", "_specs", "_render", "egl", "glfw",
          "osmesa", "renderer")
_MODULES = ("batch", "minimize", "rollout", "viewer")


def as_mujoco():
    """Makes `import mujoco` give Sinew, here and in packages imported later; returns the module."""
    sinew = sys.modules["sinew"]
    present = sys.modules.get("mujoco")
    if present is not None and present is not sinew:
        raise RuntimeError("mujoco is imported already; call sinew.as_mujoco() before anything imports it")
    sys.modules["mujoco"] = sinew
    for part in _PARTS:
        name = f"mujoco.{part}"
        if name not in sys.modules:
            module = types.ModuleType(name, f"What MuJoCo keeps in {name}.")
            module.__getattr__ = lambda attribute: getattr(sinew, attribute)
            sys.modules[name] = module
        if not hasattr(sinew, part):
            setattr(sinew, part, sys.modules[name])
    for part in _MODULES:
        sys.modules[f"mujoco.{part}"] = importlib.import_module(f"sinew.{part}")
    return sinew
