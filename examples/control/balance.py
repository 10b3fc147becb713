"""A humanoid balances on one leg: linear-quadratic control around a pose, from the derivatives of one step in closed form.

    python examples/control/balance.py

The pose puts the centre of mass over the right foot; inverse dynamics gives the controls that hold it; `A` and `B` of a step
at that pose, contacts included, give the feedback by the discrete Riccati equation.
"""
import pathlib

import numpy as np

import sinew

MODEL = pathlib.Path(__file__).parent.parent.parent / "models" / "humanoid.xml"


def one_leg(model, data):
    """Fills `data.qpos` with a pose on the right leg, the left one raised, and the foot pressed into the floor as deep as
    holds the weight."""
    joint = {model.joint(i).name: model.jnt_qposadr[i] for i in range(model.njnt)}
    foot = model.body("right_foot").id
    sinew.mj_resetData(model, data)
    for name, degrees in {"left_hip_y": -50, "left_knee": -80, "right_hip_y": -12, "right_knee": -20, "right_hip_x": -6}.items():
        data.qpos[joint[name]] = np.deg2rad(degrees)

    def residual(x):
        """Centre of mass away from the middle of the foot, and tilt of the foot."""
        roll, pitch, ankle_y, ankle_x = x
        data.qpos[3:7] = [1, roll / 2, pitch / 2, 0]
        data.qpos[3:7] /= np.linalg.norm(data.qpos[3:7])
        data.qpos[joint["right_ankle_y"]], data.qpos[joint["right_ankle_x"]] = ankle_y, ankle_x
        sinew.mj_fwdPosition(model, data)
        frame = data.xmat[foot].reshape(3, 3)
        middle = data.xpos[foot] + frame @ [0.035, -0.002, 0]
        return np.concatenate([data.subtree_com[1][:2] - middle[:2], frame[:2, 2]])

    x = np.zeros(4)
    for _ in range(20):
        here = residual(x)
        slope = np.array([residual(x + 1e-6 * e) - here for e in np.eye(4)]).T / 1e-6
        x -= np.linalg.solve(slope, here)
    residual(x)

    # height at which contacts carry the weight: what inverse dynamics asks of the root is least
    lowest = min(data.geom_xpos[g][2] for g in range(model.ngeom) if model.geom_bodyid[g] == foot)
    base = data.qpos[2] - lowest + 0.027

    def missing(height):
        data.qpos[2], data.qacc[:] = height, 0
        sinew.mj_inverse(model, data)
        return abs(data.qfrc_inverse[2])

    data.qpos[2] = base + min(np.linspace(-0.002, 0.0005, 2501), key=lambda shift: missing(base + shift))
    missing(data.qpos[2])
    return data.qfrc_inverse.copy()


def riccati(A, B, Q, R):
    """Solution of the discrete algebraic Riccati equation by doubling; the feedback gain `K` of `u = -K x`."""
    n = len(A)
    step, G, H = A.copy(), B @ np.linalg.solve(R, B.T), Q.copy()
    for _ in range(60):
        W = np.linalg.solve(np.eye(n) + G @ H, np.hstack([step, G]))
        forward, through = W[:, :n], W[:, n:]
        grown = step.T @ H @ forward
        step, G, H = step @ forward, G + step @ through @ step.T, H + grown
        if np.abs(grown).max() < 1e-12 * np.abs(H).max():
            break
    return np.linalg.solve(R + B.T @ H @ B, B.T @ H @ A)


def costs(model, data):
    """Weights of the state: balance above all, joints that keep the balance firmly, the others loosely."""
    nv = model.nv
    com, foot = np.zeros((3, nv)), np.zeros((3, nv))
    sinew.mj_jacSubtreeCom(model, data, com, 1)
    sinew.mj_jacBodyCom(model, data, foot, None, model.body("right_foot").id)
    apart = com - foot
    Q = np.zeros((2 * nv, 2 * nv))
    Q[:nv, :nv] = 1000 * apart.T @ apart
    firm = {"waist": 3.0, "right_hip": 3.0, "right_knee": 3.0, "right_ankle": 3.0}
    for i in range(6, nv):
        name = model.joint(model.dof_jntid[i]).name
        Q[i, i] += next((w for part, w in firm.items() if name.startswith(part)), 0.3)
    return Q


def balance(seconds=4.0, noise=0.01, seed=1):
    """Simulates with feedback and pushes of the controls; returns heights of the head, and of the pose."""
    model = sinew.MjModel.from_xml_path(str(MODEL))
    data = sinew.MjData(model)
    force = one_leg(model, data)
    pose = data.qpos.copy()
    gear = np.zeros((model.nu, model.nv))
    sinew.mju_sparse2dense(gear, data.actuator_moment, data.moment_rownnz, data.moment_rowadr, data.moment_colind)
    hold = np.linalg.lstsq(gear.T, force, rcond=None)[0]

    sinew.mj_resetData(model, data)
    data.qpos[:], data.ctrl[:] = pose, hold
    A, B = sinew.derivatives.transition(model, data)
    K = riccati(A, B, costs(model, data), np.eye(model.nu))

    rng = np.random.default_rng(seed)
    head, error, heights = model.body("head").id, np.zeros(model.nv), []
    for _ in range(int(seconds / model.opt.timestep)):
        sinew.mj_differentiatePos(model, error, 1.0, pose, data.qpos)
        data.ctrl[:] = hold - K @ np.concatenate([error, data.qvel]) + noise * rng.normal(size=model.nu)
        sinew.mj_step(model, data)
        heights.append(data.xpos[head][2])
    data.qpos[:] = pose
    sinew.mj_kinematics(model, data)
    return np.array(heights), data.xpos[head][2]


if __name__ == "__main__":
    heights, pose = balance()
    print(f"head at {pose:.3f} m in the pose, between {heights.min():.3f} and {heights.max():.3f} m while balancing")
