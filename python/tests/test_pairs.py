"""Contacts of every pair of geom types beside MuJoCo's own, at random poses near touching.

SINEW_POSES sets the number of poses; run as a script to see the table.
"""
import os
import sys
from pathlib import Path

import numpy as np
import pytest
import sinew

mujoco = pytest.importorskip("mujoco")
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "golden"))
import exact  # noqa: E402
import pairs  # noqa: E402

POSES = int(os.environ.get("SINEW_POSES", 2000))
# several, because where rounding chooses among faces of a polytope each engine has its lucky poses
SEEDS = range(7, 13)
CONVEX = ("sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh")


def found(key, text, seed=7):
    """Poses, MuJoCo's contacts and ours."""
    m = mujoco.MjModel.from_xml_string(text)
    poses = pairs.poses(mujoco, m, POSES, seed, key)
    return poses, pairs.contacts(mujoco, text, poses), pairs.contacts(sinew, text, poses)


@pytest.mark.parametrize(("key", "text"), pairs.models(), ids=lambda x: "-".join(x) if isinstance(x, tuple) else "")
def test_contacts_are_mujocos(key, text):
    """Formulas and descents to rounding; searches may end elsewhere in a few poses in a thousand (see COMPARE.md)."""
    _, want, got = found(key, text)
    verdict = pairs.compare(want, got)
    assert verdict["touching"] > POSES / 3, verdict
    if key[:2] in pairs.FORMULA or "sdf" in key:
        assert verdict["same"] == 1 and max(verdict["dist"], verdict["pos"], verdict["normal"]) < 1e-9, verdict
    else:
        assert verdict["same"] >= 0.99 and verdict["order"] > 0.9, verdict
        assert verdict["worse"] <= 0.005 and verdict["turned"] <= 0.005, verdict


def errors(key, text, seed):
    """Errors of distance and normal against the exact ones where there is one contact: MuJoCo's, ours."""
    poses, *both = found(key, text, seed)
    kinds, m = key[:2], mujoco.MjModel.from_xml_string(text)
    single = (both[0][0] == 1) & (both[1][0] == 1)
    rows = [rows[np.repeat(single, counts)] for counts, rows in both]
    poses = poses[single]
    mats = []
    for first in (3, 10):
        mat = np.empty((len(poses), 9))
        for row, quat in zip(mat, poses[:, first:first + 4]):
            mujoco.mju_quat2Mat(row, quat / np.linalg.norm(quat))
        mats.append(mat.reshape(-1, 3, 3))
    # a mesh has a frame of its own
    geom = lambda g: (m.geom_pos[g], m.geom_quat[g])
    pos, vertices = [], []
    for g, (mat, at) in enumerate(zip(mats, (poses[:, :3], poses[:, 7:10]))):
        offset, turn = geom(g)
        local = np.empty(9)
        mujoco.mju_quat2Mat(local, turn)
        pos.append(at + mat @ offset)
        mats[g] = mat @ local.reshape(3, 3)
        vertices.append(m.mesh_vert[m.mesh_vertadr[m.geom_dataid[g]]:][:m.mesh_vertnum[m.geom_dataid[g]]].astype(float)
                        if m.geom_dataid[g] >= 0 else None)
    bodies = exact.Bodies(kinds, pos, mats, vertices)
    starts = [bodies.refine(row[:, 4:].copy()) for row in rows]
    better = starts[0][1] >= starts[1][1]
    normal = np.where(better[:, None], starts[0][0], starts[1][0])
    dist = np.where(better, starts[0][1], starts[1][1])
    return [(np.abs(row[:, 0] - dist), np.linalg.norm(row[:, 4:] - normal, axis=1)) for row in rows]


@pytest.mark.slow  # the exact reference takes minutes for smooth shapes
@pytest.mark.parametrize("pair", [p for p in pairs.PAIRS if set(p) <= set(CONVEX) and p not in pairs.FORMULA],
                         ids="-".join)
def test_contacts_are_as_near_to_the_truth_as_mujocos(pair):
    drawn = [errors((*pair, "bare"), pairs.model(*pair), seed) for seed in SEEDS]
    (theirs, their_normal), (ours, our_normal) = [
        [np.concatenate(kind) for kind in zip(*(both[engine] for both in drawn))] for engine in range(2)]
    assert len(ours) > len(SEEDS) * POSES / 4
    assert ours.max() <= max(1.0001 * theirs.max(), 1e-6), (ours.max(), theirs.max())
    assert ours.mean() <= max(1.0001 * theirs.mean(), 1e-7), (ours.mean(), theirs.mean())
    assert our_normal.mean() <= max(1.0001 * their_normal.mean(), 1e-6), (our_normal.mean(), their_normal.mean())


def table():
    print("| pair | margin | poses | touching | equal counts | same order | distance | normal | off by 1e-6 | found again |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for key, text in pairs.models():
        _, want, got = found(key, text)
        v = pairs.compare(want, got)
        print(f"| {key[0]}, {key[1]} | {pairs.MARGINS[key[2]]} | {v['poses']} | {v['touching']} | {100 * v['same']:.2f} % "
              f"| {100 * v['order']:.1f} % | {v['dist']:.1e} | {v['normal']:.1e} | {100 * v['worse']:.2f} % "
              f"| {100 * pairs.found_again(want, got):.2f} % |", flush=True)


if __name__ == "__main__":
    table()
