"""Named access to parts of models and data."""
import numpy as np
import pytest

import sinew


def test_a_body_by_name_and_by_id(humanoid):
    model, data = humanoid
    torso = data.body("torso")
    assert torso.name == "torso" and data.body(torso.id).name == "torso"
    sinew.mj_kinematics(model, data)
    assert np.array_equal(torso.xpos, data.xpos[torso.id])
    assert model.body("torso").mass[0] == model.body_mass[torso.id]


def test_a_joint_owns_its_coordinates(humanoid):
    model, data = humanoid
    root = data.joint("root")
    assert root.qpos.shape == (7,) and root.qvel.shape == (6,)
    root.qpos[2] = 9
    assert data.qpos[2] == 9
    root.qvel = np.arange(6)
    assert data.qvel[5] == 5


def test_rows_are_views(humanoid):
    model, data = humanoid
    data.body("torso").xfrc_applied = 1, 2, 3, 4, 5, 6
    assert data.xfrc_applied[model.body("torso").id, 3] == 4


def test_names_lead_to_ids_and_back(humanoid):
    model, _ = humanoid
    for kind in (sinew.mjtObj.mjOBJ_BODY, sinew.mjtObj.mjOBJ_JOINT, sinew.mjtObj.mjOBJ_GEOM, sinew.mjtObj.mjOBJ_ACTUATOR):
        for i in range(model.nbody):
            name = sinew.mj_id2name(model, kind, i)
            if name:
                assert sinew.mj_name2id(model, kind, name) == i
    assert sinew.mj_name2id(model, sinew.mjtObj.mjOBJ_BODY, "nobody") == -1
    assert sinew.mj_id2name(model, sinew.mjtObj.mjOBJ_BODY, 10**6) is None


@pytest.mark.parametrize("name", ["humanoid", "actuators", "sensors", "spatial_tendon", "cameras", "keyframes"])
def test_views_hold_what_mujocos_do(load, mujoco, name):
    from conftest import path_of
    theirs = mujoco.MjModel.from_xml_path(str(path_of(name)))
    ours = load(name)
    pairs = [(theirs, ours), (mujoco.MjData(theirs), sinew.MjData(ours))]
    kinds = {"body": "nbody", "joint": "njnt", "geom": "ngeom", "site": "nsite", "camera": "ncam", "light": "nlight",
             "tendon": "ntendon", "actuator": "nactuator", "sensor": "nsensor", "key": "nkey"}
    for kind, count in kinds.items():
        for a, b in pairs:
            for i in range(getattr(theirs, count) if hasattr(a, kind) else 0):
                x, y = getattr(a, kind)(i), getattr(b, kind)(i)
                assert x.name == y.name
                for field in (f for f in dir(x) if not f.startswith("_") and f not in ("id", "name", "plastic")):
                    assert np.shape(getattr(x, field)) == np.shape(getattr(y, field)), (kind, field)
