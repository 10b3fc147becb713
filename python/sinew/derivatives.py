"""Derivatives of a step, in closed form or by differences.

With the state `x = [qpos, qvel, act]` in the coordinates of velocities, `2 nv + na` numbers, and controls `u`, a step moves
by `dx' = A dx + B du`, and its sensors by `ds = C dx + D du`.

    A, B = sinew.derivatives.transition(model, data)
"""
import numpy as np

from sinew import _sinew

__all__ = ["jvp", "max_relative_error", "parameters", "transition", "transition_sensors", "vjp"]


def _sizes(model):
    return 2 * model.nv + model.na, model.nu


def transition(model, data, method="analytic", eps=1e-6, centered=True, threads=1, A=None, B=None):
    """`(A, B)` of the step from the present state, which stays what it is.

    `method` is "analytic" (closed form, through contacts and the integrator), "hybrid" (positions by differences of the
    equations of motion) or "differences" (whole steps, as `mjd_transitionFD`). `eps` and `centered` are for differences.
    Columns are shared by so many `threads`, zero for one per processor; the result is the same to the last bit.
    Arrays given as `A` and `B` are filled and returned.
    """
    n, nu = _sizes(model)
    A = np.empty((n, n)) if A is None else A
    B = np.empty((n, nu)) if B is None else B
    _sinew._transition(model, data, method, eps, centered, threads, A, B, None, None)
    return A, B


def transition_sensors(model, data, eps=1e-6, centered=True, threads=1):
    """`(C, D)` of the step from the present state, by differences."""
    n, nu = _sizes(model)
    C, D = np.empty((model.nsensordata, n)), np.empty((model.nsensordata, nu))
    _sinew._transition(model, data, "differences", eps, centered, threads, None, None, C, D)
    return C, D


def jvp(model, data, dx, du):
    """`A dx + B du`, without the matrices."""
    out = np.empty(_sizes(model)[0])
    _sinew._transition_jvp(model, data, dx, du, out)
    return out


def vjp(model, data, weight):
    """`(Aᵀ weight, Bᵀ weight)`, the gradient of `weight · x'`, without the matrices."""
    n, nu = _sizes(model)
    dx, du = np.empty(n), np.empty(nu)
    _sinew._transition_vjp(model, data, weight, dx, du)
    return dx, du


def parameters(model, data, names):
    """How the state after a step moves with numbers of the model, one column each, for system identification.

    A number is named by its field and place: `("body_mass", 3)`, `("geom_friction", 0, 0)`, `("opt.gravity", 2)`. Fields are
    body_mass, body_inertia, dof_damping, dof_armature, dof_frictionloss, jnt_stiffness, geom_friction, tendon_stiffness,
    tendon_damping, actuator_gainprm, actuator_biasprm and opt.gravity. Constants that follow from masses move along, as with
    `mj_setConst`.
    """
    names = [(field, 0, *place) if field == "opt.gravity" else (field, *place, 0)[:3] for field, *place in names]
    out = np.empty((_sizes(model)[0], len(names)))
    _sinew._transition_parameters(model, data, names, out)
    return out


def max_relative_error(got, want, floor=1e-3):
    """Largest difference of two matrices, each column relative to its largest entry in `want`, and at least to `floor`."""
    scale = np.maximum(np.abs(want).max(axis=0, initial=0), floor)
    return float((np.abs(np.asarray(got) - want) / scale).max(initial=0))
