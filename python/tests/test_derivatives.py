"""Derivatives of a step."""
import numpy as np
import pytest

import sinew


@pytest.fixture(params=["humanoid", "arm"])
def moving(request, load):
    """A model whose solver runs to the end, and a state after a short random motion."""
    model = load(request.param)
    model.opt.tolerance, model.opt.iterations, model.opt.ls_tolerance = 0, 200, 1e-8
    data = sinew.MjData(model)
    rng = np.random.default_rng(1)
    for _ in range(60):
        data.ctrl[:] = rng.uniform(-0.3, 0.3, model.nu)
        sinew.mj_step(model, data)
    return model, data


def test_closed_form_is_that_of_differences(moving):
    model, data = moving
    before = data.qpos.copy()
    A, B = sinew.derivatives.transition(model, data)
    errors = []
    for eps in (1e-5, 1e-6, 1e-7):
        A2, B2 = sinew.derivatives.transition(model, data, "differences", eps)
        errors.append(max(sinew.derivatives.max_relative_error(A, A2), sinew.derivatives.max_relative_error(B, B2)))
    assert min(errors) < 1e-5, errors
    np.testing.assert_array_equal(data.qpos, before)


def test_products_need_no_matrices(moving):
    model, data = moving
    A, B = sinew.derivatives.transition(model, data)
    rng = np.random.default_rng(2)
    dx, du, w = rng.normal(size=A.shape[0]), rng.normal(size=model.nu), rng.normal(size=A.shape[0])
    scale = np.abs(A).max()
    np.testing.assert_allclose(sinew.derivatives.jvp(model, data, dx, du), A @ dx + B @ du, atol=1e-9 * scale)
    gx, gu = sinew.derivatives.vjp(model, data, w)
    np.testing.assert_allclose(gx, A.T @ w, atol=1e-9 * scale)
    np.testing.assert_allclose(gu, B.T @ w, atol=1e-9 * scale)


def test_given_arrays_are_filled(moving):
    model, data = moving
    n = 2 * model.nv + model.na
    A, B = np.zeros((n, n)), np.zeros((n, model.nu))
    out = sinew.derivatives.transition(model, data, A=A, B=B)
    assert out[0] is A and out[1] is B and np.abs(A).max() > 0


def test_unknown_methods_are_named(moving):
    with pytest.raises(ValueError, match="magic"):
        sinew.derivatives.transition(*moving, method="magic")


def test_sensors_are_differenced(load):
    model = load("sensors")
    C, D = sinew.derivatives.transition_sensors(model, sinew.MjData(model))
    assert C.shape == (model.nsensordata, 2 * model.nv + model.na) and D.shape == (model.nsensordata, model.nu)


def test_threads_do_not_change_a_bit(moving):
    for method in ("analytic", "differences"):
        one, two = (sinew.derivatives.transition(*moving, method, threads=threads) for threads in (1, 2))
        for x, y in zip(one, two):
            np.testing.assert_array_equal(x, y)


def test_parameters_move_the_next_state(moving):
    model, data = moving
    names = [("body_mass", 2), ("body_inertia", 2, 1), ("dof_damping", 6), ("dof_armature", 6), ("actuator_gainprm", 0, 0),
             ("opt.gravity", 2)]
    columns = sinew.derivatives.parameters(model, data, names)
    state = np.empty(sinew.mj_stateSize(model, sinew.mjtState.mjSTATE_INTEGRATION))
    sinew.mj_getState(model, data, state, sinew.mjtState.mjSTATE_INTEGRATION)

    def after(field, place, value):
        array = model.opt.gravity if field == "opt.gravity" else getattr(model, field)
        before = array[place]
        array[place] = value
        sinew.mj_setConst(model, sinew.MjData(model))
        sinew.mj_setState(model, data, state, sinew.mjtState.mjSTATE_INTEGRATION)
        sinew.mj_step(model, data)
        array[place] = before
        sinew.mj_setConst(model, sinew.MjData(model))
        return data.qvel.copy()

    for (field, *place), column in zip(names, columns.T):
        array = model.opt.gravity if field == "opt.gravity" else getattr(model, field)
        place = tuple(place) if len(place) > 1 else place[0]
        value = float(array[place])
        step = 1e-4 * max(abs(value), 1e-2)
        want = (after(field, place, value + step) - after(field, place, value - step)) / (2 * step)
        got = column[model.nv:2 * model.nv]
        np.testing.assert_allclose(got, want, atol=1e-5 * max(np.abs(want).max(), 1e-6), err_msg=field)


def test_unknown_parameters_are_named(moving):
    with pytest.raises(ValueError, match="geom_rgba"):
        sinew.derivatives.parameters(*moving, [("geom_rgba", 0)])
