"""Misuse is refused, by an exception that says what is wrong."""
from pathlib import Path

import numpy as np
import pytest

import sinew

ROOT = Path(__file__).resolve().parents[2]


def test_a_wrong_size_is_refused(humanoid):
    _, data = humanoid
    with pytest.raises(ValueError, match=r"\(3,\).*\(28,\)"):
        data.qpos = np.zeros(3)


def test_a_wrong_type_is_refused(humanoid):
    _, data = humanoid
    with pytest.raises(ValueError):
        data.ctrl = np.array(["a"])


def test_a_data_of_another_model_is_refused(humanoid, load):
    _, data = humanoid
    with pytest.raises(ValueError, match="another MjModel"):
        sinew.mj_kinematics(load("pendulum"), data)


def test_structure_is_read_only(humanoid):
    model, _ = humanoid
    for name in ("body_parentid", "jnt_type", "jnt_qposadr", "geom_bodyid", "actuator_trnid"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(model, name)[0] = 10**8


def test_sizes_are_read_only(humanoid):
    model, data = humanoid
    for owner, name in [(model, "nq"), (data, "ncon"), (data, "nefc")]:
        with pytest.raises(AttributeError, match="read-only"):
            setattr(owner, name, 10**8)


def test_unknown_choices_are_refused(humanoid):
    model, _ = humanoid
    for name in ("integrator", "solver", "cone", "jacobian"):
        with pytest.raises(ValueError, match=f"opt.{name} cannot be 99"):
            setattr(model.opt, name, 99)


def test_names_and_ids_out_of_range_are_refused(humanoid):
    model, data = humanoid
    with pytest.raises(KeyError, match="Valid names"):
        model.body("nobody")
    with pytest.raises(IndexError):
        data.body(10**6)
    with pytest.raises(IndexError):
        data.contact[10**6]


def test_output_arrays_are_checked(humanoid):
    model, data = humanoid
    with pytest.raises(TypeError, match="res: expected 27 numbers"):
        sinew.mj_mulM(model, data, np.zeros(3), np.zeros(model.nv))
    with pytest.raises(TypeError, match="vec: expected 27 numbers"):
        sinew.mj_mulM(model, data, np.zeros(model.nv), np.zeros(3))
    with pytest.raises(TypeError, match="numpy array of f64"):
        sinew.mj_mulM(model, data, np.zeros(model.nv, np.float32), np.zeros(model.nv))


def test_constructors_are_checked():
    with pytest.raises(TypeError, match="from_xml_path"):
        sinew.MjModel()
    for bad in (None, 3):
        with pytest.raises(TypeError):
            sinew.MjData(bad)


def test_missing_names_say_so():
    with pytest.raises(AttributeError, match="sinew has no 'mj_embedAssets' yet"):
        sinew.mj_embedAssets


def test_damaged_binaries_are_refused(tmp_path, load):
    good = load("pendulum")._to_bytes()
    bad = tmp_path / "bad.model"
    for damage in (good[:100], good[:-1], b"", b"x" + good, good[:200] + b"\xff" + good[201:]):
        bad.write_bytes(damage)
        with pytest.raises(ValueError):
            sinew.MjModel.from_binary_path(str(bad))
    with pytest.raises(ValueError, match="nowhere"):
        sinew.MjModel.from_binary_path(str(tmp_path / "nowhere.model"))


def test_keyframes_out_of_range_are_refused(load):
    model = load("keyframes")
    data = sinew.MjData(model)
    for key in (2, 10**6, -1):
        with pytest.raises(ValueError):
            sinew.mj_resetDataKeyframe(model, data, key)
    sinew.mj_resetDataKeyframe(model, data, 0)
    assert data.time == 1.5


def test_callbacks_within_callbacks_have_a_bottom(humanoid):
    model, data = humanoid
    depth = []

    def again(model, data):
        depth.append(0)
        sinew.mj_step(model, data)

    sinew.set_mjcb_control(again)
    try:
        with pytest.raises(RecursionError, match="within themselves"):
            sinew.mj_step(model, data)
    finally:
        sinew.set_mjcb_control(None)
    assert 10 < len(depth) < 1000
    sinew.mj_step(model, data)


def test_a_batch_that_no_memory_holds_is_refused(humanoid):
    from sinew.batch import Batch

    with pytest.raises(ValueError, match="2147483647 simulations take"):
        Batch(humanoid[0], 2**31 - 1)


def test_callbacks_that_fail_are_the_error_of_the_step():
    model = sinew.MjModel.from_xml_string("""<mujoco><worldbody>
        <body><freejoint/><geom size=".1"/></body>
        <body pos=".1 0 0"><joint name="j"/><geom size=".1"/></body></worldbody>
        <actuator><general joint="j" gaintype="user"/></actuator></mujoco>""")
    data = sinew.MjData(model)

    def fails(*_):
        raise KeyError("mine")

    for name, function, error in [("act_gain", lambda *_: "much", TypeError), ("act_gain", fails, KeyError),
                                  ("contactfilter", fails, KeyError), ("passive", fails, KeyError)]:
        setter = getattr(sinew, f"set_mjcb_{name}")
        setter(function)
        try:
            with pytest.raises(error):
                sinew.mj_step(model, data)
        finally:
            setter(None)
        assert np.isfinite(data.qpos).all() and data.time == 0
    sinew.mj_step(model, data)
    assert data.time > 0


def test_a_rollout_calls_callbacks(humanoid):
    from sinew import rollout

    model, data = humanoid
    start = np.zeros((2, sinew.mj_stateSize(model, sinew.mjtState.mjSTATE_FULLPHYSICS)))
    sinew.mj_getState(model, data, start[0], sinew.mjtState.mjSTATE_FULLPHYSICS)
    start[1] = start[0]
    calls = []
    sinew.set_mjcb_control(lambda model, data: calls.append(data.time))
    try:
        state, _ = rollout.rollout(model, data, start, nstep=5)
    finally:
        sinew.set_mjcb_control(None)
    assert len(calls) >= 10 and np.array_equal(state[0], state[1])
    plain, _ = rollout.rollout(model, data, start, nstep=5)
    assert np.array_equal(plain, state)


def test_a_contact_takes_what_fits(humanoid):
    model, data = humanoid
    data.qpos[2] = 0.5
    sinew.mj_forward(model, data)
    contact = data.contact[0]
    with pytest.raises(TypeError, match="'pos' holds 3 numbers, got 2"):
        contact.pos = [1, 2]
    contact.friction = [1, 2, 3, 4, 5]
    assert list(data.contact[0].friction) == [1, 2, 3, 4, 5]


def test_saving_replaces_a_file_as_a_whole_and_follows_links(humanoid, tmp_path):
    model, _ = humanoid
    file, link = tmp_path / "model", tmp_path / "link"
    file.write_bytes(b"old")
    link.symlink_to(file)
    sinew.mj_saveModel(model, str(link), None)
    assert link.is_symlink() and sinew.MjModel.from_binary_path(str(file)).nq == model.nq
    with pytest.raises(OSError):
        sinew.mj_saveModel(model, str(tmp_path / "none" / "model"), None)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "model"]


@pytest.fixture
def everything():
    model = sinew.MjModel.from_xml_path(str(ROOT / "crates/sinew/tests/models/everything.xml"))
    return model, sinew.MjData(model)


def test_choices_that_there_are_not_are_named_by_the_step(everything):
    model, data = everything
    for dim in (-1, 0, 2, 7, 2**31 - 1):
        model.geom_condim[3] = dim
        with pytest.raises(sinew.FatalError, match=rf"geom_condim\[3\] is {dim}"):
            sinew.mj_step(model, data)
    model.geom_condim[3] = 3
    sinew.mj_step(model, data)


def test_ids_and_counts_that_users_may_write_lead_nowhere(everything):
    model, data = everything
    for name, value in [("geom_matid", 10**6), ("sensor_intprm", -1), ("sensor_intprm", 10**6), ("geom_group", -1),
                        ("cam_mode", 99), ("light_mode", -1)]:
        before = getattr(model, name).copy()
        getattr(model, name)[:] = value
        sinew.mj_step(model, data)
        getattr(model, name)[:] = before
    # the site beside an obstacle is a number among reals
    model.wrap_prm[model.wrap_type == sinew.mjtWrap.mjWRAP_CYLINDER] = 1e300
    sinew.mj_step(model, data)


def test_a_step_that_is_cut_short_costs_the_data_and_not_the_process(everything):
    model, data = everything
    sinew.mj_step(model, data)
    forces, lengths = data.cfrc_ext, data.ten_length
    data.ten_wrapadr[:] = 10**9
    with pytest.raises(sinew.FatalError, match="inconsistent"):
        sinew.mj_step2(model, data)
    # arrays that were there stay sound, and so does what was not lost
    forces[:] = 1
    assert forces.sum() == forces.size and np.isfinite(lengths).all() and data.qpos.size == model.nq
    for again in (sinew.mj_step, sinew.mj_resetData):
        with pytest.raises(sinew.FatalError, match="make a new one"):
            again(model, data)
    with pytest.raises(sinew.FatalError, match="make a new one"):
        data.cfrc_ext
    sinew.mj_step(model, sinew.MjData(model))
