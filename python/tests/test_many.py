"""Many simulations: batches, trajectories, callbacks, contacts in place."""
import copy
import gc
import threading
import weakref

import numpy as np
import pytest

import sinew
from sinew import batch, rollout

XML = """<mujoco>
  <worldbody>
    <geom type="plane" size="1 1 .1"/>
    <body name="box" pos="0 0 .1"><freejoint name="free"/><geom type="box" size=".1 .1 .1"/></body>
    <body name="arm" pos="1 0 1"><joint name="hinge" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge"/><general joint="hinge" gaintype="user" biastype="user"/></actuator>
  <sensor><jointpos joint="hinge"/><user dim="2" needstage="pos"/></sensor>
</mujoco>"""


@pytest.fixture
def model():
    return sinew.MjModel.from_xml_string(XML)


@pytest.fixture
def callback():
    """Sets callbacks, and takes them away when the test is done."""
    yield lambda name, function: getattr(sinew, f"set_mjcb_{name}")(function)
    sinew.mj_resetCallbacks()


def stepped(model, start, control, nstep):
    data = sinew.MjData(model)
    data.qpos[7] = start
    for k in range(nstep):
        data.ctrl[:] = control[k]
        sinew.mj_step(model, data)
    return data


def test_a_batch_and_a_rollout_have_the_bits_of_a_loop(model):
    nsim, nstep = 5, 12
    control = np.random.default_rng(0).uniform(-1, 1, (nsim, nstep, model.nu))
    starts = np.linspace(-1, 1, nsim)
    many = batch.Batch(model, nsim, 2)
    many.qpos[:, 7] = starts
    out = many.rollout(nstep, control, record=("qpos", "sensordata"))
    initial = np.zeros((nsim, sinew.mj_stateSize(model, sinew.mjtState.mjSTATE_FULLPHYSICS)))
    for i, start in enumerate(starts):
        data = sinew.MjData(model)
        data.qpos[7] = start
        sinew.mj_getState(model, data, initial[i], sinew.mjtState.mjSTATE_FULLPHYSICS)
    states, readings = rollout.rollout(model, [sinew.MjData(model) for _ in range(3)], initial, control)
    for i, start in enumerate(starts):
        data = stepped(model, start, control[i], nstep)
        np.testing.assert_array_equal(out["qpos"][i, -1], data.qpos)
        np.testing.assert_array_equal(readings[i, -1], data.sensordata)
        np.testing.assert_array_equal(states[i, -1, 1:1 + model.nq], data.qpos)


def test_a_failing_simulation_is_named_and_harms_no_other(model):
    many = batch.Batch(model, 4, 2)
    many.expand("jnt_type")[2] = 77
    with pytest.raises(batch.SimulationError, match=r"1 of 4 simulations \(2\)") as error:
        many.step()
    assert list(error.value.ids) == [2]
    assert "jnt_type" in many.error(2)
    assert list(many.bind("time")) == [0.002, 0.002, 0.0, 0.002]


def test_objects_of_other_sizes_are_refused(model):
    many = batch.Batch(model, 2)
    other = sinew.MjModel.from_xml_string("<mujoco/>")
    with pytest.raises(ValueError):
        many.get_data(0, sinew.MjData(other))
    with pytest.raises(ValueError):
        many.get_model(0, other)
    with pytest.raises(ValueError):
        many.set_models([other, other])


def test_callbacks_see_and_change_the_data_that_is_stepped(model, callback):
    data = sinew.MjData(model)
    seen = []

    def control(m, d):
        assert m is model and d is data
        seen.append(d.time)
        d.ctrl[0] = 2.0

    callback("control", control)
    callback("act_gain", lambda m, d, i: 0.0)
    callback("act_bias", lambda m, d, i: 3.0)
    callback("sensor", lambda m, d, stage: d.sensordata.__setitem__(slice(1, 3), [stage, 8.0]))
    sinew.mj_step(model, data)
    assert seen == [0.0]
    np.testing.assert_array_equal(data.actuator_force, [2.0, 3.0])
    np.testing.assert_array_equal(data.sensordata[1:], [1.0, 8.0])


def test_an_exception_of_a_callback_reaches_the_caller(model, callback):
    data = sinew.MjData(model)
    callback("passive", lambda m, d: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        sinew.mj_step(model, data)
    callback("passive", None)
    sinew.mj_step(model, data)
    assert data.time == model.opt.timestep


def test_a_callback_may_run_the_engine_on_the_data(model, callback):
    data = sinew.MjData(model)
    callback("control", lambda m, d: sinew.mj_kinematics(m, d))
    sinew.mj_step(model, data)
    other = sinew.MjData(model)
    callback("control", None)
    sinew.mj_step(model, other)
    np.testing.assert_array_equal(data.qpos, other.qpos)


def test_a_contact_filter_decides_by_geoms(model, callback):
    data = sinew.MjData(model)
    pairs = []
    callback("contactfilter", lambda m, d, a, b: pairs.append((a, b)) or True)
    sinew.mj_forward(model, data)
    assert pairs and data.ncon == 0
    callback("contactfilter", None)
    sinew.mj_forward(model, data)
    assert data.ncon == 4


def test_threads_with_callbacks_do_not_wait_for_each_other(model, callback):
    callback("control", lambda m, d: d.ctrl.fill(0.1))
    data = [sinew.MjData(model) for _ in range(4)]
    threads = [threading.Thread(target=sinew.mj_step, args=(model, d, 20)) for d in data]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert all(d.time == pytest.approx(0.04) for d in data)


def test_contacts_are_written_in_place_and_copied(model):
    data = sinew.MjData(model)
    sinew.mj_forward(model, data)
    kept = copy.copy(data.contact[0])
    data.contact[0].pos[:2] = 5
    data.contact[1].dist = -7
    np.testing.assert_array_equal(data.contact[0].pos[:2], [5, 5])
    assert data.contact.dist[1] == -7
    assert kept.pos[0] != 5 and kept != data.contact[0]


def test_named_views_are_the_same_objects_and_keep_nothing_alive(model):
    data = sinew.MjData(model)
    view = data.joint("hinge")
    assert view is data.joint(1) and view.qpos is view.qpos
    array, reference = view.qpos, weakref.ref(data)
    del data, view
    gc.collect()
    assert reference() is None
    array[0] = 0.5
    assert array[0] == 0.5


def test_what_is_absent_says_so_when_it_is_used():
    for use in (sinew.MjSpec, sinew.Renderer, sinew.mjr_maxViewport, sinew.viewer.launch,
                lambda: sinew.MjSpec.from_string("<mujoco/>")):
        with pytest.raises(sinew.FatalError, match="yet"):
            use()


def test_a_model_is_written_back_and_its_files_are_listed(tmp_path, model):
    path = tmp_path / "model.xml"
    sinew.mj_saveLastXML(path, model)
    again = sinew.MjModel.from_xml_path(path)
    np.testing.assert_array_equal(again.body_mass, model.body_mass)
    assert sinew.mju_getXMLDependencies(path) == [str(path)]


def test_minimize_finds_the_nearest_point_in_a_box():
    target = np.array([2.0, -0.5])
    x, trace = sinew.minimize.least_squares(np.zeros(2), lambda x: x - target[:, None],
                                            bounds=[np.full(2, -1.0), np.ones(2)], verbose=0)
    np.testing.assert_allclose(x, [1.0, -0.5], atol=1e-12)
    assert trace[-1].objective <= trace[0].objective
