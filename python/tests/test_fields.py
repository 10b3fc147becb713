"""Distance fields of plugins beside MuJoCo's own: compiled meshes, and contacts at random poses near touching."""
import sys
from pathlib import Path

import numpy as np
import pytest
import sinew

mujoco = pytest.importorskip("mujoco")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "golden"))
import pairs  # noqa: E402

mujoco.mj_loadPluginLibrary(str(next((Path(mujoco.__file__).parent / "plugin").glob("*sdf*"))))

# each of about the size of the other geoms, as far as its attributes allow
FIELDS = {
    "bolt": {"radius": 0.2},
    "bowl": {"height": 0.05, "radius": 0.15, "thickness": 0.02},
    "gear": {"alpha": 0.1, "diameter": 0.3, "teeth": 12, "thickness": 0.08, "innerdiameter": 0.1},
    "nut": {"radius": 0.24},
    "torus": {"radius1": 0.12, "radius2": 0.05},
}
POSES = 60


def model(field, other):
    """A field and another geom, each in a body of its own."""
    config = "".join(f'<config key="{key}" value="{value}"/>' for key, value in FIELDS[field].items())
    geom = '<geom type="sdf" mesh="field"><plugin instance="field"/></geom>'
    two = geom if other == field else f'<geom type="{other}" {pairs.GEOMS[other]}/>'
    return f"""<mujoco>
      <extension><plugin plugin="mujoco.sdf.{field}"><instance name="field">{config}</instance></plugin></extension>
      <option sdf_initpoints="20" sdf_iterations="10"/>
      <asset><mesh name="field"><plugin instance="field"/></mesh></asset>
      <worldbody><body mocap="true">{two}</body><body><freejoint/>{geom}</body></worldbody></mujoco>"""


@pytest.mark.parametrize("field", FIELDS)
def test_compiled_fields_are_mujocos(field):
    text = model(field, "sphere")
    want, got = mujoco.MjModel.from_xml_string(text), sinew.MjModel.from_xml_string(text)
    for name in ("nplugin", "npluginattr", "nmeshvert", "nmeshface", "nmeshnormal"):
        assert getattr(got, name) == getattr(want, name), name
    for name in ("plugin_attr", "plugin_attradr", "plugin_stateadr", "plugin_statenum", "geom_plugin", "mesh_octadr", "mesh_pos",
                 "mesh_quat", "mesh_scale"):
        assert np.array_equal(getattr(got, name), getattr(want, name)), name
    for name in ("mesh_vert", "mesh_normal", "geom_size", "geom_aabb", "geom_rbound", "geom_pos", "geom_quat", "body_mass",
                 "body_ipos", "body_iquat"):
        assert np.allclose(getattr(got, name), getattr(want, name), rtol=1e-6, atol=1e-6), name
    assert np.allclose(got.body_inertia, want.body_inertia, rtol=1e-6)
    # some triangles of the nut have no area, and are cut otherwise
    assert (got.mesh_face != want.mesh_face).any(axis=1).mean() < (3e-4 if field == "nut" else 1e-9)
    assert sinew.mj_id2name(got, sinew.mjtObj.mjOBJ_PLUGIN, 0) == "field"


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("other", ["sphere", "box", "itself"])
def test_contacts_of_fields_are_mujocos(field, other):
    text = model(field, field if other == "itself" else other)
    poses = pairs.poses(mujoco, mujoco.MjModel.from_xml_string(text), POSES, 3, (field, other))
    want, got = pairs.contacts(mujoco, text, poses), pairs.contacts(sinew, text, poses)
    verdict = pairs.compare(want, got)
    assert verdict["touching"] > POSES / 4, verdict
    # sines of another library differ in the last digit, and slopes that are differences of 1e-8 show it
    assert verdict["same"] >= 0.99 and verdict["dist"] < 1e-4, verdict
    assert pairs.found_again(want, got) > 0.99, verdict


def test_rays_meet_fields_where_mujocos_do():
    text = model("torus", "sphere")
    places = []
    for module in (mujoco, sinew):
        m = module.MjModel.from_xml_string(text)
        d = module.MjData(m)
        module.mj_forward(m, d)
        hit = np.zeros(1, np.int32)
        rays = [((0.12 * np.cos(a), 0.12 * np.sin(a), 1.0), (0.01, 0.0, -1.0)) for a in np.linspace(0, 6, 20)]
        places.append([module.mj_ray(m, d, np.array(p), np.array(v), None, 1, -1, hit, None) for p, v in rays])
    assert np.allclose(places[0], places[1], atol=1e-9) and max(places[0]) > 0.5


def test_other_plugins_are_refused_by_name():
    with pytest.raises(ValueError, match="'plugin' 'mujoco.pid' is not supported yet"):
        sinew.MjModel.from_xml_string('<mujoco><extension><plugin plugin="mujoco.pid"/></extension></mujoco>')
