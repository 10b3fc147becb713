"""Vector, quaternion and matrix utilities, against MuJoCo's."""
import numpy as np
import pytest

import sinew

# range of lengths, force, scale, lmin, lmax, vmax, fpmax, fvmax
MUSCLE = [0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2]
# shapes of the arguments; a number or a list stands for itself
CASES = {
    "mju_copy3": [(3,), (3,)], "mju_scl3": [(3,), (3,), 0.7], "mju_add3": [(3,)] * 3, "mju_sub3": [(3,)] * 3,
    "mju_addTo3": [(3,)] * 2, "mju_subFrom3": [(3,)] * 2, "mju_addToScl3": [(3,), (3,), -1.3],
    "mju_addScl3": [(3,), (3,), (3,), 2.5], "mju_normalize3": [(3,)], "mju_norm3": [(3,)], "mju_dot3": [(3,)] * 2,
    "mju_dist3": [(3,)] * 2, "mju_mulMatVec3": [(3,), (9,), (3,)], "mju_mulMatTVec3": [(3,), (9,), (3,)],
    "mju_cross": [(3,)] * 3, "mju_unit4": [(4,)], "mju_normalize4": [(4,)], "mju_rotVecQuat": [(3,), (3,), "quat"],
    "mju_negQuat": [(4,), "quat"], "mju_mulQuat": [(4,), "quat", "quat"], "mju_mulQuatAxis": [(4,), "quat", (3,)],
    "mju_axisAngle2Quat": [(4,), (3,), 0.8], "mju_quat2Vel": [(3,), "quat", 0.4], "mju_subQuat": [(3,), "quat", "quat"],
    "mju_quat2Mat": [(9,), "quat"], "mju_mat2Quat": [(4,), "mat"], "mju_derivQuat": [(4,), "quat", (3,)],
    "mju_quatIntegrate": ["quat", (3,), 0.3], "mju_quatZ2Vec": [(4,), (3,)],
    "mju_mulPose": [(3,), (4,), (3,), "quat", (3,), "quat"], "mju_negPose": [(3,), (4,), (3,), "quat"],
    "mju_trnVecPose": [(3,), (3,), "quat", (3,)],
    "mju_transformSpatial": [(6,), (6,), 1, (3,), (3,), "mat"], "mju_fill": [(5,), 2.0], "mju_zero": [(5,)],
    "mju_copy": [(5,), (5,)], "mju_sum": [(5,)], "mju_L1": [(5,)], "mju_scl": [(5,), (5,), 3.0],
    "mju_add": [(5,)] * 3, "mju_sub": [(5,)] * 3, "mju_addTo": [(5,)] * 2, "mju_subFrom": [(5,)] * 2,
    "mju_addToScl": [(5,), (5,), 0.1], "mju_addScl": [(5,), (5,), (5,), 0.1], "mju_normalize": [(5,)],
    "mju_norm": [(5,)], "mju_dot": [(5,)] * 2, "mju_mulMatVec": [(4,), (4, 5), (5,)],
    "mju_mulMatTVec": [(5,), (4, 5), (4,)], "mju_mulVecMatVec": [(5,), (5, 5), (5,)],
    "mju_transpose": [(5, 4), (4, 5)], "mju_symmetrize": [(4, 4), (4, 4)], "mju_eye": [(4, 4)],
    "mju_mulMatMat": [(4, 3), (4, 5), (5, 3)], "mju_mulMatMatT": [(4, 3), (4, 5), (3, 5)],
    "mju_mulMatTMat": [(5, 3), (4, 5), (4, 3)], "mju_sqrMatTD": [(5, 5), (4, 5), (4,)], "mju_clip": [2.0, 0.0, 1.0],
    "mju_sign": [-0.5], "mju_round": [2.5], "mju_min": [1.0, 2.0], "mju_max": [1.0, 2.0], "mju_sigmoid": [0.3],
    "mju_Halton": [5, 3], "mju_isBad": [1e11], "mju_isZero": [(5,)],
    "mju_muscleGain": [0.8, -0.3, [0.5, 1.1], 2.0, MUSCLE], "mju_muscleBias": [1.1, [0.5, 1.1], 2.0, MUSCLE],
    "mju_muscleDynamics": [0.7, 0.2, [0.01, 0.04, 0.1]],
}


def argument(kind, rng):
    if isinstance(kind, tuple):
        return rng.normal(size=kind)
    if kind in ("quat", "mat"):
        quat, mat = rng.normal(size=4), np.zeros(9)
        sinew.mju_normalize4(quat)
        sinew.mju_quat2Mat(mat, quat)
        return quat if kind == "quat" else mat
    return kind


@pytest.mark.parametrize("name", CASES)
def test_agrees(mujoco, name):
    rng = np.random.default_rng(len(name))
    for _ in range(10):
        args = [argument(kind, rng) for kind in CASES[name]]
        ours, theirs = [[np.copy(a) if isinstance(a, np.ndarray) else a for a in args] for _ in range(2)]
        answer, expected = getattr(sinew, name)(*ours), getattr(mujoco, name)(*theirs)
        assert (answer is None) == (expected is None)
        if expected is not None:
            assert answer == pytest.approx(expected, rel=1e-14, abs=1e-14)
        for a, b in zip(ours, theirs):
            np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-13)


def test_output_may_be_an_input_and_a_slice():
    buffer = np.zeros((2, 3, 2))
    buffer[0, :, 0] = 1, 2, 3
    sinew.mju_add3(buffer[0, :, 0], buffer[0, :, 0], [1, 1, 1])
    assert list(buffer[0, :, 0]) == [2, 3, 4]


def test_euler_angles_agree(mujoco):
    for seq in ("xyz", "ZYX", "xZy"):
        ours, theirs = np.zeros(4), np.zeros(4)
        sinew.mju_euler2Quat(ours, [0.1, 0.2, 0.3], seq)
        mujoco.mju_euler2Quat(theirs, [0.1, 0.2, 0.3], seq)
        np.testing.assert_allclose(ours, theirs, atol=1e-15)
    with pytest.raises(sinew.FatalError, match="x, y, z, X, Y, Z"):
        sinew.mju_euler2Quat(ours, [0, 0, 0], "abc")
