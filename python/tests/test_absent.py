"""What MuJoCo has and Sinew has not is known, with the reason."""
import pytest
from conftest import tool

import sinew


def test_nothing_is_absent_without_a_reason(mujoco):
    names, total = tool("list_absent").absent()
    assert [name for name, reason in names.items() if reason is None] == []
    assert total > 500


def test_what_is_absent_says_so_when_used():
    with pytest.raises(sinew.FatalError, match="no rendering yet"):
        sinew.Renderer(None)
    with pytest.raises(sinew.FatalError, match="no rendering yet"):
        sinew.mjv_updateScene()
    with pytest.raises(sinew.FatalError, match="no rendering yet"):
        sinew.viewer.launch_passive(None, None)
    with pytest.raises(AttributeError, match="sinew has no 'mj_nothing' yet"):
        sinew.mj_nothing

    class Scene(sinew.MjvScene):
        """Packages subclass what they do not use."""
