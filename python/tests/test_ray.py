"""Trajectories over a Ray cluster on this machine."""
import os

import numpy as np
import pytest

import sinew
from conftest import path_of
from sinew import rollout

ray = pytest.importorskip("ray", reason="ray is not installed")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def problem():
    """A model, and seven trajectories of it: initial states and controls."""
    model = sinew.MjModel.from_xml_path(str(path_of("humanoid")))
    data, rng = sinew.MjData(model), np.random.default_rng(3)
    full = sinew.mjtState.mjSTATE_FULLPHYSICS
    states = np.zeros((7, sinew.mj_stateSize(model, full)))
    for row in states:
        data.qvel = rng.normal(size=model.nv)
        sinew.mj_getState(model, data, row, full)
    return model, states, rng.uniform(-1, 1, (7, 50, model.nu))


def test_trajectories_have_the_bits_of_a_local_run(cluster, problem):
    import sinew.ray

    model, states, controls = problem
    want = rollout.rollout(model, sinew.MjData(model), states, controls)
    for ntask, nthread in ((None, 1), (1, 2), (7, 1)):
        got = sinew.ray.rollout(model, states, controls, ntask=ntask, nthread=nthread)
        assert all(np.array_equal(a, b) for a, b in zip(got, want)), (ntask, nthread)


def test_models_may_differ(cluster, problem):
    import copy

    import sinew.ray

    model, states, controls = problem
    models = [copy.copy(model) for _ in states]
    for i, other in enumerate(models):
        other.opt.gravity[2] = -i
    want = rollout.rollout(models, sinew.MjData(model), states, controls)
    got = sinew.ray.rollout(models, states, controls)
    assert all(np.array_equal(a, b) for a, b in zip(got, want))


def test_a_lost_worker_is_replaced(cluster, problem, tmp_path):
    import sinew.ray

    mark = tmp_path / "lost"

    def arrive(parts):
        # the first worker that is handed the model dies of it
        if not mark.exists():
            mark.touch()
            os._exit(1)
        return sinew.MjModel._from_bytes(parts)

    model, states, controls = problem
    ray.util.register_serializer(sinew.MjModel, serializer=lambda model: model._to_bytes(), deserializer=arrive)
    try:
        got = sinew.ray.rollout(model, states, controls)
    finally:
        ray.util.deregister_serializer(sinew.MjModel)
    want = rollout.rollout(model, sinew.MjData(model), states, controls)
    assert mark.exists() and all(np.array_equal(a, b) for a, b in zip(got, want))
