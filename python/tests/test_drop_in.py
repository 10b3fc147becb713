"""Sinew under MuJoCo's name."""
import subprocess
import sys

import pytest

import sinew


def test_versions():
    assert sinew.__version__ == "4.0.1" and sinew.mj_version() == sinew.mjVERSION_HEADER == 4000001
    assert sinew.__sinew_version__.count(".") == 2


def test_as_mujoco_serves_imports():
    code = (
        "import sinew; sinew.as_mujoco(); import mujoco; assert mujoco is sinew\n"
        "from mujoco import MjModel, mjtObj; from mujoco._structs import MjData; from mujoco._enums import mjtGeom\n"
        "import mujoco._functions; assert mujoco._functions.mj_kinematics is sinew.mj_kinematics\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_as_mujoco_comes_first(mujoco):
    code = "import mujoco, sinew\ntry: sinew.as_mujoco()\nexcept RuntimeError: raise SystemExit(7)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 7


def test_enumerations_are_integers():
    kind = sinew.mjtJoint.mjJNT_BALL
    assert kind == 1 and kind + 1 == 2 and [10, 20][kind] == 20 and sinew.mjtJoint(1) is kind
    assert kind.name == "mjJNT_BALL" and kind.value == 1 and str(kind) == "mjtJoint.mjJNT_BALL"
    assert list(sinew.mjtJoint.__members__)[0] == "mjJNT_FREE"


def test_enumerations_and_constants_are_mujocos(mujoco):
    for name in dir(sinew):
        ours, theirs = getattr(sinew, name), getattr(mujoco, name, None)
        if name.startswith("mjt") and theirs is not None:
            for member, value in theirs.__members__.items():
                assert getattr(ours, member) == int(value), (name, member)
        elif name.startswith("mj") and name[2].isupper():
            assert ours == theirs, name


def test_contexts_of_opengl_can_be_imported_and_refuse():
    code = (
        "import sinew; sinew.as_mujoco()\n"
        "from mujoco.egl import GLContext; from mujoco.osmesa import GLContext; from mujoco.glfw import GLContext\n"
        "from mujoco.renderer import Renderer\n"
        "try: GLContext(640, 480)\n"
        "except sinew.FatalError as error: assert 'no rendering yet' in str(error)\n"
        "else: raise SystemExit(1)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_text_may_be_bytes():
    model = sinew.MjModel.from_xml_string(b"<mujoco><worldbody><body name='b'/></worldbody></mujoco>")
    assert sinew.mj_name2id(model, sinew.mjtObj.mjOBJ_BODY, b"b") == 1
    assert sinew.mju_str2Type(b"joint") == sinew.mjtObj.mjOBJ_JOINT
    with pytest.raises(ValueError, match="expected text"):
        sinew.MjModel.from_xml_string(b"\xff")
