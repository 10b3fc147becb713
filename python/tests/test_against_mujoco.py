"""Functions, against MuJoCo's at the same state."""
import numpy as np
import pytest

import sinew
from conftest import path_of

MODELS = ["humanoid", "arm", "springs", "actuators", "many_joints", "spatial_tendon"]
STAGES = ("mj_kinematics", "mj_comPos", "mj_camlight", "mj_tendon", "mj_makeM", "mj_factorM", "mj_transmission",
          "mj_comVel", "mj_subtreeVel", "mj_energyPos", "mj_energyVel")


@pytest.fixture(params=MODELS)
def twins(request, load, mujoco):
    """(MuJoCo, its model and data), (Sinew, its model and data), at one random state."""
    theirs = mujoco.MjModel.from_xml_path(str(path_of(request.param)))
    ours = load(request.param)
    rng = np.random.default_rng(3)
    pairs = [(mujoco, theirs, mujoco.MjData(theirs)), (sinew, ours, sinew.MjData(ours))]
    step, qvel, qacc = rng.normal(size=theirs.nv) * 0.5, rng.normal(size=theirs.nv), rng.normal(size=theirs.nv)
    for engine, model, data in pairs:
        engine.mj_integratePos(model, data.qpos, step, 1.0)
        data.qvel, data.qacc = qvel, qacc
        for stage in STAGES:
            getattr(engine, stage)(model, data)
    return pairs


def agree(twins, call, tolerance=1e-12):
    """Both engines' answers to `call(engine, model, data)` are the same arrays or numbers."""
    theirs, ours = (call(*twin) for twin in twins)
    for a, b in zip(*((x if isinstance(x, (tuple, list)) else [x] for x in (theirs, ours)))):
        scale = max(1.0, np.abs(a).max(initial=0))
        np.testing.assert_allclose(b, a, rtol=0, atol=tolerance * scale)


def test_columns(twins):
    for name in ("qpos", "xpos", "xmat", "cdof", "cinert", "M", "qLD", "cvel", "ten_length", "actuator_length", "energy"):
        agree(twins, lambda engine, model, data: getattr(data, name).copy(), 1e-11)


@pytest.mark.parametrize("name", ["mj_jacBody", "mj_jacBodyCom", "mj_jacGeom", "mj_jacSite"])
def test_jacobians_of_objects(twins, name):
    count = {"mj_jacGeom": "ngeom", "mj_jacSite": "nsite"}.get(name, "nbody")
    for i in range(getattr(twins[0][1], count)):
        def jacobian(engine, model, data):
            jacp, jacr = np.zeros((3, model.nv)), np.zeros((3, model.nv))
            getattr(engine, name)(model, data, jacp, jacr, i)
            return jacp, jacr
        agree(twins, jacobian)


def test_other_jacobians(twins):
    def jacobians(engine, model, data):
        out = [np.zeros((3, model.nv)) for _ in range(7)]
        body = model.nbody - 1
        engine.mj_jac(model, data, out[0], out[1], [0.1, 0.2, 0.3], body)
        engine.mj_jacDot(model, data, out[2], out[3], np.array([0.1, 0.2, 0.3]), body)
        engine.mj_jacSubtreeCom(model, data, out[4], 1)
        engine.mj_jacPointAxis(model, data, out[5], out[6], [0.1, 0.2, 0.3], [0, 0, 1.0], body)
        return out
    agree(twins, jacobians)


def test_angular_momentum_matrix(twins):
    def matrix(engine, model, data):
        mat = np.zeros((3, model.nv))
        engine.mj_angmomMat(model, data, mat, 1)
        return mat
    agree(twins, matrix)


def test_products_with_the_inertia(twins):
    def products(engine, model, data):
        full, vec = np.zeros((model.nv, model.nv)), np.arange(model.nv) + 1.0
        product, half, solved = np.zeros(model.nv), np.zeros(model.nv), np.zeros((2, model.nv))
        engine.mj_fullM(model, data, full)
        engine.mj_mulM(model, data, product, vec)
        engine.mj_mulM2(model, data, half, vec)
        engine.mj_solveM(model, data, solved, np.stack([vec, vec ** 2]))
        return full, product, half, solved
    agree(twins, products, 1e-11)


def test_newton_euler(twins):
    for with_acceleration in (0, 1):
        def force(engine, model, data):
            result = np.zeros(model.nv)
            engine.mj_rne(model, data, with_acceleration, result)
            return result
        agree(twins, force)


def test_velocities_of_objects(twins):
    objects = [("BODY", "nbody"), ("XBODY", "nbody"), ("GEOM", "ngeom"), ("SITE", "nsite"), ("CAMERA", "ncam")]
    for kind, count in objects:
        for i in range(getattr(twins[0][1], count)):
            for local in (0, 1):
                def velocity(engine, model, data):
                    result = np.zeros(6)
                    engine.mj_objectVelocity(model, data, getattr(engine.mjtObj, f"mjOBJ_{kind}"), i, result, local)
                    return result
                agree(twins, velocity)


def test_applied_forces(twins):
    def force(engine, model, data):
        target = np.ones(model.nv)
        engine.mj_applyFT(model, data, [1.0, 2, 3], [4.0, 5, 6], [0.1, 0.2, 0.3], model.nbody - 1, target)
        return target
    agree(twins, force)


def test_configuration_differences(twins):
    def difference(engine, model, data):
        qvel = np.zeros(model.nv)
        engine.mj_differentiatePos(model, qvel, 0.1, model.qpos0, data.qpos)
        return qvel
    agree(twins, difference)


def test_state_vectors(twins):
    for bits in ("PHYSICS", "FULLPHYSICS", "USER", "INTEGRATION", "QPOS"):
        def state(engine, model, data):
            sig = getattr(engine.mjtState, f"mjSTATE_{bits}")
            out = np.zeros(engine.mj_stateSize(model, sig))
            engine.mj_getState(model, data, out, sig)
            return out
        agree(twins, state)
    engine, model, data = twins[1]
    sig = engine.mjtState.mjSTATE_INTEGRATION
    saved = np.zeros(engine.mj_stateSize(model, sig))
    engine.mj_getState(model, data, saved, sig)
    other = sinew.MjData(model)
    engine.mj_setState(model, other, saved, sig)
    assert np.array_equal(other.qpos, data.qpos) and np.array_equal(other.qvel, data.qvel)


def test_parts_of_state_vectors(twins):
    def parts(engine, model, data):
        bits = engine.mjtState
        whole, part = bits.mjSTATE_INTEGRATION, int(bits.mjSTATE_QVEL) | int(bits.mjSTATE_TIME)
        src, dst = np.zeros(engine.mj_stateSize(model, whole)), np.zeros(engine.mj_stateSize(model, part))
        engine.mj_getState(model, data, src, whole)
        engine.mj_extractState(model, src, whole, dst, part)
        return dst
    agree(twins, parts)


def test_accelerations_of_objects(twins):
    for kind, count in [("BODY", "nbody"), ("XBODY", "nbody"), ("GEOM", "ngeom"), ("SITE", "nsite")]:
        def accelerations(engine, model, data):
            engine.mj_rnePostConstraint(model, data)
            result = np.zeros((getattr(model, count), 2, 6))
            for i, local in np.ndindex(result.shape[:2]):
                engine.mj_objectAcceleration(model, data, getattr(engine.mjtObj, f"mjOBJ_{kind}"), i, result[i, local], local)
            return result
        agree(twins, accelerations)


def test_products_with_the_constraint_jacobian(twins):
    def products(engine, model, data):
        engine.mj_forward(model, data)
        forward, back = np.zeros(data.nefc), np.zeros(model.nv)
        engine.mj_mulJacVec(model, data, forward, np.linspace(-1, 1, model.nv))
        engine.mj_mulJacTVec(model, data, back, np.linspace(-1, 1, data.nefc))
        return forward, back
    agree(twins, products, 1e-10)


def test_stages_that_are_skipped_keep_their_results(twins):
    def skipped(engine, model, data):
        engine.mj_forward(model, data)
        data.qvel *= 0.5
        engine.mj_forwardSkip(model, data, engine.mjtStage.mjSTAGE_POS, 1)
        qacc = data.qacc.copy()
        data.qacc = np.linspace(-1, 1, model.nv)
        engine.mj_inverseSkip(model, data, engine.mjtStage.mjSTAGE_VEL, 1)
        return qacc, data.qfrc_inverse.copy()
    agree(twins, skipped, 1e-8)


def test_a_runge_kutta_step(twins):
    def step(engine, model, data):
        engine.mj_forward(model, data)
        engine.mj_RungeKutta(model, data, 4)
        return data.qpos.copy(), data.qvel.copy()
    agree(twins, step, 1e-9)
    engine, model, data = twins[1]
    with pytest.raises(ValueError, match="it is 4"):
        engine.mj_RungeKutta(model, data, 3)


def test_bad_numbers_that_are_looked_for_are_counted_and_reset(twins):
    for column, check in [("qpos", "mj_checkPos"), ("qvel", "mj_checkVel"), ("qacc", "mj_checkAcc")]:
        def after(engine, model, data):
            getattr(data, column)[0] = np.nan
            getattr(engine, check)(model, data)
            return data.qpos.copy(), data.qvel.copy(), np.array([w.number for w in data.warning])
        agree(twins, after, 1e-9)


def test_which_problem_is_solved(twins):
    for solver, cone, jacobian in [(0, 0, 0), (1, 1, 1), (2, 0, 2)]:
        def kind(engine, model, data):
            model.opt.solver, model.opt.cone, model.opt.jacobian = solver, cone, jacobian
            return [engine.mj_isDual(model), engine.mj_isPyramidal(model), engine.mj_isSparse(model)]
        theirs, ours = (kind(*twin) for twin in twins)
        assert [bool(x) for x in theirs] == ours


def test_total_mass(twins):
    def masses(engine, model, data):
        before = engine.mj_getTotalmass(model)
        engine.mj_setTotalmass(model, 3.5)
        return before, model.body_mass.copy(), model.body_inertia.copy()
    agree(twins, masses)


def test_factors_constraints_and_frames(twins):
    def numbers(engine, model, data):
        rng = np.random.default_rng(5)
        y, half = rng.normal(size=(3, model.nv)), np.zeros((3, model.nv))
        engine.mj_solveM2(model, data, half, y, np.sqrt(data.qLDiagInv))
        engine.mj_forward(model, data)
        jar, cost = np.linspace(-1, 1, data.nefc), np.zeros((1, 1))
        engine.mj_constraintUpdate(model, data, jar, cost, 0)
        pos, mat = np.zeros(3), np.zeros(9)
        engine.mj_local2Global(data, pos, mat, np.array([0.1, 0.2, 0.3]), np.array([0.6, 0.8, 0, 0]), model.nbody - 1, 0)
        return half, cost.ravel(), data.qfrc_constraint.copy(), pos, mat
    agree(twins, numbers, 1e-9)


def test_inertia_is_added_to_sparse_and_full_matrices(humanoid):
    model, data = humanoid
    sinew.mj_forward(model, data)
    lower, sparse, full = np.zeros((model.nv, model.nv)), np.ones(model.nC), np.zeros((model.nv, model.nv))
    sinew.mj_fullM(model, data, full)
    sinew.mj_addM(model, data, lower, None, None, None)
    sinew.mj_addM(model, data, sparse, model.M_rownnz, model.M_rowadr, model.M_colind)
    assert np.array_equal(lower, np.tril(full))
    np.testing.assert_array_equal(sparse, 1 + data.M)


def test_length_ranges_are_mujocos(mujoco):
    xml = """<mujoco><option gravity="0 0 0"/>
      <worldbody><body><joint name="j" range="-40 70" damping="1"/><geom size=".1" pos=".5 0 0"/></body></worldbody>
      <actuator><motor joint="j" gear="2"/></actuator></mujoco>"""
    found = []
    for engine in (mujoco, sinew):
        model = engine.MjModel.from_xml_string(xml)
        data, options = engine.MjData(model), engine.MjLROpt()
        engine.mj_defaultLROpt(options)
        options.mode = engine.mjtLRMode.mjLRMODE_ALL
        engine.mj_setLengthRange(model, data, 0, options)
        found.append(model.actuator_lengthrange.copy())
    assert found[0][0, 0] < -1 and found[0][0, 1] > 2
    np.testing.assert_allclose(found[1], found[0], atol=1e-3)


def test_rotations_of_matrices(mujoco):
    rng = np.random.default_rng(8)
    for _ in range(20):
        mat, quats = rng.normal(size=9), []
        for engine in (mujoco, sinew):
            quat = np.array([1.0, 0, 0, 0])
            engine.mju_mat2Rot(quat, mat)
            quats.append(quat)
        np.testing.assert_allclose(quats[1], quats[0], atol=1e-6)


SKIN = """<mujoco>
  <asset><material name="fur" rgba="1 0 0 1"/></asset>
  <deformable>
    <skin name="first" material="fur" inflate=".01" group="2" vertex="0 0 0 1 0 0 0 1 0" texcoord="0 0 1 0 0 1" face="0 1 2">
      <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1" vertweight="1 1"/>
      <bone body="b" bindpos="0 1 0" bindquat="2 0 1 0" vertid="1 2" vertweight="3 1"/>
    </skin>
    <skin name="second" rgba="0 1 0 1" vertex="0 0 0 1 0 0 0 1 0 1 1 0" face="0 1 2 1 2 3">
      <bone body="b" bindpos="0 1 0" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight=".5 1 2 4"/>
    </skin>
  </deformable>
  <worldbody><body name="a"><geom size=".1"/><body name="b"><joint/><geom size=".1"/></body></body></worldbody>
</mujoco>"""


def test_skins_are_mujocos(mujoco):
    theirs, ours = mujoco.MjModel.from_xml_string(SKIN), sinew.MjModel.from_xml_string(SKIN)
    columns = [name for name in dir(theirs) if name.startswith(("skin_", "nskin"))]
    assert len(columns) > 20
    for name in columns:
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), err_msg=name)
    assert ours.signature == theirs.signature and ours.skin("second").id == 1


def test_a_cholesky_factor_of_what_has_none_has_rank_zero(mujoco):
    assert mujoco.mju_cholFactor(-np.eye(3), 0.0) == sinew.mju_cholFactor(-np.eye(3), 0.0) == 0


def test_axes_of_symmetric_matrices(mujoco):
    rng = np.random.default_rng(3)
    for _ in range(100):
        root = rng.normal(size=(3, 3))
        results = []
        for engine in (mujoco, sinew):
            values, vectors, quat = np.zeros(3), np.zeros(9), np.zeros(4)
            engine.mju_eig3(values, vectors, quat, (root @ root.T).ravel())
            results.append(np.concatenate([values, vectors, quat]))
        np.testing.assert_allclose(results[1], results[0], rtol=0, atol=1e-10)
