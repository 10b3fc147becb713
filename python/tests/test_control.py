"""The worked examples do what they say."""
import importlib.util

import numpy as np
import pytest

from conftest import ROOT


def example(name):
    """The module of an example."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / "control" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_humanoid_balances_on_one_leg():
    heights, pose = example("balance").balance(seconds=4)
    assert np.abs(heights - pose).max() < 0.01


def test_a_humanoid_without_feedback_falls(monkeypatch):
    balance = example("balance")
    monkeypatch.setattr(balance, "riccati", lambda A, B, Q, R: np.zeros(B.T.shape))
    heights, pose = balance.balance(seconds=4)
    assert heights.min() < pose - 0.3


def test_an_acrobot_swings_up():
    swing_up = example("swing_up")
    states, controls, history = swing_up.swing_up(iterations=100)
    assert all(later <= earlier for earlier, later in zip(history, history[1:]))
    assert history[-1] < 0.1 * history[0]
    assert states[-1] == pytest.approx(swing_up.TARGET, abs=0.1)
