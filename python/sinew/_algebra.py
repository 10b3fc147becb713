"""Linear algebra on small dense, banded and sparse matrices, under MuJoCo's names: what needs no speed."""
import numpy as np

from sinew._sinew import FatalError

__all__ = ["mju_band2Dense", "mju_bandDiag", "mju_bandMulMatVec", "mju_boxQP", "mju_cholFactor", "mju_cholFactorBand",
           "mju_cholSolve", "mju_cholSolveBand", "mju_cholUpdate", "mju_dense2Band", "mju_dense2sparse",
           "mju_sym2dense", "mju_insertionSort", "mju_insertionSortInt", "mju_printMat", "mju_standardNormal"]

_MINVAL = 1e-15


def _real(name, array, *shape):
    """An array of reals that can be written; a None in the shape stands for any length."""
    if not (isinstance(array, np.ndarray) and array.dtype == np.float64):
        raise TypeError(f"{name} should be an array of float64")
    good = array.ndim == len(shape) and all(want in (None, have) for want, have in zip(shape, array.shape))
    if shape and not good:
        raise TypeError(f"{name} should have shape {shape}, got {array.shape}")
    return array


def _vector(name, array, n):
    """Any array of n numbers, as a flat view or copy."""
    array = np.asarray(array, dtype=np.float64)
    if array.size != n:
        raise TypeError(f"{name} should hold {n} numbers, got {array.size}")
    return array.reshape(-1)


def _square(name, mat):
    _real(name, mat, None, None)
    if mat.shape[0] != mat.shape[1]:
        raise TypeError(f"{name} should be a square matrix")
    return mat.shape[0]


def mju_cholFactor(mat, mindiag):
    """Replaces the lower triangle of a symmetric matrix by its Cholesky factor; pivots below `mindiag` are raised to it.
    Returns the rank."""
    n, rank = _square("mat", mat), _square("mat", mat)
    for j in range(n):
        pivot = mat[j, j] - mat[j, :j] @ mat[j, :j]
        if not pivot >= mindiag:
            pivot, rank = mindiag, rank - 1
        mat[j, j] = np.sqrt(pivot)
        with np.errstate(divide="ignore", invalid="ignore"):
            mat[j + 1:, j] = (mat[j + 1:, j] - mat[j + 1:, :j] @ mat[j, :j]) / mat[j, j]
    return rank


def _solve_factored(lower, vec):
    """`(L Lᵀ)⁻¹ vec`"""
    x = np.array(vec, dtype=np.float64)
    n = len(x)
    for i in range(n):
        x[i] = (x[i] - lower[i, :i] @ x[:i]) / lower[i, i]
    for i in reversed(range(n)):
        x[i] = (x[i] - lower[i + 1:, i] @ x[i + 1:]) / lower[i, i]
    return x


def mju_cholSolve(res, mat, vec):
    """`res = mat⁻¹ vec`, by the Cholesky factor of mat."""
    n = _square("mat", mat)
    if _real("res", res).size != n:
        raise TypeError("size of res should equal the number of rows in mat")
    res.reshape(-1)[:] = _solve_factored(mat, _vector("vec", vec, n))


def mju_cholUpdate(mat, x, flg_plus):
    """Adds `± x xᵀ` to a matrix whose Cholesky factor is `mat`; x is overwritten. Returns the rank."""
    n, sign = _square("mat", mat), 1.0 if flg_plus else -1.0
    _vector("x", _real("x", x), n)
    rank, x = n, x.reshape(-1)
    for k in range(n):
        square = mat[k, k] ** 2 + sign * x[k] ** 2
        if square < _MINVAL:
            square, rank = _MINVAL, rank - 1
        root = np.sqrt(square)
        c, s = root / mat[k, k], x[k] / mat[k, k]
        mat[k, k] = root
        mat[k + 1:, k] = (mat[k + 1:, k] + sign * s * x[k + 1:]) / c
        x[k + 1:] = c * x[k + 1:] - s * mat[k + 1:, k]
    return rank


def mju_boxQP(res, R, index, H, g, lower, upper):
    """Minimises `½ xᵀHx + gᵀx` between bounds, starting at `res`, which receives the solution. `R` receives the Cholesky
    factor of the free part in its first rows, `index` the free coordinates. Returns how many are free, or -1 if the free
    part of H is not positive definite.

    A projected Newton method: coordinates at a bound that the gradient pushes against are held, the rest takes a Newton
    step that is shortened until the objective falls enough. Tassa, Mansard, Todorov (2014), *Control-limited
    differential dynamic programming*."""
    n = _real("res", res).size
    H, g = np.asarray(H, dtype=np.float64), _vector("g", g, n)
    if H.shape != (n, n):
        raise TypeError(f"H should have shape ({n}, {n}), got {H.shape}")
    if _real("R", R).size < n * (n + 7):
        raise TypeError(f"R should hold {n * (n + 7)} numbers, got {R.size}")
    if index is not None and (index.dtype != np.int32 or index.size != n):
        raise TypeError(f"index should hold {n} integers")
    low = np.full(n, -np.inf) if lower is None else _vector("lower", lower, n)
    high = np.full(n, np.inf) if upper is None else _vector("upper", upper, n)
    if (low >= high).any():
        raise FatalError("mju_boxQP: upper bounds must be larger than lower bounds")

    x, free, factor, held = res.reshape(-1).clip(low, high), np.arange(n), None, None
    value = lambda x: x @ (0.5 * (H @ x) + g)
    y = value(x)
    for _ in range(100):
        grad = H @ x + g
        now = (x <= low) & (grad > 0) | (x >= high) & (grad < 0)
        if held is None or (now != held).any():
            held, free = now, np.flatnonzero(~now)
            try:
                factor = np.linalg.cholesky(H[np.ix_(free, free)])
            except np.linalg.LinAlgError:
                return -1
        if not free.size or grad[free] @ grad[free] < 1e-32:
            break
        step = np.zeros(n)
        step[free] = -_solve_factored(factor, grad[free])
        slope = step @ grad
        if slope > -1e-16:
            break
        length = 1.0
        while True:
            candidate = (x + length * step).clip(low, high)
            better = value(candidate)
            if y - better >= -0.1 * length * slope or length < 1e-22:
                break
            length *= 0.6
        if length < 1e-22:
            break
        done = abs(y - better) <= 1e-16 * abs(y) and length == 1.0
        x, y = candidate, better
        if done and (((x <= low) & (H @ x + g > 0) | (x >= high) & (H @ x + g < 0)) == held).all():
            break
    res.reshape(-1)[:] = x
    nfree = len(free)
    R.reshape(-1)[:nfree * nfree] = (np.zeros((0, 0)) if factor is None else factor).ravel()
    if index is not None:
        index[:nfree] = free
    return nfree


def mju_bandDiag(i, ntotal, nband, ndense):
    """Address of diagonal element i of a matrix of `nband` diagonals with `ndense` full rows at its end."""
    banded = ntotal - ndense
    return i * nband + nband - 1 if i < banded else banded * nband + (i - banded) * ntotal + i


def _band_size(ntotal, nband, ndense):
    return (ntotal - ndense) * nband + ndense * ntotal


def _band_rows(ntotal, nband, ndense):
    """Of each row: its address, and the columns that it holds up to the diagonal."""
    for i in range(ntotal):
        diagonal = mju_bandDiag(i, ntotal, nband, ndense)
        width = min(i + 1, nband) if i < ntotal - ndense else i + 1
        yield i, diagonal - width + 1, i - width + 1


def _unpacked(band, ntotal, nband, ndense, symmetric):
    if band.size != _band_size(ntotal, nband, ndense):
        raise TypeError("the size of a band matrix should be nband*(ntotal-ndense)+ndense*ntotal")
    band, dense = band.reshape(-1), np.zeros((ntotal, ntotal))
    for i, address, first in _band_rows(ntotal, nband, ndense):
        dense[i, first:i + 1] = band[address:address + i + 1 - first]
        if symmetric:
            dense[first:i + 1, i] = dense[i, first:i + 1]
    return dense


def _pack(band, dense, ntotal, nband, ndense):
    if _real("res", band).size != _band_size(ntotal, nband, ndense):
        raise TypeError("the size of a band matrix should be nband*(ntotal-ndense)+ndense*ntotal")
    flat = band.reshape(-1)
    flat[:] = 0
    for i, address, first in _band_rows(ntotal, nband, ndense):
        flat[address:address + i + 1 - first] = dense[i, first:i + 1]


def mju_dense2Band(res, mat, ntotal, nband, ndense):
    """A matrix as its lower band."""
    _pack(res, np.asarray(mat).reshape(ntotal, ntotal), ntotal, nband, ndense)


def mju_band2Dense(res, mat, ntotal, nband, ndense, flg_sym):
    """A band as a matrix: its lower triangle, or with `flg_sym` all of it."""
    _real("res", res, ntotal, ntotal)[:] = _unpacked(mat, ntotal, nband, ndense, flg_sym)


def mju_bandMulMatVec(res, mat, vec, ntotal, nband, ndense, nvec, flg_sym):
    """`res = mat vec` for `nvec` columns."""
    columns = np.asarray(vec).reshape(nvec, ntotal)
    _real("res", res).reshape(nvec, ntotal)[:] = columns @ _unpacked(mat, ntotal, nband, ndense, flg_sym).T


def mju_cholFactorBand(mat, ntotal, nband, ndense, diagadd, diagmul):
    """Replaces a band by its Cholesky factor, with `diagadd + diagmul · diagonal` added to the diagonal. Returns the
    smallest pivot, or 0 if the matrix is not positive definite."""
    dense = _unpacked(_real("mat", mat), ntotal, nband, ndense, True)
    dense[np.diag_indices(ntotal)] += diagadd + diagmul * dense.diagonal()
    try:
        factor = np.linalg.cholesky(dense)
    except np.linalg.LinAlgError:
        return 0.0
    _pack(mat, factor, ntotal, nband, ndense)
    return float((factor.diagonal() ** 2).min()) if ntotal else 0.0


def mju_cholSolveBand(res, mat, vec, ntotal, nband, ndense):
    """`res = mat⁻¹ vec`, by the Cholesky factor of a band."""
    factor = _unpacked(mat, ntotal, nband, ndense, False)
    _real("res", res).reshape(-1)[:] = _solve_factored(factor, _vector("vec", vec, ntotal))


def mju_dense2sparse(res, mat, rownnz, rowadr, colind):
    """A matrix as compressed rows. Returns 0, or 1 if there is not enough room."""
    nr, _ = mat.shape
    if rownnz.size != nr or rowadr.size != nr:
        raise TypeError("rownnz and rowadr should have as many elements as mat has rows")
    if res.size != colind.size:
        raise TypeError("res and colind should have the same size")
    rows, columns = np.nonzero(mat)
    if len(rows) > res.size:
        return 1
    count = np.bincount(rows, minlength=nr)
    rownnz[:], rowadr[:] = count, np.cumsum(count) - count
    res[:len(rows)], colind[:len(rows)] = mat[rows, columns], columns
    return 0


def mju_sym2dense(res, mat, rownnz, rowadr, colind):
    """A symmetric matrix out of its lower triangle in compressed rows."""
    n = _square("res", res)
    res[:] = 0
    for i in range(n):
        for k in range(rowadr[i], rowadr[i] + rownnz[i]):
            res[i, colind[k]] = res[colind[k], i] = mat[k]


def mju_insertionSort(list):  # noqa: A002
    """Sorts numbers in place, least first."""
    list.sort(kind="stable")


mju_insertionSortInt = mju_insertionSort


def mju_printMat(mat):
    """Prints a matrix."""
    print(np.asarray(mat))


def mju_standardNormal(num2=None):
    """A number from the standard normal distribution; another goes into `num2`, if it is an array."""
    if num2 is not None and isinstance(num2, np.ndarray):
        num2.reshape(-1)[:1] = np.random.standard_normal()
    return float(np.random.standard_normal())
