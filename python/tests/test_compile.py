"""Model files that MuJoCo and Sinew compile to the same numbers, before and after they are written anew."""
import struct
import zlib

import numpy as np
import pytest

import sinew


def png(width, height, seed):
    """An image of noise, as the bytes of a file."""
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width * 3), dtype=np.uint8)
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


ARM = """<mujoco model="arm">
  <compiler angle="radian"/>
  <asset>
    <texture name="t" type="2d" builtin="checker" width="8" height="8" rgb1="1 0 0"/>
    <material name="m" texture="t"/>
    <mesh name="tetra" vertex="0 0 0 .1 0 0 0 .1 0 0 0 .1"/>
    <hfield name="h" nrow="2" ncol="3" size="1 1 .5 .1" elevation="0 1 2 3 2 1"/>
  </asset>
  <custom><numeric name="n" data="1 2"/><text name="w" data="word"/></custom>
  <worldbody>
    <body name="base" pos="0 0 1"><joint name="turn" axis="0 0 1" ref=".2"/><geom type="mesh" mesh="tetra" material="m"/>
      <body name="tip" pos=".3 0 0"><joint name="ball" type="ball"/><geom name="g" size=".05"/><site name="s"/></body></body>
    <body name="loose" pos="1 0 0"><freejoint/><geom size=".1"/></body>
    <body name="hand" mocap="true" pos="0 1 0"><geom size=".02" contype="0" conaffinity="0"/></body>
  </worldbody>
  <actuator><motor name="a" joint="turn"/></actuator>
  <sensor><framepos name="p" objtype="site" objname="s"/></sensor>
  <keyframe><key name="k" qpos=".5 1 0 0 0 1 2 3 1 0 0 0" mpos="1 2 3"/></keyframe>
</mujoco>"""

MODELS = {
    "frames of the model itself attached again": """<mujoco><worldbody>
        <body name="trunk" pos="0 0 1"><freejoint/><geom size=".1"/>
          <frame name="leg" pos=".1 0 0" euler="0 30 0"><geom name="hip" size=".03"/><site name="mark"/>
            <camera name="eye"/><light name="lamp" dir="0 1 0"/>
            <frame pos="0 .1 0"><body name="shin" pos="0 0 -.1"><joint name="knee" axis="0 1 0"/><geom size=".02"/>
              <body name="foot" pos="0 0 -.1"><geom size=".03"/></body></body></frame></frame>
          <frame euler="0 0 70"><attach frame="leg" prefix="second_"/></frame></body>
        <body pos="2 0 0"><attach body="shin" prefix="third_"/></body></worldbody></mujoco>""",
    "a model attached with all that it holds": """<mujoco>
        <asset><model name="arm" file="arm.xml"/></asset>
        <worldbody><geom type="plane" size="1 1 .1"/>
          <frame pos="1 1 0" euler="0 0 45"><attach model="arm" prefix="left_"/></frame>
          <body pos="0 0 2"><joint/><geom size=".1"/><attach model="arm" body="tip" prefix="only_"/></body></worldbody>
        </mujoco>""",
    "textures of cubes": """<mujoco><asset>
        <texture name="six" type="cube" fileright="a.png" fileup="b.png" fileback="c.png"/>
        <texture name="cross" type="cube" file="grid.png" gridsize="3 4" gridlayout=".U..LFRB.D.."/>
        <texture name="same" type="skybox" file="a.png"/>
        <texture name="dots" type="2d" builtin="flat" mark="random" random=".2" width="16" height="16"/>
        <texture name="edges" type="cube" builtin="gradient" mark="edge" width="8" height="48" rgb1="1 0 0" rgb2="0 0 1"/>
        <material name="layers"><layer role="rgb" texture="dots"/><layer role="normal" texture="cross"/></material></asset>
        <worldbody><geom size="1" material="layers"/></worldbody></mujoco>""",
    "bodies that are moved to their centres of mass": """<mujoco><compiler alignfree="true"/><worldbody>
        <body name="odd" pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 .2 0" euler="10 20 30"/>
          <geom size=".1" pos="-.3 0 0"/><site name="s" pos="1 0 0"/><camera name="c" pos="0 1 0"/>
          <light name="l" pos="0 0 1" dir="1 0 0"/></body></worldbody></mujoco>""",
    "constraints and sensors of every kind": """<mujoco>
        <asset><mesh name="pad" builtin="plate" params="4 4"/></asset>
        <worldbody><geom name="floor" type="plane" size="2 2 .1"/><site name="room" type="box" size="1 1 1"/>
          <body name="a" pos="0 0 1"><joint name="ja" axis="0 1 0"/><geom name="ga" size=".1"/><site name="sa"/></body>
          <body name="b" pos=".5 0 1"><joint name="jb" axis="0 1 0"/><geom name="gb" size=".1"/><site name="sb"/>
            <body name="c" pos=".2 0 0"><joint name="jc" type="ball"/><geom name="gc" size=".1"/></body></body></worldbody>
        <contact><pair geom1="ga" geom2="gb" condim="4" friction="1 1 .1 .01 .01" margin=".01"/>
          <exclude body1="a" body2="b"/></contact>
        <tendon><fixed name="t1"><joint joint="ja" coef="1"/></fixed><fixed name="t2"><joint joint="jb" coef="2"/></fixed>
        </tendon>
        <equality><weld body1="a" body2="b" anchor=".1 0 0" torquescale=".5" active="false"/><weld site1="sa" site2="sb" active="false"/>
          <connect site1="sa" site2="sb" active="false"/><connect body1="a" body2="b" anchor="0 0 .1" active="false"/>
          <tendon tendon1="t1" tendon2="t2" polycoef=".1 1 0 0 0" active="false"/>
          <joint joint1="ja" joint2="jb" polycoef="0 2 0 0 0" active="false"/></equality>
        <actuator><general jointinparent="jc" gear="1 2 3 0 0 0"/><general site="sa" refsite="sb" gear="0 0 1 0 0 0"/>
          <general cranksite="sa" slidersite="sb" cranklength=".3"/><adhesion body="a" gain="2" ctrlrange="0 1"/>
          <general tendon="t1" dyntype="filter" dynprm=".1" actlimited="true" actrange="-1 1"/></actuator>
        <sensor><insidesite site="room" objtype="body" objname="a"/><distance geom1="ga" geom2="gb" cutoff="2"/>
          <normal body1="a" body2="b" cutoff="2"/><fromto geom1="ga" body2="b" cutoff="2"/>
          <contact geom1="ga" num="2" data="found force dist"/><rangefinder site="sa"/>
          <user dim="3" needstage="vel"/><clock/><e_potential/></sensor></mujoco>""",
}


def compare(ours, theirs, what):
    """Every column that both models have is the same."""
    for name, *_ in sinew._sinew.MODEL_FIELDS:
        want = getattr(theirs, name, None)
        if want is None or name in ("paths", "text_data") or name.endswith("pathadr"):
            continue
        got = np.asarray(getattr(ours, name))
        assert got.size == np.size(want), f"{what}: {name}"
        if got.dtype.kind in "fiub":
            np.testing.assert_allclose(got.ravel(), np.ravel(want), rtol=1e-9, atol=1e-9, err_msg=f"{what}: {name}")


@pytest.mark.parametrize("name", MODELS)
def test_models_compile_to_mujocos_numbers(mujoco, tmp_path, name):
    files = {"arm.xml": ARM.encode(), "a.png": png(4, 4, 1), "b.png": png(4, 4, 2), "c.png": png(4, 4, 3),
             "grid.png": png(16, 12, 4)}
    for file, content in files.items():
        (tmp_path / file).write_bytes(content)
    path, again = tmp_path / "model.xml", tmp_path / "again.xml"
    path.write_text(MODELS[name])
    ours, theirs = sinew.MjModel.from_xml_path(str(path)), mujoco.MjModel.from_xml_path(str(path))
    compare(ours, theirs, "compiled")
    sinew.mj_saveLastXML(str(again), ours)
    compare(sinew.MjModel.from_xml_path(str(again)), theirs, "written and read by Sinew")
    compare(ours, mujoco.MjModel.from_xml_path(str(again)), "written by Sinew, read by MuJoCo")
