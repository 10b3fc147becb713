"""Twenty boxes on one another stand for a minute, as MuJoCo's do."""
import mujoco
import numpy as np
import pytest

import sinew

BOXES, HALF, MINUTE = 20, 0.05, 60.0
BOX = '<body pos="0 0 {z:.3f}"><freejoint/><geom type="box" size="0.05 0.05 0.05"/></body>'
STACK = f"""<mujoco>
  <option cone="elliptic" timestep="0.002"/>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    {"".join(BOX.format(z=HALF * (2 * k + 1)) for k in range(BOXES))}
  </worldbody>
</mujoco>"""


def moved(engine):
    """How far a box has moved sideways, how far the top has sunk, and how fast a box moves at the end."""
    model = engine.MjModel.from_xml_string(STACK)
    data = engine.MjData(model)
    start = data.qpos.reshape(BOXES, 7).copy()
    engine.mj_step(model, data, nstep=round(MINUTE / model.opt.timestep))
    end = data.qpos.reshape(BOXES, 7)
    assert data.time == pytest.approx(MINUTE)  # no reset on the way
    return np.linalg.norm(end[:, :2] - start[:, :2], axis=1).max(), start[-1, 2] - end[-1, 2], np.abs(data.qvel).max()


def test_twenty_boxes_stand_for_a_minute():
    theirs, ours = moved(mujoco), moved(sinew)
    sideways, sunk, speed = ours
    assert sideways < 1e-3 and 0 < sunk < 0.5 * HALF and speed < 1e-3, (ours, theirs)
    # the top sinks by the same give of nineteen contacts, to the digits that rest has
    assert sunk == pytest.approx(theirs[1], rel=1e-3), (ours, theirs)
