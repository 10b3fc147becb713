"""Stepping: values, threads, bad numbers."""
import threading
import time

import numpy as np
import pytest

import sinew
from conftest import path_of

PENDULUM = """
<mujoco><worldbody><body><joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -1" size="0.05"/>
</body></worldbody><actuator><motor joint="hinge"/></actuator></mujoco>
"""


@pytest.mark.parametrize("name", ["pendulum", "ball_chain", "springs", "fluid_ellipsoid", "actuators", "damped_euler"])
@pytest.mark.parametrize("integrator", ["EULER", "RK4", "IMPLICIT", "IMPLICITFAST"])
def test_a_hundred_steps_follow_mujocos(mujoco, name, integrator):
    ends = []
    for engine in (mujoco, sinew):
        model = engine.MjModel.from_xml_path(str(path_of(name)))
        model.opt.integrator = getattr(engine.mjtIntegrator, f"mjINT_{integrator}")
        data = engine.MjData(model)
        data.qvel[:] = np.linspace(-0.5, 0.7, model.nv)
        data.ctrl[:] = 0.2
        engine.mj_step(model, data, nstep=100)
        ends.append(np.concatenate([data.qpos, data.qvel, data.act, [data.time]]))
    np.testing.assert_allclose(ends[1], ends[0], rtol=1e-8, atol=1e-8)


def test_two_halves_make_a_step():
    model = sinew.MjModel.from_xml_string(PENDULUM)
    whole, halves = sinew.MjData(model), sinew.MjData(model)
    for _ in range(10):
        whole.ctrl[0] = halves.ctrl[0] = 0.3
        sinew.mj_step(model, whole)
        sinew.mj_step1(model, halves)
        sinew.mj_step2(model, halves)
    assert np.array_equal(whole.qpos, halves.qpos) and whole.time == halves.time


def test_a_simulation_that_diverges_is_reset_and_counted():
    model = sinew.MjModel.from_xml_string(PENDULUM)
    data = sinew.MjData(model)
    model.jnt_stiffness[0] = 1e13
    data.qpos[0] = 1
    sinew.mj_step(model, data)
    assert data.warning[sinew.mjtWarning.mjWARN_BADQACC].number == 1
    assert data.time == model.opt.timestep and data.qpos[0] == 0
    assert data.warning.number[sinew.mjtWarning.mjWARN_BADQACC] == 1
    data.warning[sinew.mjtWarning.mjWARN_BADQACC].number = 0
    assert data.warning.number.sum() == 0


@pytest.mark.parametrize("column", ["qpos", "qvel", "qfrc_applied", "xfrc_applied"])
def test_bad_numbers_that_were_written_are_refused_and_the_state_is_kept(column):
    model = sinew.MjModel.from_xml_string(PENDULUM)
    data = sinew.MjData(model)
    for _ in range(3):
        sinew.mj_step(model, data)
    kept, time = getattr(data, column).copy(), data.time
    getattr(data, column).flat[-1] = np.nan
    with pytest.raises(sinew.FatalError):
        sinew.mj_step(model, data)
    assert data.time == time
    getattr(data, column)[:] = kept
    sinew.mj_step(model, data)
    assert data.warning.number.sum() == 0


def test_other_threads_run_while_one_steps():
    model = sinew.MjModel.from_xml_path(str(path_of("humanoid")))
    data, done, ticks = sinew.MjData(model), threading.Event(), 0

    def work():
        sinew.mj_step(model, data, nstep=20000)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.0005)
    thread.join()
    assert ticks > 20 and data.time > 1


def test_one_data_serves_one_thread_at_a_time():
    model = sinew.MjModel.from_xml_path(str(path_of("humanoid")))
    data, refused, stop = sinew.MjData(model), [], threading.Event()
    thread = threading.Thread(target=lambda: (sinew.mj_step(model, data, nstep=5000), stop.set()))
    thread.start()
    while not stop.is_set():
        try:
            sinew.mj_step(model, data)
        except RuntimeError as error:
            refused.append(str(error))
        time.sleep(0.0005)
    thread.join()
    assert refused and "another thread" in refused[0]


def test_threads_with_their_own_data_agree():
    model = sinew.MjModel.from_xml_path(str(path_of("arm")))
    ends = [None] * 4

    def work(i):
        data = sinew.MjData(model)
        sinew.mj_step(model, data, nstep=200)
        ends[i] = data.qpos.copy()

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert all(np.array_equal(end, ends[0]) for end in ends)


def test_models_are_refused_with_their_place():
    with pytest.raises(ValueError, match="line 3"):
        sinew.MjModel.from_xml_string("<mujoco>\n<worldbody>\n<geom sise='1'/>\n</worldbody>\n</mujoco>")


def test_assets_come_from_a_dictionary():
    xml = '<mujoco><include file="part.xml"/></mujoco>'
    part = b'<mujoco><worldbody><body name="part"><freejoint/><geom size="1"/></body></worldbody></mujoco>'
    model = sinew.MjModel.from_xml_string(xml, {"part.xml": part})
    assert model.body("part").id == 1
    with pytest.raises(ValueError, match="part.xml"):
        sinew.MjModel.from_xml_string(xml)


def test_saved_models_are_read_back(tmp_path):
    model = sinew.MjModel.from_xml_string(PENDULUM)
    sinew.mj_saveModel(model, str(tmp_path / "pendulum.bin"))
    twin = sinew.MjModel.from_binary_path(str(tmp_path / "pendulum.bin"))
    assert np.array_equal(twin.body_mass, model.body_mass)
    buffer = np.zeros(sinew.mj_sizeModel(model), np.uint8)
    sinew.mj_saveModel(model, None, buffer)
    assert buffer.tobytes() == (tmp_path / "pendulum.bin").read_bytes()


def test_constants_follow_masses():
    model = sinew.MjModel.from_xml_string(PENDULUM)
    data = sinew.MjData(model)
    before = model.dof_invweight0.copy()
    model.body_mass[1] *= 2
    model.body_inertia[1] *= 2
    sinew.mj_setConst(model, data)
    np.testing.assert_allclose(model.dof_invweight0, before / 2, rtol=1e-12)
