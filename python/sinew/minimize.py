"""Nonlinear least squares with bounds: Levenberg-Marquardt, each step a quadratic program in a box.

`least_squares` looks for the x that makes `norm(residual(x))` smallest. Residuals are computed for many x at a time, as
columns, so that finite differences cost one call. Fletcher (1971), *A modified Marquardt subroutine for non-linear least
squares*, gives the rule for the regularisation.
"""
import abc
import dataclasses
import enum
import time

import numpy as np

from sinew._algebra import mju_boxQP

__all__ = ["IterLog", "Norm", "Quadratic", "Status", "Verbosity", "check_jacobian", "check_norm", "jacobian_fd",
           "least_squares"]


class Verbosity(enum.Enum):
    """How much is printed."""
    SILENT = 0
    FINAL = 1
    ITER = 2
    FULLITER = 3


class Status(enum.Enum):
    """Why the search ended."""
    FACTORIZATION_FAILED = enum.auto()
    NO_IMPROVEMENT = enum.auto()
    MAX_ITER = enum.auto()
    DX_TOL = enum.auto()
    G_TOL = enum.auto()


_MESSAGES = {
    Status.FACTORIZATION_FAILED: "factorization failed.",
    Status.NO_IMPROVEMENT: "insufficient reduction.",
    Status.MAX_ITER: "maximum iterations reached.",
    Status.DX_TOL: "norm(dx) < tol.",
    Status.G_TOL: "norm(gradient) < tol.",
}
_ARMIJO = 1e-2  # share of the promised decrease that a step must keep


@dataclasses.dataclass(frozen=True)
class IterLog:
    """One iteration: where it began, how good that was, what the step gained, how much it was held back. The rest is
    there only at full verbosity."""
    candidate: np.ndarray
    objective: float
    reduction: float
    regularizer: float
    residual: np.ndarray | None = None
    jacobian: np.ndarray | None = None
    grad: np.ndarray | None = None
    step: np.ndarray | None = None


class Norm(abc.ABC):
    """A measure of residuals."""

    @abc.abstractmethod
    def value(self, r):
        """The measure of a column of residuals."""

    @abc.abstractmethod
    def grad_hess(self, r, proj):
        """Gradient and Hessian at `r`, projected: `projᵀ g` and `projᵀ H proj`."""


class Quadratic(Norm):
    """Half of the squared length."""

    def value(self, r):
        return 0.5 * r.T.dot(r).item()

    def grad_hess(self, r, proj):
        return proj.T @ r, proj.T @ proj


def least_squares(x0, residual, bounds=None, jacobian=None, norm=Quadratic(), eps=np.finfo(np.float64).eps ** 0.5, mu_min=1e-6, mu_max=1e8,
                  mu_factor=10.0**0.1, xtol=1e-8, gtol=1e-8, max_iter=100, verbose=Verbosity.ITER, output=None,
                  iter_callback=None, check_derivatives=False, x_scale=None):
    """Minimises `norm(residual(x))`; returns x and a list of `IterLog`.

    Args:
        x0: where to start.
        residual: function of points, as columns, that gives their residuals, as columns.
        bounds: lowest and highest x, or None.
        jacobian: function of a point and its residual that gives the Jacobian there; finite differences if None.
        norm: what is made small.
        eps: step of the finite differences.
        mu_min, mu_max, mu_factor: smallest and largest regularisation, and by how much it grows.
        xtol, gtol: the search ends at steps or gradients smaller than these.
        max_iter: the search ends after so many steps.
        verbose, output: how much is printed, and where to.
        iter_callback: called with the logs after every step.
        check_derivatives: compare the given Jacobian and norm with finite differences first.
        x_scale: None, 'jac', a number or an array: the search is in `x / x_scale`; 'jac' takes lengths of columns.
    """
    search = _Search(x0, residual, bounds, jacobian, norm, eps, (mu_min, mu_max, mu_factor), x_scale,
                     Verbosity(verbose).value, output)
    return search.run(xtol, gtol, max_iter, iter_callback, check_derivatives)


def _scale(x_scale, n):
    """Scales as a column, and whether they follow the Jacobian."""
    if isinstance(x_scale, str):
        if x_scale != "jac":
            raise ValueError(f"x_scale must be None, 'jac', a positive scalar, or array, got {x_scale!r}.")
        return np.ones((n, 1)), True
    scale = np.asarray(1.0 if x_scale is None else x_scale, dtype=np.float64)
    if scale.shape not in ((), (n,)):
        raise ValueError(f"x_scale array must have shape ({n},), got {scale.shape}.")
    if not (np.isfinite(scale).all() and (scale > 0).all()):
        raise ValueError("x_scale must be positive and finite.")
    return np.broadcast_to(scale, n).reshape(n, 1).copy(), False


def _columns(bounds, n):
    """Bounds as two columns."""
    if bounds is None:
        return None
    if len(bounds) != 2:
        raise ValueError("bounds must have 2 elements.")
    if any(bound.size != n for bound in bounds):
        raise ValueError("bounds must have the same size as x0.")
    lower, upper = (np.asarray(bound, dtype=np.float64).reshape(n, 1) for bound in bounds)
    if not (np.isfinite(lower).all() and np.isfinite(upper).all()):
        raise ValueError("bounds must be finite.")
    if not (lower < upper).all():
        raise ValueError("bounds[0] must be smaller than bounds[1].")
    return [lower, upper]


class _Search:
    """State of one search."""

    def __init__(self, x0, residual, bounds, jacobian, norm, eps, mu, x_scale, verbose, output):
        n = x0.size
        self.shape, self.norm, self.eps = x0.shape, norm, np.float64(eps)
        self.scale, self.adaptive = _scale(x_scale, n)
        self.mu_min, self.mu_max, self.mu_factor = mu
        if self.mu_factor <= 1:
            raise ValueError("mu_factor must be > 1.")
        self.mu, self.decreases = np.float64(0.0), 0
        self.bounds = _columns(bounds, n)
        self.verbose, self.output = verbose, output
        self.x = x0.astype(np.float64).reshape(n, 1)
        if self.bounds is not None:
            self.x = self.x.clip(*self.bounds)
        if not np.isfinite(self.x).all():
            raise ValueError("x0 must be finite.")
        self.began = time.time()
        self.count = {"residual": 0, "Jacobian": 0}
        self.spent = {"residual": 0.0, "Jacobian": 0.0}
        self._residual, self._jacobian = residual, jacobian
        self.r = self.residual(self.x)
        if self.r.dtype != np.float64:
            raise ValueError("residual function must return float64 arrays.")

    def say(self, text, level=Verbosity.FINAL):
        if self.verbose >= level.value:
            print(text, file=self.output)

    def timed(self, kind, calls, function, *arguments):
        start = time.time()
        answer = function(*arguments)
        self.spent[kind] += time.time() - start
        self.count[kind] += calls
        return answer

    def residual(self, x):
        return self.timed("residual", 1, self._residual, x)

    def jacobian(self):
        if self._jacobian is not None:
            return self.timed("Jacobian", 1, self._jacobian, self.x, self.r)
        difference = lambda: jacobian_fd(self._residual, self.x, self.r, self.eps, 0, self.bounds)[0]
        return self.timed("residual", self.x.size, difference)

    def increase(self):
        """Holds steps back more."""
        self.mu, self.decreases = max(self.mu_min, self.mu_factor * self.mu), 0

    def decrease(self):
        """Holds steps back less, ever faster."""
        less = self.mu * self.mu_factor ** -(2.0**self.decreases)
        self.mu, self.decreases = (0.0 if less < self.mu_min else less), self.decreases + 1

    def free(self, grad):
        """Gradient of what is not held by a bound."""
        if self.bounds is None:
            return grad
        held = (self.x == self.bounds[0]) & (grad > 0) | (self.x == self.bounds[1]) & (grad < 0)
        return grad[~held]

    def solve(self, grad, hess):
        """The regularised step within the bounds, in scaled coordinates; None if there is none."""
        n = self.x.size
        room = [None, None] if self.bounds is None else [(bound - self.x) / self.scale for bound in self.bounds]
        step, factor = np.zeros((n, 1)), np.zeros((n, n + 7))
        while mju_boxQP(step, factor, None, hess + self.mu * np.eye(n), grad, *room) < 0:
            if self.mu >= self.mu_max:
                return None
            self.increase()
        return step

    def improve(self, y, grad, hess):
        """A step that gains enough, as (status, step, residual there, gain); holds back until one does."""
        while True:
            step = self.solve(grad, hess)
            if step is None:
                return Status.FACTORIZATION_FAILED, None, None, 0.0
            r = self.residual(self.x + self.scale * step)
            value = self.norm.value(r)
            gain = y - value
            if np.isfinite(value) and gain + _ARMIJO * (grad.T @ step).item() >= 0:
                return None, step, r, gain
            if self.mu >= self.mu_max:
                return Status.NO_IMPROVEMENT, None, None, 0.0
            self.increase()

    def check(self, jac):
        if self._jacobian is not None:
            self.count["residual"] += self.x.size
            check_jacobian(self._residual, self.x, self.r, jac, self.eps, 0, self.bounds, self.output)
        if not isinstance(self.norm, Quadratic):
            check_norm(self.r, self.norm, self.eps, self.output)

    def run(self, xtol, gtol, max_iter, iter_callback, check_derivatives):
        trace, status, i = [], Status.MAX_ITER, 0

        def log(**entry):
            trace.append(IterLog(**entry))
            if iter_callback is not None:
                iter_callback(trace)

        full = self.verbose >= Verbosity.FULLITER.value
        for i in range(max_iter):
            y, jac = self.norm.value(self.r), self.jacobian()
            if i == 0 and check_derivatives:
                self.check(jac)
            if self.adaptive:
                self.scale = (1.0 / np.maximum(np.linalg.norm(jac, axis=0), self.eps)).reshape(-1, 1)
            grad, hess = self.norm.grad_hess(self.r, jac * self.scale.T)
            steepness = np.linalg.norm(self.free(grad))
            if steepness <= gtol:
                status = Status.G_TOL
                if steepness == 0:
                    self.say("Zero gradient norm: exact minimum found?")
                break

            failure, scaled, r, gain = self.improve(y, grad, hess)
            if failure is not None:
                status = failure
                break
            promised = -(grad.T @ scaled + 0.5 * scaled.T @ hess @ scaled).item()
            if promised == 0:
                self.say("Zero expected reduction: exact minimum found?")
            ratio = gain / promised if promised > 0 else 0.0
            step = self.scale * scaled
            length = np.linalg.norm(step)
            with np.errstate(divide="ignore"):
                self.say(f"iter: {i:<3d}  y: {y:<9.4g}  log10mu: {np.log10(self.mu):>4.1f}  ratio: {ratio:<7.2g}  "
                         f"dx: {length:<7.2g}  reduction: {gain:<7.2g}", Verbosity.ITER)
            more = dict(residual=self.r, jacobian=jac, grad=grad / self.scale, step=step) if full else {}
            log(candidate=self.x, objective=y, reduction=gain, regularizer=self.mu, **more)

            small = length < xtol * (xtol + np.linalg.norm(self.x))
            self.x, self.r = self.x + step, r
            if small:
                status = Status.DX_TOL
                break
            if ratio > 0.75:
                self.decrease()
            elif ratio < 0.25:
                self.increase()

        y, more = self.norm.value(self.r), {}
        if full:
            jac = self.jacobian()
            more = dict(residual=self.r, jacobian=jac, grad=self.norm.grad_hess(self.r, jac)[0])
        log(candidate=self.x, objective=y, reduction=np.float64(0.0), regularizer=self.mu, **more)
        self.conclude(status, i, y)
        return self.x.reshape(self.shape), trace

    def conclude(self, status, i, y):
        text = f"Terminated after {i} iterations: {_MESSAGES[status]} y: {y:<.4g}"
        text += f", Residual evals: {self.count['residual']:d}"
        if self.count["Jacobian"]:
            text += f", Jacobian evals: {self.count['Jacobian']:d}"
        self.say(text)
        total = time.time() - self.began
        if total > 0:
            share = {kind: 100 * spent / total for kind, spent in self.spent.items()}
            text = f"total time {total:<.1f}s" if total > 1 else f"total time {1000 * total:<.1f}ms"
            text += f" of which residual {share['residual']:<.1f}%"
            if self.spent["Jacobian"] > 0:
                text += f" Jacobian {share['Jacobian']:<.1f}%"
            self.say(text)


def jacobian_fd(residual, x, r, eps, n_res, bounds=None):
    """Jacobian of a residual by finite differences that stay within bounds, and the number of evaluations so far."""
    sign = np.ones_like(x)
    if bounds is not None:
        # away from the nearer bound; between neighbouring numbers the middle is the upper one
        sign[(x > 0.5 * bounds[0] + 0.5 * bounds[1]) | (x == bounds[1])] = -1.0
    points = x + np.diag((sign * eps * np.maximum(1.0, np.abs(x))).ravel())
    if bounds is not None:
        points = points.clip(*bounds)
    taken = np.diagonal(points).reshape(-1, 1) - x
    return (residual(points) - r) / taken.T, n_res + x.size


def check_jacobian(residual, x, r, jac, eps, n_res, bounds=None, output=None, name="Jacobian"):
    """Compares a Jacobian with finite differences; returns the number of evaluations so far."""
    if not np.isfinite(jac).all():
        raise ValueError(f"User-provided {name} must contain only finite values.")
    difference, n_res = jacobian_fd(residual, x, r, eps, n_res, bounds)
    if not np.isfinite(difference).all():
        raise ValueError(f"Finite-difference {name} must contain only finite values.")
    size = np.abs(jac).sum() + np.abs(difference).sum() + 1e-8
    if (np.abs(jac - difference) > 1e-5 * size).any():
        raise ValueError(f"User-provided {name} does not match finite-differences to a relative tolerance of 1e-5.")
    print(f"User-provided {name} matches finite-differences.", file=output)
    return n_res


def check_norm(r, norm, eps, output=None):
    """Compares the gradient and Hessian of a norm with finite differences."""
    eye = np.eye(r.size)
    gradient, hessian = norm.grad_hess(r, eye)
    if not np.isfinite(hessian).all():
        raise ValueError("User-provided norm Hessian must contain only finite values.")
    if not np.allclose(hessian, hessian.T):
        raise ValueError("User-provided norm Hessian is not symmetric.")
    least = np.linalg.eigvals(hessian).min()
    if least < 0:
        raise ValueError(f"User-provided norm Hessian is not positive definite. Minimum eigenvalue is {least:<.4g}")

    def over_columns(function):
        return lambda v: np.hstack([np.atleast_2d(function(v[:, i:i + 1])) for i in range(v.shape[1])])

    value = np.atleast_2d(norm.value(r))
    check_jacobian(over_columns(norm.value), r, value, gradient.T, eps, 0, None, output, "norm gradient")
    check_jacobian(over_columns(lambda v: norm.grad_hess(v, eye)[0]), r, gradient, hessian, eps, 0, None, output,
                   "norm Hessian")
