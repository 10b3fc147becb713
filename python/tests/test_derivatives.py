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
