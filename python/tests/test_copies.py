"""Copies and pickles."""
import copy
import pickle

import numpy as np
import pytest

import sinew


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_model_is_copied_whole(humanoid, duplicate):
    model, _ = humanoid
    model.body_mass[2] = 77
    twin = duplicate(model)
    model.body_mass[2] = 1
    assert twin.body_mass[2] == 77
    for name, *_ in sinew._sinew.MODEL_FIELDS:
        if name != "body_mass":
            assert np.array_equal(getattr(model, name), getattr(twin, name)), name
    assert model.opt == twin.opt and model.stat == twin.stat


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_data_is_copied_whole(humanoid, duplicate):
    model, data = humanoid
    data.time, data.qpos[3] = 2.5, 0.5
    sinew.mj_kinematics(model, data)
    twin = duplicate(data)
    data.qpos[3] = 1
    assert twin.time == 2.5 and twin.qpos[3] == 0.5
    assert np.array_equal(twin.xpos, data.xpos)
    sinew.mj_kinematics(twin.model, twin)


def test_a_copied_model_serves_the_data_of_the_first(humanoid):
    model, data = humanoid
    sinew.mj_kinematics(copy.copy(model), data)
