# SPDX-License-Identifier: BSD-3-Clause
"""Linear algebra: the library's, which calls a BLAS on each thread. All threads call."""
from __future__ import annotations

from typing import Any, Callable, NamedTuple, Sequence

import numpy

from ._arrays import _make
from ._arrays._arrays import Array, _as_slice
from ._arrays._views import View, assign, of_arrays, whole
from ._base._library import Error
from ._base._start import at_finalize, thread, threads
from ._calls._agreement import collective, together
from ._calls._numerics import TYPES, numerics
from ._calls._sections import Elements

_PANEL = 512    # rows of B that each thread gets at a time, of a product that no BLAS makes
_FEW = 64       # columns: with more, a matrix that is not high is factored in panels
_TOGETHER = 4   # triangles that one thread factors


# ---- arguments ----

def _with_type(A: Array) -> Array:
    return A if A.dtype.kind in 'fc' and A.dtype != 'f2' else A.astype('f8')


def _copied(A: Array, dtype: Any = None) -> Array:
    """An array of a type that LAPACK has, to be overwritten."""
    made = _with_type(A).astype(_with_type(A).dtype.newbyteorder('=') if dtype is None else dtype)
    if made.dtype.char not in TYPES:
        raise TypeError(f'{A!r}, must be of float32 or float64, or their complex forms')
    return made


def _is_square(A: Array) -> None:
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError(f'{A!r}, must be a square matrix')


def _system(A: Any, B: Any) -> tuple[Array, Array, tuple[int, ...]]:
    """A square matrix, and a copy of right-hand sides as a matrix, of one type; and the shape of the solution."""
    A, B = _make.distributed(A), _make.distributed(B)
    _is_square(A)
    if B.ndim not in (1, 2) or B.shape[0] != A.shape[0]:
        raise ValueError(f'{A!r} and {B!r}, must have as many rows')
    dtype = numpy.result_type(_with_type(A).dtype, _with_type(B).dtype)
    return _with_type(A).astype(dtype, copy=False), _copied(B if B.ndim == 2 else B[:, None], dtype), B.shape


def _of_shape(X: Array, shape: tuple[int, ...]) -> Array:
    return X if len(shape) == 2 else X[:, 0].copy()


def _numerics(name: str, *arguments: Any) -> int:
    """A call on whole arrays."""
    dtype = next(one.dtype for one in arguments if isinstance(one, Array))
    return numerics(name, dtype, *(one.elements[...] if isinstance(one, Array) else one for one in arguments))


def _unit(shape: Sequence[int], dtype: Any) -> Array:
    """Ones on the diagonal. Each thread has whole rows."""
    rows, columns = shape
    made = _make.zeros(shape, (max(1, -(-rows // threads())), max(1, columns)), dtype=dtype)
    at = numpy.arange(min(shape))
    made[at, at] = 1
    return made


def _only(triangle: Callable, A: Array) -> Array:
    """The matrix with zeros outside a triangle, as NumPy's tril and triu make them."""
    with together():
        for (rows, columns), tile in A._own_pieces():
            tile[...] = triangle(tile, rows.start - columns.start)
    return A


def _diagonal(A: Array) -> numpy.ndarray:
    at = numpy.arange(min(A.shape))
    return A[at, at].to_numpy()


def _is_regular(name: str, diagonal: numpy.ndarray) -> None:
    if (diagonal == 0).any():
        raise numpy.linalg.LinAlgError(f'{name}: singular matrix, with a 0 at {int(numpy.argmin(diagonal != 0))} of the diagonal')


_of_all: dict[str, bool] = {}  # by the letter of a type: what `_have_scalapack` found


@at_finalize
def _forget() -> None:
    _of_all.clear()


def _have_scalapack(A: Array) -> bool:
    """Whether all threads together find eigenvalues and singular values of a matrix, by ScaLAPACK. All threads call. Of a small matrix one
    thread is faster."""
    if threads() == 1 or A.ndim != 2 or min(A.shape) <= _FEW or A.dtype.char not in TYPES or not A.dtype.isnative:
        return False
    letter = A.dtype.char
    if letter not in _of_all:
        try:  # a matrix without elements is refused for the same reasons
            _numerics('heev', 'N', 'L', Array((0, 0), (1, 1), (), A.dtype), _real(A, 1))
            _of_all[letter] = True
        except Error:
            _of_all[letter] = False
    return _of_all[letter]


def _real(A: Array, count: int) -> numpy.ndarray:
    """Memory for real numbers of a matrix's precision."""
    return numpy.empty(count, A.dtype.char.lower())


# ---- products ----

@collective
@_make.of_array_likes
def matmul(A: Array, B: Array) -> Array:
    """The product of two matrices. All threads call.

    Parameters
    ----------
    A, B : Array
        Matrices of one type. Slices and transposes of floating point numbers, such as ``A[2:9, ::3].T``, are not copied.

    Returns
    -------
    Array
        On A's grid, in blocks with the rows of A's and the columns of B's.

    Notes
    -----
    Of floating point numbers this is `gemm`. Of others each thread multiplies some rows, and gets B a few rows at a time.

    Examples
    --------
    >>> A = us.array([[1., 2.], [3., 4.]])
    >>> us.linalg.matmul(A, A).tolist()
    [[7.0, 10.0], [15.0, 22.0]]
    """
    return _matmul_like(numpy.matmul, A, B)


def _matmul_like(like: Callable, A: Array, B: Array) -> Array:
    """The same, with the warnings of one of NumPy's functions."""
    if A.ndim != 2 or B.ndim != 2 or A.dtype != B.dtype:
        raise ValueError(f'{A!r} and {B!r}, must be matrices of one type')
    if A.shape[1] != B.shape[0]:
        raise ValueError(f'{A!r} and {B!r}, must have as many columns as rows')
    shape, is_whole = (A.shape[0], B.shape[1]), A.block[1] >= A.shape[1]  # a grid of one dimension deals out rows alone
    block = A.block[0], max(1, B.shape[1] if is_whole else B.block[1])
    if A.size == 0 or B.size == 0:
        return _make.zeros(shape, block, A.grid, A.dtype)
    if A.dtype.char not in TYPES or not A.dtype.isnative:
        return _product(whole(A), whole(B)).redistribute(block, A.grid)
    C = Array(shape, block, A.grid, A.dtype, zeroed=False)
    (a, transa), (b, transb) = _operand(A, 'N'), _operand(B, 'N')
    numerics('gemm', A.dtype, transa, transb, None, a, b, None, C.elements[...], like=like, made=C)
    return C


def _product(A: Array, B: Array) -> Array:
    rows = A.redistribute((-(-A.shape[0] // threads()), A.shape[1]))
    made = _make.zeros((A.shape[0], B.shape[1]), (rows.block[0], B.shape[1]), dtype=A.dtype)
    for first in range(0, A.shape[1], _PANEL):
        panel = B[first:first + _PANEL].to_numpy()
        with together():
            for tile, own in zip(rows._own_tiles(), made._own_tiles()):
                own += tile[:, first:first + _PANEL] @ panel
    return made


def _operand(A: Array, letter: str) -> tuple[Elements, str]:
    """The elements that a matrix picks of an array, and the letter of BLAS for them. A view that is no section is copied."""
    if not isinstance(A, View):
        return A.elements[...], letter
    order, picked = [dim for dim, _ in A._dims], dict(A._dims)
    is_section = A._field is None and A.base.ndim == 2 and order in ([0, 1], [1, 0])
    if not is_section or order == [1, 0] and letter == 'C':
        return A.copy().elements[...], letter
    key = tuple(_as_slice(picked[dim], 0) for dim in (0, 1))
    return A.base.elements[key], letter if order == [0, 1] else {'N': 'T', 'T': 'N'}[letter]


@collective
@_make.of_array_likes
def gemm(transa: str, transb: str, alpha: Any, A: Array, B: Array, beta: Any, C: Array) -> None:
    """``C = alpha * op(A) @ op(B) + beta * C``, as `gemm` of BLAS. All threads call.

    Parameters
    ----------
    transa, transb : {'N', 'T', 'C'}
        What op is, for A and for B: the matrix, its transpose, its conjugate transpose.
    alpha, beta : number
        If beta is 0, C is not looked at, and may hold NaNs.
    A, B, C : Array
        Matrices of one type, float32, float64 or their complex forms, of any layouts. Slices and transposes, such as ``A[2:9, ::3].T``,
        are read and written in place.

    Examples
    --------
    >>> A, C = us.array([[1., 2.], [3., 4.]]), us.zeros((2, 2))
    >>> us.linalg.gemm('N', 'T', 2, A, A, 0, C)
    >>> C.tolist()
    [[10.0, 22.0], [22.0, 50.0]]
    """
    if {A.ndim, B.ndim, C.ndim} != {2} or not A.dtype == B.dtype == C.dtype or C.dtype.char not in TYPES or not C.dtype.isnative:
        raise ValueError(f'{A!r}, {B!r} and {C!r}, must be matrices of one type, float32, float64 or their complex forms')
    C._must_be_writable()
    is_real = C.dtype.kind == 'f'
    a, transa = _operand(A, 'T' if is_real and transa == 'C' else transa)
    b, transb = _operand(B, 'T' if is_real and transb == 'C' else transb)
    c, letter = _operand(C, 'N')
    copied = letter == 'T' or c.array is not (C.base if isinstance(C, View) else C)
    result = C.copy() if copied else C
    numerics('gemm', C.dtype, transa, transb, numpy.array(alpha, C.dtype), a, b, numpy.array(beta, C.dtype), result.elements[...] if copied else c)
    if copied:
        assign(C, result)


@collective
@_make.of_array_likes
@of_arrays
def matrix_power(A: Array, n: int) -> Array:
    """A square matrix multiplied by itself, as `numpy.linalg.matrix_power`. All threads call.

    Examples
    --------
    >>> A = us.array([[1., 1.], [0., 1.]])
    >>> us.linalg.matrix_power(A, 5).tolist()
    [[1.0, 5.0], [0.0, 1.0]]
    """
    _is_square(A)
    if n < 0:
        A, n = inv(A), -n
    made = None
    while n:
        if n & 1:
            made = A if made is None else matmul(made, A)
        A, n = (matmul(A, A) if n > 1 else A), n >> 1
    return _unit(A.shape, A.dtype) if made is None else made


# ---- positive definite matrices ----

class Cholesky(NamedTuple):
    """What `cho_factor` made: the factor in a triangle of `c`, whose other elements are those of A; and which triangle."""
    c: Array
    lower: bool


@collective
@_make.of_array_likes
@of_arrays
def cho_factor(A: Array, lower: bool = False) -> Cholesky:
    """The Cholesky factor of a matrix, for `cho_solve`, as SciPy's `cho_factor`. All threads call.

    Parameters
    ----------
    A : Array
        A symmetric (Hermitian), positive definite matrix.
    lower : bool
        The triangle that is read, and replaced by the factor: U with ``A = U.conj().T @ U``, or L with ``A = L @ L.conj().T``.

    Raises
    ------
    numpy.linalg.LinAlgError
        On all threads, if the matrix is not positive definite. The text has the order of the first leading minor that is not.

    Examples
    --------
    >>> A = us.array([[4., 2.], [2., 5.]])
    >>> us.linalg.cho_factor(A, lower=True).c.tolist()
    [[2.0, 2.0], [1.0, 2.0]]
    """
    return Cholesky(_factor('cho_factor', A, 'L' if lower else 'U'), lower)


def _factor(name: str, A: Array, uplo: str) -> Array:
    _is_square(A)
    made = _copied(A)
    info = _numerics('potrf', uplo, made) if made.size else 0
    if info:
        made._free_at_once()
        raise numpy.linalg.LinAlgError(f'{name}: the leading minor of order {info} is not positive definite')
    return made


@collective
@_make.of_array_likes
@of_arrays
def cho_solve(c_and_lower: tuple[Array, bool], B: Any) -> Array:
    """The solution of ``A @ X = B`` by the factor that `cho_factor` made of A, as SciPy's `cho_solve`. All threads call.

    Parameters
    ----------
    c_and_lower : Cholesky
    B : Array or array_like
        A vector, or a matrix of as many rows as A.

    Examples
    --------
    >>> factor = us.linalg.cho_factor(us.array([[4., 2.], [2., 5.]]))
    >>> us.linalg.cho_solve(factor, [8., 12.]).to_numpy().round(6).tolist()
    [1.0, 2.0]
    """
    factor, X, shape = _system(c_and_lower[0], B)
    if X.size:
        _numerics('potrs', 'L' if c_and_lower[1] else 'U', factor, X)
    return _of_shape(X, shape)


@collective
@_make.of_array_likes
@of_arrays
def cholesky(A: Array) -> Array:
    """The lower triangular L with ``A = L @ L.conj().T``. All threads call.

    Parameters
    ----------
    A : Array
        A symmetric (Hermitian), positive definite matrix. Only its lower triangle is read.

    Returns
    -------
    Array
        Laid out as A is.

    Raises
    ------
    numpy.linalg.LinAlgError
        On all threads, if the matrix is not positive definite. The text has the order of the first leading minor that is not.

    Examples
    --------
    >>> A = us.array([[4., 2.], [2., 5.]])
    >>> us.linalg.cholesky(A).tolist()
    [[2.0, 0.0], [1.0, 2.0]]
    """
    return _only(numpy.tril, _factor('cholesky', A, 'L'))


# ---- systems of equations ----

class LU(NamedTuple):
    """What `lu_factor` made: U, and below it L, whose diagonal of ones is not stored; row i was exchanged with row `piv[i]`."""
    lu: Array
    piv: numpy.ndarray


@collective
@_make.of_array_likes
@of_arrays
def lu_factor(A: Array) -> LU:
    """``P @ A = L @ U`` by partial pivoting, for `lu_solve`, as SciPy's `lu_factor`. All threads call.

    Parameters
    ----------
    A : Array
        A matrix.

    Examples
    --------
    >>> A = us.array([[2., 1.], [4., 3.]])
    >>> lu, piv = us.linalg.lu_factor(A)
    >>> lu.tolist(), piv.tolist()
    ([[4.0, 3.0], [0.5, -0.5]], [1, 1])
    """
    return _factors(A)[0]


def _factors(A: Array) -> tuple[LU, int]:
    """The factors, and LAPACK's info."""
    if A.ndim != 2:
        raise ValueError(f'{A!r}, must be a matrix')
    lu = _copied(A)
    pivots = numpy.ones(min(A.shape), numpy.intc)
    info = _numerics('getrf', lu, pivots) if lu.size else 0
    return LU(lu, pivots - 1), info


@collective
@_make.of_array_likes
@of_arrays
def lu_solve(lu_and_piv: tuple[Array, numpy.ndarray], B: Any, trans: int = 0) -> Array:
    """The solution of ``A @ X = B`` by the factors that `lu_factor` made of A, as SciPy's `lu_solve`. All threads call.

    Parameters
    ----------
    lu_and_piv : LU
    B : Array or array_like
        A vector, or a matrix of as many rows as A.
    trans : {0, 1, 2}
        1: of ``A.T @ X = B``; 2: of ``A.conj().T @ X = B``.

    Examples
    --------
    >>> factors = us.linalg.lu_factor(us.array([[2., 1.], [1., 3.]]))
    >>> us.linalg.lu_solve(factors, [3., 5.]).to_numpy().round(6).tolist()
    [0.8, 1.4]
    """
    lu, X, shape = _system(lu_and_piv[0], B)
    if X.size:
        _numerics('getrs', 'NTC'[trans], lu, numpy.add(lu_and_piv[1], 1, dtype=numpy.intc), X)
    return _of_shape(X, shape)


@collective
@_make.of_array_likes
@of_arrays
def solve_triangular(A: Array, B: Any, trans: int = 0, lower: bool = False, unit_diagonal: bool = False) -> Array:
    """The solution of ``A @ X = B`` for a triangle A, as SciPy's `solve_triangular`. All threads call.

    Parameters
    ----------
    A : Array
        A square matrix, of which a triangle is read.
    B : Array or array_like
        A vector, or a matrix of as many rows as A.
    trans : {0, 1, 2}
        1: of ``A.T @ X = B``; 2: of ``A.conj().T @ X = B``.
    lower : bool
        The triangle is the lower one.
    unit_diagonal : bool
        The diagonal counts as ones.

    Raises
    ------
    numpy.linalg.LinAlgError
        On all threads, if the diagonal has a 0.

    Examples
    --------
    >>> A = us.array([[2., 0.], [1., 4.]])
    >>> us.linalg.solve_triangular(A, [2., 5.], lower=True).tolist()
    [1.0, 1.0]
    """
    triangle, X, shape = _system(A, B)
    if not unit_diagonal:
        _is_regular('solve_triangular', _diagonal(triangle))
    if X.size:
        _numerics('trsm', 'L', 'L' if lower else 'U', 'NTC'[trans], 'U' if unit_diagonal else 'N', None, triangle, X)
    return _of_shape(X, shape)


@collective
@_make.of_array_likes
@of_arrays
def solve(A: Array, B: Any) -> Array:
    """The solution of ``A @ X = B``, as `numpy.linalg.solve`. All threads call.

    Parameters
    ----------
    A : Array
        A square matrix.
    B : Array or array_like
        A vector, or a matrix of as many rows as A.

    Returns
    -------
    Array
        In the shape of B.

    Raises
    ------
    numpy.linalg.LinAlgError
        On all threads, if A is singular.

    Examples
    --------
    >>> A = us.array([[2., 1.], [1., 3.]])
    >>> us.linalg.solve(A, [3., 5.]).to_numpy().round(6).tolist()
    [0.8, 1.4]
    """
    A, X, shape = _system(A, B)
    if X.size and _numerics('gesv', _copied(A), numpy.ones(A.shape[0], numpy.intc), X):
        raise numpy.linalg.LinAlgError('Singular matrix')
    return _of_shape(X, shape)


@collective
@_make.of_array_likes
@of_arrays
def inv(A: Array) -> Array:
    """The inverse of a square matrix, as `numpy.linalg.inv`. All threads call. Best is `solve` in its place.

    Examples
    --------
    >>> A = us.array([[2., 0.], [0., 4.]])
    >>> us.linalg.inv(A).tolist()
    [[0.5, 0.0], [0.0, 0.25]]
    """
    _is_square(A)
    (made, pivots), singular = _factors(A)
    if singular:
        raise numpy.linalg.LinAlgError('Singular matrix')
    if made.size:
        _numerics('getri', made, numpy.array(pivots + 1, numpy.intc))
    return made


@collective
@_make.of_array_likes
@of_arrays
def det(A: Array) -> Any:
    """The determinant of a square matrix, the same on all threads, as `numpy.linalg.det`. All threads call.

    Examples
    --------
    >>> A = us.array([[2., 1.], [0., 4.]])
    >>> float(us.linalg.det(A))
    8.0
    """
    diagonal, sign = _eliminated(A)
    return diagonal.dtype.type(numpy.prod(diagonal) * sign)


def _eliminated(A: Array) -> tuple[numpy.ndarray, int]:
    """The diagonal of the upper triangle, and the sign of what was exchanged."""
    _is_square(A)
    (lu, pivots), _ = _factors(A)
    diagonal = _diagonal(lu)
    lu._free_at_once()
    return diagonal, -1 if numpy.count_nonzero(pivots != numpy.arange(len(pivots))) % 2 else 1


class LogDeterminant(NamedTuple):
    """What `slogdet` found: a number of absolute value 1, or 0; the logarithm of the determinant's absolute value."""
    sign: Any
    logabsdet: Any


@collective
@_make.of_array_likes
@of_arrays
def slogdet(A: Array) -> LogDeterminant:
    """The sign and the logarithm of the determinant of a square matrix, the same on all threads, as `numpy.linalg.slogdet`. All threads call.

    Examples
    --------
    >>> A = us.array(10. * numpy.eye(400))  # whose determinant is no float
    >>> sign, logarithm = us.linalg.slogdet(A)
    >>> float(sign), round(float(logarithm / numpy.log(10)))
    (1.0, 400)
    """
    diagonal, sign = _eliminated(A)
    sizes = abs(diagonal)
    if (sizes == 0).any():
        return LogDeterminant(diagonal.dtype.type(0), sizes.dtype.type(-numpy.inf))
    return LogDeterminant(diagonal.dtype.type(numpy.prod(diagonal / sizes) * sign), sizes.dtype.type(numpy.log(sizes).sum()))


# ---- orthogonal factors ----

class QR(NamedTuple):
    """The factors of a matrix."""
    Q: Array
    R: Array


def _by_triangles(A: Array, height: int) -> QR:
    """Each thread factors so many rows, which are at least as many as columns. The triangles are factored in the same way, a few by a thread."""
    columns = A.shape[1]
    Q = A.redistribute((height, columns))
    triangles = _make.zeros((Q.nblocks[0] * columns, columns), (columns, columns), dtype=A.dtype)
    with together():
        for tile, triangle in zip(Q._own_tiles(), triangles._own_tiles()):
            q, r = numpy.linalg.qr(tile)
            triangle[:len(r)], tile[:, :len(r)], tile[:, len(r):] = r, q, 0
    if Q.nblocks[0] == 1:
        return QR(Q, triangles)
    above, R = _by_triangles(triangles, _TOGETHER * columns)
    factors = above.redistribute((columns, columns))
    with together():
        for tile, factor in zip(Q._own_tiles(), factors._own_tiles()):
            tile[...] = tile @ factor
    return QR(Q, R)


def _in_panels(A: Array) -> QR:
    factored, count = _copied(A), min(A.shape)
    tau, Q = numpy.empty(count, factored.dtype), _unit((A.shape[0], count), factored.dtype)
    _numerics('geqrf', factored, tau)
    _numerics('unmqr', 'L', 'N', factored, tau, Q)
    return QR(Q, _only(numpy.triu, factored[:count].copy()))


def _orthogonal(A: Array) -> QR:
    """Q, of which each block has whole rows, and R."""
    if A.ndim != 2:
        raise ValueError(f'{A!r}, must be a matrix')
    A, (rows, columns) = _with_type(A), A.shape
    if A.size == 0:
        return QR(_make.zeros((rows, min(A.shape)), dtype=A.dtype), _make.zeros((min(A.shape), columns), dtype=A.dtype))
    if rows >= columns * (1 if columns <= _FEW else threads()):
        return _by_triangles(A, max(columns, -(-rows // threads())))
    return _in_panels(A)


@collective
@_make.of_array_likes
@of_arrays
def qr(A: Array) -> QR:
    """``A = Q @ R`` with orthonormal columns of Q and an upper triangle R, as `numpy.linalg.qr`. All threads call.

    Parameters
    ----------
    A : Array
        A matrix.

    Notes
    -----
    Of a matrix with many more rows than columns each thread factors its rows. Then some threads factor the triangles of four others each,
    and so on (TSQR: Demmel and others, 2012). Other matrices are factored by panels of columns (LAPACK's geqrf). Signs may differ from
    NumPy's.

    Examples
    --------
    >>> A = us.array(numpy.random.default_rng(1).random((50, 3)))
    >>> Q, R = us.linalg.qr(A)
    >>> bool(numpy.allclose(Q @ R, A))
    True
    """
    return _orthogonal(A)


class SVD(NamedTuple):
    """The factors of a matrix: two matrices and the singular values, the largest first."""
    U: Array
    S: Array
    Vh: Array


def _decomposed(A: Array) -> tuple[Array, numpy.ndarray, Array]:
    """As svd; the singular values are the same on all threads."""
    if A.ndim == 2 and A.shape[0] < A.shape[1]:
        V, s, Uh = _decomposed(A.conj().T.copy())
        return Uh.conj().T.copy(), s, V.conj().T.copy()
    A = _with_type(A)
    if A.ndim == 2 and A.shape[0] < 2 * A.shape[1] and _have_scalapack(A):
        return _decomposed_by_all(A)
    Q, R = _orthogonal(A)
    if _have_scalapack(R):
        U, s, Vh = _decomposed_by_all(R)
        return matmul(Q, U), s, Vh
    u, s, vh = numpy.linalg.svd(R._whole(), full_matrices=False)
    with together():
        for tile in Q._own_tiles():
            tile[...] = tile @ u
    return Q, s, _make.array(vh)


def _decomposed_by_all(A: Array) -> tuple[Array, numpy.ndarray, Array]:
    rows, columns = A.shape
    count = min(A.shape)
    U, Vh = (_make.zeros(shape, (-(-shape[0] // threads()), shape[1]), dtype=A.dtype) for shape in ((rows, count), (count, columns)))
    s = _real(A, count)
    if _numerics('gesvd', 'S', 'S', A, s, U, Vh):
        raise numpy.linalg.LinAlgError('SVD did not converge')
    return U, s, Vh


@collective
@_make.of_array_likes
@of_arrays
def svd(A: Array) -> SVD:
    """``A = U @ diag(S) @ Vh``, as `numpy.linalg.svd` with `full_matrices=False`. All threads call.

    Parameters
    ----------
    A : Array
        A matrix. Without ScaLAPACK the smaller of its extents squared is what each thread must have memory for.

    Notes
    -----
    `qr` makes a triangle of the matrix, or of its transpose if it has fewer rows than columns (Chan, An improved algorithm for computing
    the singular value decomposition, 1982). All threads together decompose it by ScaLAPACK if they are all processes of MPI, and a
    ScaLAPACK for it is installed; else each thread decomposes all of it. Signs may differ from NumPy's.

    Examples
    --------
    >>> A = us.array([[3., 0.], [4., 0.], [0., 2.]])
    >>> us.linalg.svd(A).S.tolist()
    [5.0, 2.0]
    """
    U, s, Vh = _decomposed(A)
    return SVD(U, _make.array(s), Vh)


class Eigen(NamedTuple):
    """What `eigh` found: the eigenvalues in ascending order, and a matrix with the eigenvectors as columns."""
    eigenvalues: Array
    eigenvectors: Array


def _is_hermitian(A: Array, UPLO: str) -> Array:
    """The matrix in a type that LAPACK has."""
    _is_square(A)
    if UPLO.upper() not in ('L', 'U'):
        raise ValueError(f'UPLO: {UPLO!r}, must be L or U')
    return _with_type(A)


def _by_all(A: Array, job: str, UPLO: str) -> tuple[numpy.ndarray, Array]:
    """The eigenvalues, the same on all threads, and for job V the eigenvectors."""
    values, vectors = _real(A, A.shape[0]), A.copy()
    if _numerics('heev', job, UPLO.upper(), vectors, values):
        raise numpy.linalg.LinAlgError('Eigenvalues did not converge')
    return values, vectors


def _by_one_thread(A: Array, function: Any, UPLO: str) -> Any:
    """What a function of NumPy makes of a matrix that thread 0 has whole, on that thread."""
    whole, made = A.to_numpy(root=0), None
    with together():
        if thread() == 0:
            made = function(whole, UPLO)
    return made


@collective
@_make.of_array_likes
@of_arrays
def eigvalsh(A: Array, UPLO: str = 'L') -> Array:
    """The eigenvalues of a symmetric or Hermitian matrix in ascending order, as `numpy.linalg.eigvalsh`. All threads call.

    Parameters
    ----------
    A : Array
        Without ScaLAPACK thread 0 must have memory for the whole matrix.

    Notes
    -----
    All threads compute by ScaLAPACK if they are all processes of MPI, and a ScaLAPACK for it is installed. Else, and of up to 64 rows,
    thread 0 computes, and the others wait.

    Examples
    --------
    >>> A = us.array([[2., 1.], [1., 2.]])
    >>> us.linalg.eigvalsh(A).to_numpy().round(9).tolist()
    [1.0, 3.0]
    """
    A = _is_hermitian(A, UPLO)
    if _have_scalapack(A):
        return _make.array(_by_all(A, 'N', UPLO)[0])
    return _make.from_numpy(_by_one_thread(A, numpy.linalg.eigvalsh, UPLO), root=0)


@collective
@_make.of_array_likes
@of_arrays
def eigh(A: Array, UPLO: str = 'L') -> Eigen:
    """The eigenvalues and eigenvectors of a symmetric or Hermitian matrix, as `numpy.linalg.eigh`. All threads call.

    Parameters
    ----------
    A : Array
        Without ScaLAPACK thread 0 must have memory for two such matrices.

    Notes
    -----
    All threads compute by ScaLAPACK if they are all processes of MPI, and a ScaLAPACK for it is installed. Else, and of up to 64 rows,
    thread 0 computes, and the others wait.

    Examples
    --------
    >>> A = us.array([[2., 1.], [1., 2.]])
    >>> values, vectors = us.linalg.eigh(A)
    >>> bool(numpy.allclose(A @ vectors, vectors * values))
    True
    """
    A = _is_hermitian(A, UPLO)
    if _have_scalapack(A):
        found, made = _by_all(A, 'V', UPLO)
        return Eigen(_make.array(found), made)
    values, vectors = _by_one_thread(A, numpy.linalg.eigh, UPLO) or (None, None)
    return Eigen(_make.from_numpy(values, root=0), _make.from_numpy(vectors, root=0))


def _inverses(values: numpy.ndarray, least: float) -> numpy.ndarray:
    """Of singular values; of those up to `least` 0."""
    return numpy.divide(1, values, out=numpy.zeros_like(values), where=values > least)


class LeastSquares(NamedTuple):
    """What `lstsq` found: x; the squares of what is left of each column of B; the rank of A; its singular values."""
    x: Array
    residuals: Array
    rank: int
    singular_values: Array


@collective
@_make.of_array_likes
@of_arrays
def lstsq(A: Array, B: Any, rcond: float | None = None) -> LeastSquares:
    """The x with the least `norm(B - A @ x)`, and of these the shortest, as `numpy.linalg.lstsq`. All threads call.

    Parameters
    ----------
    A : Array
        A matrix with M rows and N columns.
    B : Array or array_like
        M numbers, or M rows.
    rcond : float, optional
        Singular values up to this part of the largest count as 0. The default is the precision of the type times the larger of M and N.

    Returns
    -------
    LeastSquares
        The residuals are empty if M <= N, or if the rank is less than N.

    Examples
    --------
    >>> A = us.array([[0., 1.], [1., 1.], [2., 1.]])
    >>> us.linalg.lstsq(A, us.array([1., 3., 5.])).x.to_numpy().round(9).tolist()
    [2.0, 1.0]
    """
    B = _make.distributed(B)
    if A.ndim != 2 or B.ndim not in (1, 2) or B.shape[0] != A.shape[0]:
        raise ValueError(f'{A!r} and {B!r}, must be a matrix, and as many numbers or rows')
    kind = numpy.result_type(_with_type(A).dtype, _with_type(B).dtype)
    A, right = A.astype(kind, copy=False), (B.reshape((-1, 1)) if B.ndim == 1 else B).astype(kind, copy=False)
    U, values, Vh = _decomposed(A)
    least = (numpy.finfo(values.dtype).eps * max(A.shape) if rcond is None else rcond) * values.max(initial=0)
    x = matmul(Vh.conj().T, matmul(U.conj().T, right) * _inverses(values, least)[:, None])
    rank = int((values > least).sum())
    if rank == A.shape[1] < A.shape[0]:
        residuals = (abs(right - matmul(A, x)) ** 2).sum(0)
    else:
        residuals = _make.zeros(0, dtype=values.dtype)
    return LeastSquares(x.reshape(-1) if B.ndim == 1 else x, residuals, rank, _make.array(values))
