"""Attributes are live views of the engine's memory."""
import gc

import numpy as np
import pytest

import sinew


def test_a_column_is_the_same_array_every_time(humanoid):
    model, data = humanoid
    assert data.qpos is data.qpos
    assert model.body_mass is model.body_mass


def test_what_is_written_to_a_view_the_engine_sees(humanoid):
    model, data = humanoid
    data.qpos[2] = 3.5
    sinew.mj_kinematics(model, data)
    assert data.xpos[1, 2] == 3.5


def test_what_the_engine_writes_a_view_shows(humanoid):
    model, data = humanoid
    sinew.mj_kinematics(model, data)
    xpos = data.xpos
    before = xpos.copy()
    data.qpos[:3] += 1
    sinew.mj_kinematics(model, data)
    assert np.allclose(xpos[1] - before[1], 1)


def test_assignment_copies_into_the_array(humanoid):
    model, data = humanoid
    view = data.qvel
    data.qvel = np.arange(model.nv)
    assert data.qvel is view and view[5] == 5
    data.qvel = 0
    assert not view.any()


def test_model_parameters_can_be_changed(humanoid):
    model, data = humanoid
    model.body_mass[1] = 100
    model.opt.gravity[:] = 0, 0, -1
    model.opt.timestep = 0.25
    assert model.body_mass[1] == 100
    assert list(model.opt.gravity) == [0, 0, -1]
    assert model.opt.timestep == 0.25


def test_views_keep_their_memory_alive(load):
    model = load("humanoid")
    data = sinew.MjData(model)
    qpos, mass, gravity = data.qpos, model.body_mass, model.opt.gravity
    expected = qpos.copy(), mass.copy(), gravity.copy()
    del data, model
    gc.collect()
    [np.full(4000, 7.0) for _ in range(200)]
    for view, value in zip((qpos, mass, gravity), expected):
        assert np.array_equal(view, value)


def test_resetting_and_copying_leave_views_in_place(humanoid):
    model, data = humanoid
    other = sinew.MjData(model)
    names = [name for name, *_ in sinew._sinew.DATA_FIELDS]
    address = {name: getattr(data, name).__array_interface__["data"][0] for name in names}
    sinew.mj_resetData(model, data)
    sinew.mj_copyData(data, model, other)
    fresh = {name: np.asarray(getattr(data, name)).__array_interface__["data"][0] for name in names}
    assert fresh == address
    data.qpos[0] = 42
    sinew.mj_copyData(other, model, data)
    assert other.qpos[0] == 42


@pytest.mark.parametrize("name", ["humanoid", "actuators", "spatial_tendon", "cameras", "keyframes", "sensors"])
def test_shapes_and_types_are_mujocos(load, mujoco, name):
    from conftest import path_of
    theirs = mujoco.MjModel.from_xml_path(str(path_of(name)))
    ours = load(name)
    # what MuJoCo keeps as pixels is not part of golden data
    for pair, fields in [((theirs, ours), sinew._sinew.MODEL_FIELDS),
                         ((mujoco.MjData(theirs), sinew.MjData(ours)), sinew._sinew.DATA_FIELDS)]:
        for field, *_ in fields:
            a, b = (getattr(x, field) for x in pair)
            if isinstance(a, bytes):
                assert a == b, field
            elif field not in ("tex_data", "plugin", "plugin_attr"):
                assert (a.shape, a.dtype) == (b.shape, b.dtype), field


def test_every_field_is_an_attribute_of_the_class():
    for cls, tables in [(sinew.MjModel, ["MODEL_FIELDS"]), (sinew.MjData, ["DATA_FIELDS", "GROWING_FIELDS"])]:
        for table in tables:
            for name, *_ in getattr(sinew._sinew, table):
                assert name in dir(cls)
                assert getattr(cls, name).doc


def test_text_is_bytes(humanoid):
    model, _ = humanoid
    assert isinstance(model.names, bytes) and b"torso" in model.names


def test_options_stand_alone():
    option = sinew.MjOption()
    option.gravity[:] = 1
    option.timestep = 0.5
    assert sinew.MjOption().timestep == 0.002
    assert option != sinew.MjOption()
    assert "timestep: 0.5" in repr(option)
