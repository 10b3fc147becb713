"""Rays, distances and contacts beside MuJoCo's own, on hundreds of random queries of a scene with every type of geom."""
import sys
from pathlib import Path

import numpy as np
import pytest
import sinew

mujoco = pytest.importorskip("mujoco")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "golden"))
import pairs  # noqa: E402

RAYS = 600


def scene():
    """Two of each type, in several groups, the first of each fixed to the world."""
    rng = np.random.default_rng(5)
    assets = pairs.mesh("frustum", pairs.frustum()) + pairs.mesh("stone", pairs.stone()) + pairs.hills()
    bodies = []
    for k, kind in enumerate(kind for kind in pairs.ORDER for _ in range(2)):
        fixed = k % 2 == 0 or kind == "plane"
        pos, quat = pairs.numbers([rng.uniform(-0.6, 0.6, 3)]), pairs.numbers([rng.normal(size=4)])
        if kind == "plane":
            pos, quat = f"0 0 {-1 + 0.1 * k}", "1 0 0 0"
        size = 'size="0.8 0.5 0.1"' if kind == "plane" and k else pairs.GEOMS[kind]
        joint = "" if fixed else "<freejoint/>"
        bodies.append(f'<body pos="{pos}" quat="{quat}">{joint}<geom type="{kind}" {size} group="{k % 4}"/></body>')
    return f"<mujoco><asset>{assets}</asset><worldbody>{''.join(bodies)}</worldbody></mujoco>"


@pytest.fixture(scope="module")
def both():
    """Model and data of MuJoCo and of Sinew, in the same state."""
    out = []
    for module in (mujoco, sinew):
        m = module.MjModel.from_xml_string(scene())
        d = module.MjData(m)
        module.mj_forward(m, d)
        out.append((module, m, d))
    return out


def rays(count=RAYS):
    rng = np.random.default_rng(11)
    for _ in range(count):
        point = rng.uniform(-1.2, 1.2, 3)
        yield rng, point, (rng.uniform(-0.5, 0.5, 3) - point) * rng.uniform(0.1, 3)


def test_rays_hit_what_mujocos_hit(both):
    hits = np.zeros(9, int)
    for rng, point, direction in rays():
        group = rng.integers(0, 2, 6).astype(np.uint8) if rng.random() < 0.5 else None
        static, exclude = int(rng.integers(2)), int(rng.integers(-1, 19))
        found = []
        for module, m, d in both:
            geom, normal = np.array([-2], np.int32), np.full(3, np.nan)
            dist = module.mj_ray(m, d, point, direction, group, static, exclude, geom, normal)
            found.append((geom[0], dist, normal))
        (geom, dist, normal), (our_geom, our_dist, our_normal) = found
        assert our_geom == geom and abs(our_dist - dist) < 1e-9, (point, direction, found)
        # the slope of a sampled field is rough outside of it
        assert np.abs(our_normal - normal).max() < (1e-9 if geom < 0 or both[0][1].geom_type[geom] != 8 else 1e-6)
        if geom >= 0:
            hits[both[0][1].geom_type[geom]] += 1
    assert (hits > 3).all(), f"hits by type: {hits}"


def test_many_rays_from_a_point_hit_what_mujocos_hit(both):
    rng = np.random.default_rng(13)
    for _ in range(20):
        count, point = 50, rng.uniform(-1, 1, 3)
        directions = rng.normal(size=(count, 3))
        cutoff = rng.uniform(0.5, 3)
        found = []
        for module, m, d in both:
            geom, dist, normal = np.zeros(count, np.int32), np.zeros(count), np.zeros(3 * count)
            module.mj_multiRay(m, d, point, directions.ravel(), None, 1, -1, geom, dist, normal, count, cutoff)
            found.append((geom, dist, normal))
        assert (found[0][0] == found[1][0]).all()
        assert np.abs(found[0][1] - found[1][1]).max() < 1e-9
        assert np.abs(found[0][2] - found[1][2]).max() < 1e-6


@pytest.mark.parametrize(("function", "kind"), [("mj_rayMesh", 7), ("mj_rayHfield", 1)])
def test_rays_meet_a_single_mesh_or_height_field_as_mujocos(both, function, kind):
    hits = 0
    for geom in np.flatnonzero(both[0][1].geom_type == kind):
        for rng, point, _ in rays(300):
            direction = both[0][2].geom_xpos[geom] + rng.uniform(-0.15, 0.15, 3) - point
            found = []
            for module, m, d in both:
                normal = np.zeros(3)
                found.append((getattr(module, function)(m, d, int(geom), point, direction, normal), normal))
            assert abs(found[0][0] - found[1][0]) < 1e-9, (point, direction, found)
            assert np.abs(found[0][1] - found[1][1]).max() < 1e-9
            hits += found[0][0] >= 0
    assert hits > 100


def test_distances_between_geoms_are_mujocos(both):
    types, compared = both[0][1].geom_type, 0
    convex = {2, 3, 4, 5, 6, 7}
    for one in range(len(types)):
        for two in range(len(types)):
            if one == two or not {int(types[one]), int(types[two])} <= convex:
                continue
            found = []
            for module, m, d in both:
                points = np.zeros(6)
                found.append((module.mj_geomDistance(m, d, one, two, 2.0, points), points))
            assert abs(found[0][0] - found[1][0]) < 1e-6, (types[one], types[two], found)
            if found[0][0] > 0:
                span = [np.linalg.norm(points[3:] - points[:3]) for _, points in found]
                assert abs(span[0] - span[1]) < 1e-6, (types[one], types[two], found)
            compared += 1
    assert compared > 100


def test_contacts_alone_are_mujocos_and_columns_of_them_too(both):
    for module, m, d in both:
        module.mj_kinematics(m, d)
        module.mj_comPos(m, d)
        module.mj_collision(m, d)
    theirs, ours = both[0][2], both[1][2]
    assert ours.ncon == theirs.ncon > 10
    assert (ours.contact.geom == theirs.contact.geom).all() and (ours.contact.dim == theirs.contact.dim).all()
    for name in ("friction", "solref", "solimp", "includemargin"):
        assert np.abs(getattr(ours.contact, name) - getattr(theirs.contact, name)).max() < 1e-12, name
    sdf = (theirs.geom_xpos.shape[0] > 0) & np.isin(theirs.contact.geom, np.flatnonzero(both[0][1].geom_type == 8)).any(axis=1)
    for name in ("dist", "pos", "frame"):
        got, want = (np.reshape(getattr(d.contact, name), (d.ncon, -1)) for d in (ours, theirs))
        assert np.abs(got - want)[~sdf].max() < 5e-2, name
        assert got.shape == want.shape and got.dtype == want.dtype
    assert np.abs(ours.contact.dist - theirs.contact.dist)[~sdf].max() < 1e-6
    assert np.allclose([c.dist for c in ours.contact], ours.contact.dist)
