"""MuJoCo's lengths and gradients of tendons round spheres and cylinders, at poses that any language can draw again.

`models()` gives a model for each shape and kind of side site; `poses()` the joint positions, from a generator of 64-bit
integers. `python/tests/test_wrapping.py` compares with MuJoCo itself, `sinew-conformance/tests/wrapping.rs` with the
archives that `make.py` writes by way of `archive()`.
"""
import numpy as np

SHAPES = ("sphere", "cylinder")
SIDES = {"none": None, "outside": "0.45 0.5 0.1", "near": "-0.1 0.36 -0.2", "inside": "0.05 0.1 0.02"}
POSES = 650

MODEL = """<mujoco>
  <worldbody>
    <body name="obstacle" pos="0.1 -0.2 0.3" euler="20 50 -30">
      <joint type="hinge" axis="1 2 3"/>
      <geom name="obstacle" type="{shape}" size="0.35 0.5" contype="0" conaffinity="0"/>
      <site name="side" pos="{place}"/>
    </body>
    <body name="first">
      <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
      <geom size="0.01" contype="0" conaffinity="0"/><site name="first"/>
    </body>
    <body name="second">
      <joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><joint type="slide" axis="0 0 1"/>
      <geom size="0.01" contype="0" conaffinity="0"/><site name="second"/>
    </body>
  </worldbody>
  <tendon>
    <spatial><site site="first"/><geom geom="obstacle"{side}/><site site="second"/></spatial>
  </tendon>
</mujoco>
"""


def models():
    """Text of every model, by shape and kind of side site."""
    for shape in SHAPES:
        for side, place in SIDES.items():
            attribute = ' sidesite="side"' if place else ""
            yield (shape, side), MODEL.format(shape=shape, place=place or "0 0 0", side=attribute)


def poses(count, state=1):
    """Joint positions: the obstacle's angle and two points around it, at most one metre away along each axis."""
    out = np.empty((count, 7))
    for row in out:
        for k in range(7):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            row[k] = (state >> 11) * 2.0**-52 - 1.0
        row[1:4] += (0.1, -0.2, 0.3)
        row[4:7] += (0.1, -0.2, 0.3)
    return out


def measure(mujoco, text, poses):
    """Lengths and gradients of the tendon at the poses, by a module with MuJoCo's functions."""
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    lengths, gradients = np.empty(len(poses)), np.empty((len(poses), 7))
    for k, qpos in enumerate(poses):
        data.qpos[:] = qpos
        mujoco.mj_fwdPosition(model, data)
        lengths[k], gradients[k] = data.ten_length[0], data.ten_J.ravel()
    return lengths, gradients


def archive(mujoco, shape):
    """Models of a shape, as text, with MuJoCo's lengths and gradients."""
    out = {}
    for (which, side), text in models():
        if which == shape:
            length, gradient = measure(mujoco, text, poses(POSES))
            out |= {f"{side}/xml": np.frombuffer(text.encode(), np.uint8), f"{side}/length": length,
                    f"{side}/gradient": gradient}
    return out
