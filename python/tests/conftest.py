import importlib.util
from pathlib import Path

import pytest

import sinew

ROOT = Path(__file__).resolve().parents[2]


def path_of(name):
    """The model file of that name, ours."""
    return next((ROOT / "models").rglob(f"{name}.xml"))


def tool(name):
    """A script of python/tools, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "python" / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def load():
    """Loads a model of ours by name, as MuJoCo compiled it."""
    return lambda name: sinew.MjModel.from_binary_path(str(ROOT / "golden" / "data" / f"{name}.model"))


@pytest.fixture
def humanoid(load):
    model = load("humanoid")
    return model, sinew.MjData(model)


@pytest.fixture
def mujoco():
    """MuJoCo itself, to compare with."""
    return pytest.importorskip("mujoco", reason="mujoco-core is not installed: nothing to compare with")
