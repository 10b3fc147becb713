"""An acrobot swings up: trajectory optimisation by iterative LQR, with the derivatives of every step in closed form.

    python examples/control/swing_up.py

Two links hang from a pin without a motor; only the elbow between them is driven. Tassa, Erez,
Todorov, *Synthesis and Stabilization of Complex Behaviors through Online Trajectory Optimization*, IROS 2012.
"""
import numpy as np

import sinew

ACROBOT = """
<mujoco model="acrobot">
  <option timestep="0.02" integrator="implicitfast"/>
  <default><joint axis="0 1 0" damping="0.02"/><geom type="capsule" size="0.04" mass="1" contype="0" conaffinity="0"/></default>
  <worldbody>
    <body pos="0 0 2">
      <joint name="shoulder"/>
      <geom fromto="0 0 0 0 0 -0.8"/>
      <body pos="0 0 -0.8">
        <joint name="elbow"/>
        <geom fromto="0 0 0 0 0 -0.8"/>
        <site name="tip" pos="0 0 -0.8"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="elbow" gear="8" ctrlrange="-1 1" ctrllimited="false"/></actuator>
</mujoco>"""

TARGET = np.array([np.pi, 0, 0, 0])
RUNNING, FINAL, EFFORT = np.diag([0.02, 0.01, 0.002, 0.002]), np.diag([400.0, 200.0, 40.0, 20.0]), np.array([[0.05]])


def rollout(model, data, start, controls, gains=None, reference=None, step=1.0):
    """States and controls of a motion, with feedback around a reference if there is one."""
    sinew.mj_resetData(model, data)
    data.qpos[:], data.qvel[:] = start[:2], start[2:]
    states, used = [start], []
    for t, u in enumerate(controls):
        if gains is not None and reference is not None:
            u = u + step * gains[t][0] + gains[t][1] @ (states[-1] - reference[t])
        data.ctrl[:] = u
        sinew.mj_step(model, data)
        states.append(np.concatenate([data.qpos, data.qvel]))
        used.append(u)
    return np.array(states), np.array(used)


def cost(states, controls):
    """Half the weighted squares of deviations and controls."""
    away = states - TARGET
    running = np.einsum("ti,ij,tj", away[:-1], RUNNING, away[:-1]) + np.einsum("ti,ij,tj", controls, EFFORT, controls)
    return 0.5 * (running + away[-1] @ FINAL @ away[-1])


def derivatives(model, data, states, controls):
    """`A` and `B` of every step."""
    out = []
    for x, u in zip(states, controls):
        data.qpos[:], data.qvel[:], data.ctrl[:] = x[:2], x[2:], u
        out.append(sinew.derivatives.transition(model, data))
    return out


def backward(linear, states, controls, regular):
    """Open-loop changes and feedback gains of every step; none if the problem is not convex enough."""
    gradient, hessian = FINAL @ (states[-1] - TARGET), FINAL
    gains = []
    for (A, B), x, u in zip(reversed(linear), states[-2::-1], controls[::-1]):
        Qx, Qu = RUNNING @ (x - TARGET) + A.T @ gradient, EFFORT @ u + B.T @ gradient
        Qxx, Qux = RUNNING + A.T @ hessian @ A, B.T @ hessian @ A
        Quu = EFFORT + B.T @ hessian @ B + regular * np.eye(len(u))
        if np.linalg.eigvalsh(Quu)[0] <= 0:
            return None
        k, K = -np.linalg.solve(Quu, Qu), -np.linalg.solve(Quu, Qux)
        gradient = Qx + K.T @ Qu + Qux.T @ k + K.T @ Quu @ k - regular * K.T @ k
        hessian = Qxx + K.T @ Qux + Qux.T @ K + K.T @ (Quu - regular * np.eye(len(u))) @ K
        hessian = 0.5 * (hessian + hessian.T)
        gains.append((k, K))
    return gains[::-1]


def swing_up(steps=200, iterations=100):
    """Optimises a motion from hanging to standing; returns its states, its controls and the cost of every iteration."""
    model = sinew.MjModel.from_xml_string(ACROBOT)
    data = sinew.MjData(model)
    start, time = np.zeros(4), np.arange(steps) * model.opt.timestep
    states, controls = rollout(model, data, start, 0.5 * np.sin(2 * np.pi * 0.45 * time)[:, None])
    history, regular = [cost(states, controls)], 1e-3
    for _ in range(iterations):
        gains = backward(derivatives(model, data, states, controls), states, controls, regular)
        improved = False
        for step in 0.6 ** np.arange(12) if gains else ():
            tried = rollout(model, data, start, controls, gains, states, step)
            value = cost(*tried)
            if np.isfinite(value) and value < history[-1]:
                states, controls = tried
                improved = True
                break
        regular = max(regular / 3, 1e-6) if improved else regular * 10
        history.append(cost(states, controls))
        if improved and history[-2] - history[-1] < 1e-6 * history[-1] or regular > 1e6:
            break
    return states, controls, history


if __name__ == "__main__":
    states, controls, history = swing_up()
    print(f"cost {history[0]:.1f} -> {history[-1]:.2f} in {len(history) - 1} iterations; "
          f"ends {np.abs(states[-1] - TARGET).max():.4f} from standing, controls up to {np.abs(controls).max():.2f}")
