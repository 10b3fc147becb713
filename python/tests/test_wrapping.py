"""Tendons round spheres and cylinders beside MuJoCo's own, at random poses."""
import sys
from pathlib import Path

import numpy as np
import pytest
import sinew

mujoco = pytest.importorskip("mujoco")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "golden"))
import wraps  # noqa: E402

POSES = wraps.poses(1000, 12345)


@pytest.mark.parametrize(("shape", "side", "text"), [(*key, text) for key, text in wraps.models()])
def test_lengths_and_gradients_are_mujocos(shape, side, text):
    want, want_gradient = wraps.measure(mujoco, text, POSES)
    got, got_gradient = wraps.measure(sinew, text, POSES)
    straight = np.linalg.norm(POSES[:, 1:4] - POSES[:, 4:7], axis=1)
    assert (np.abs(want - straight) > 1e-9).mean() > 0.1, f"{shape} {side}: hardly a path is curved"
    assert np.abs(got - want).max() < 1e-9
    assert np.abs(got_gradient - want_gradient).max() < 1e-8
