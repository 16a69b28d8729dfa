# SPDX-License-Identifier: BSD-3-Clause
"""Linear algebra on arrays in blocks. All threads call."""
from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import numpy

from ._arrays import _make
from ._arrays._arrays import Array
from ._arrays._views import of_arrays, readable
from ._base._start import thread, threads
from ._calls import _calls
from ._calls._agreement import collective, together
from ._calls._shared import all_are_near, over_threads

# The extent of a block, where a matrix is redistributed: a product wants large ones, a factorisation also some for each thread.
_PRODUCT, _FACTOR = 512, 128
_MOST_PIECES = 64  # of a thread's part of a product, which it multiplies where they lie


@functools.lru_cache(maxsize=None)
def _triangular() -> Any:
    """SciPy's `solve_triangular`, if there is SciPy. To import it takes half a second."""
    try:
        from scipy.linalg import solve_triangular
        return solve_triangular
    except ImportError:
        return None


def _panels(A: Array, columns_of: Array | None = None) -> tuple[Array, Array]:
    """Two arrays for the copies of one step. Each thread has a block for each block row in the first array, and for each
    block column in the second."""
    B = A if columns_of is None else columns_of
    rows, columns = A.grid
    a = _make.zeros((A.nblocks[0] * A.block[0], columns * A.block[1]), A.block, A.grid, A.dtype)
    b = _make.zeros((rows * B.block[0], B.nblocks[1] * B.block[1]), B.block, B.grid, B.dtype)
    return a, b


def _grid() -> tuple[int, int]:
    """A grid of all threads, as square as their number allows."""
    rows = next(one for one in range(math.isqrt(threads()), 0, -1) if threads() % one == 0)
    return rows, threads() // rows


def _block(extent: int, most: int) -> int:
    return max(1, min(most, -(-extent // max(_grid()))))


@collective
@of_arrays
def matmul(A: Array, B: Array) -> Array:
    """The product of two matrices. All threads call.

    Parameters
    ----------
    A, B : Array
        Matrices of one type. Best on one grid of two dimensions, with blocks (m, k) of A and (k, n) of B.

    Returns
    -------
    Array
        On A's grid, in blocks of (m, n).

    Notes
    -----
    Threads that share memory read the blocks of A and B where they lie. Else SUMMA (van de Geijn and Watts, 1997): for each
    block column k of A, its blocks go along the rows of threads, those of block row k of B along the columns, and each
    thread multiplies. Matrices of other layouts are redistributed for it.

    Examples
    --------
    >>> A = us.array([[1., 2.], [3., 4.]])
    >>> us.linalg.matmul(A, A).tolist()
    [[7.0, 10.0], [15.0, 22.0]]
    """
    if A.ndim != 2 or B.ndim != 2 or A.dtype != B.dtype:
        raise ValueError(f'{A!r} and {B!r}, must be matrices of one type')
    if A.shape[1] != B.shape[0]:
        raise ValueError(f'{A!r} and {B!r}, must have as many columns as rows')
    if A.size and B.size and all_are_near() and _in_large_pieces(A, B):
        return _near_product(A, B)
    if len(A.grid) == 2 and B.grid == A.grid and A.block[1] == B.block[0]:
        return _product(A, B)
    m, k, n = (_block(extent, _PRODUCT) for extent in (*A.shape, B.shape[1]))
    a, b = A.redistribute((m, k), _grid()), B.redistribute((k, n), _grid())
    product = _product(a, b)
    C = product.redistribute(_block_of_product(A, B), A.grid)
    for array in (a, b, product):
        array._free_at_once()
    return C


def _block_of_product(A: Array, B: Array) -> tuple[int, int]:
    whole = A.block[1] >= A.shape[1]  # so it is with a grid of one dimension, which deals out rows alone
    return A.block[0], B.shape[1] if whole else B.block[1]


def _ranges(*place: slice) -> list[range]:
    return [range(one.start, one.stop) for one in place]


def _cuts(extent: int, *sizes: int) -> list[slice]:
    """A dimension, cut where blocks of one of these sizes begin."""
    bounds = sorted({extent, *(at for size in sizes for at in range(0, extent, size))})
    return [slice(*one) for one in zip(bounds, bounds[1:])]


def _in_large_pieces(A: Array, B: Array) -> bool:
    """Whether each thread gets about as many blocks of the product as others, and multiplies few pieces for them."""
    block = _block_of_product(A, B)
    nblocks = -(-A.shape[0] // block[0]), -(-B.shape[1] // block[1])
    own = math.prod(-(-count // processors) for count, processors in zip(nblocks, (*A.grid, 1))) if A.grid else \
        -(-math.prod(nblocks) // threads())
    pieces = -(-block[1] // B.block[1]) * len(_cuts(A.shape[1], A.block[1], B.block[0]))
    return 2 * own * threads() <= 3 * math.prod(nblocks) and own * pieces <= _MOST_PIECES


def _near_product(A: Array, B: Array) -> Array:
    C = Array((A.shape[0], B.shape[1]), _block_of_product(A, B), A.grid, A.dtype, zeroed=False)
    A, B = readable(A), readable(B)
    with together():
        for (rows, columns), tile in C._own_pieces():
            for some in _cuts(B.shape[1], B.block[1]):
                if not columns.start <= some.start < columns.stop:
                    continue
                own = tile[:, some.start - columns.start:some.stop - columns.start]
                for inner in _cuts(A.shape[1], A.block[1], B.block[0]):
                    a, b = A._part_of(_ranges(rows, inner)), B._part_of(_ranges(inner, some))
                    if inner.start == 0:
                        numpy.matmul(a, b, out=own)
                    else:
                        own += a @ b
    return C


def _product(A: Array, B: Array) -> Array:
    rows, columns = A.grid
    row, column = divmod(thread(), columns)
    C = _make.zeros((A.shape[0], B.shape[1]), (A.block[0], B.block[1]), A.grid, A.dtype)
    a, b = _panels(A, B)
    for k in range(A.nblocks[1]):
        for i in range(row, A.nblocks[0], rows):
            _calls.broadcast(a.blocks[i, :], A.blocks[i, k])
        for j in range(column, B.nblocks[1], columns):
            _calls.broadcast(b.blocks[:, j], B.blocks[k, j])
        for (i, j), tile in C.local:
            tile += a.tile[i, column][:tile.shape[0]] @ b.tile[row, j][:, :tile.shape[1]]
    _calls.barrier()
    a._free_at_once()
    b._free_at_once()
    return C


def _solve(lower: numpy.ndarray, tile: numpy.ndarray) -> numpy.ndarray:
    """tile times the inverse of lower's conjugate transpose."""
    if _triangular() is not None:
        return _triangular()(lower, tile.conj().T, lower=True, check_finite=False).conj().T
    return numpy.linalg.solve(lower, tile.conj().T).conj().T


def _factored(tile: numpy.ndarray) -> bool:
    """Replaces a block by its Cholesky factor; by NaN, and returns false, if the block has none."""
    try:
        tile[...] = numpy.linalg.cholesky(tile)
        return True
    except numpy.linalg.LinAlgError:
        tile[...] = numpy.nan
        return False


@collective
@of_arrays
def cholesky(A: Array) -> Array:
    """The lower triangular L with ``A = L @ L.conj().T``. All threads call.

    Parameters
    ----------
    A : Array
        A symmetric (Hermitian), positive definite matrix of floating point numbers. Best in square blocks on a grid of two
        dimensions. Only its lower triangle is read.

    Returns
    -------
    Array
        Laid out as A is.

    Raises
    ------
    numpy.linalg.LinAlgError
        On all threads, if the matrix is not positive definite.

    Notes
    -----
    Right-looking, by blocks: the owner of block (k, k) factors it and the column below solves with it; block (i, k) then
    goes along block row i, where it multiplies from the left, and along block column i, where it multiplies from the
    right. Matrices of other layouts are redistributed for it.

    Examples
    --------
    >>> A = us.array([[4., 2.], [2., 5.]])
    >>> us.linalg.cholesky(A).tolist()
    [[2.0, 0.0], [1.0, 2.0]]
    """
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError(f'{A!r}, must be a square matrix')
    if A.dtype.kind not in 'fc':
        raise TypeError(f'{A!r}, must be of floating point numbers')
    if len(A.grid) == 2 and A.block[0] == A.block[1]:
        return _factor(A)
    size = _block(A.shape[0], _FACTOR)
    a = A.redistribute((size, size), _grid())
    try:
        factor = _factor(a)
    finally:
        a._free_at_once()
    L = factor.redistribute(A.block, A.grid)
    factor._free_at_once()
    return L


def _factor(A: Array) -> Array:
    rows, columns = A.grid
    row, column = divmod(thread(), columns)
    n = A.nblocks[0]
    failed = numpy.full(1, n, 'i8')  # the first diagonal block that is not positive definite
    L = A.copy()
    a, b = _panels(A)
    diagonal = _make.zeros((rows * A.block[0], columns * A.block[1]), A.block, A.grid, A.dtype)
    own = dict(L.local)
    for k in range(n):
        if (k, k) in own and not _factored(own[k, k]):
            failed[0] = min(failed[0], k)
        _calls.broadcast(diagonal.blocks[:, k % columns], L.blocks[k, k])
        mine = [i for i in range(k + 1, n) if (i, k) in own]
        lower = diagonal.tile[row, column]
        for i in mine:
            own[i, k][...] = _solve(lower, own[i, k])
        for i in range(k + 1, n):
            if i % rows == row:
                _calls.broadcast(a.blocks[i, :], L.blocks[i, k])
            _calls.broadcast(b.blocks[:, i], L.blocks[i, k])
        for (i, j), tile in own.items():
            if k < j <= i:
                tile -= a.tile[i, column][:tile.shape[0]] @ b.tile[row, j][:tile.shape[1]].conj().T
    for (i, j), tile in own.items():
        tile[...] = 0 if j > i else numpy.tril(tile) if i == j else tile
    failed = over_threads(failed, 'min')
    for array in (a, b, diagonal):
        array._free_at_once()
    if failed[0] < n:
        L._free_at_once()
        raise numpy.linalg.LinAlgError(f'cholesky: block ({failed[0]}, {failed[0]}) is not positive definite')
    return L


# ---- systems of equations ----

def _is_square(A: Array) -> None:
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ValueError(f'{A!r}, must be a square matrix')


def _with_type(A: Array) -> Array:
    return A if A.dtype.kind in 'fc' and A.dtype != 'f2' else A.astype('f8')


def _panel(panel: numpy.ndarray, first: int, pivots: numpy.ndarray) -> None:
    """Factors columns in place, with the rows from `first` on, and notes which row each has been exchanged with."""
    for column in range(panel.shape[1]):
        at = first + column
        largest = at + int(numpy.argmax(abs(panel[at:, column])))
        pivots[column] = largest
        if largest != at:
            panel[[at, largest]] = panel[[largest, at]]
        if panel[at, column] != 0:
            panel[at + 1:, column] /= panel[at, column]
        panel[at + 1:, column + 1:] -= numpy.outer(panel[at + 1:, column], panel[at, column + 1:])


def _lower(panel: numpy.ndarray, first: int) -> numpy.ndarray:
    """The unit lower triangle of a panel."""
    count = panel.shape[1]
    return numpy.tril(panel[first:first + count], -1) + numpy.eye(count, dtype=panel.dtype)


class _Factors:
    """``P A = L U`` by columns. Block column k lies on thread k mod threads(), which factors it; the others get a copy, and
    change the columns that they own. So do further columns, right-hand sides, which become inverse(L) P B."""

    def __init__(self, A: Array, B: Array | None = None):
        n, more = A.shape[0], 0 if B is None else B.shape[1]
        size = max(1, min(_FACTOR, -(-n // threads())))
        self.n, self.panels = n, -(-n // size)
        self.columns = _make.zeros((n, n + more), (n, size), dtype=A.dtype)
        self.columns[:, :n] = A
        if B is not None:
            self.columns[:, n:] = B
        self.copies = _make.zeros((threads() * n, size), (n, size), dtype=A.dtype)
        self.sign, self.singular = 1, False
        own = {j: tile for (_, j), tile in self.columns.local}
        for k in range(self.panels):
            self._step(k, size, own)
        _calls.barrier()

    def copied(self, k: int) -> numpy.ndarray:
        """Block column k, on every thread."""
        _calls.broadcast(self.copies.blocks[:, 0], self.columns.blocks[0, k])
        return self.copies.tile[thread(), 0]

    def _step(self, k: int, size: int, own: dict[int, numpy.ndarray]) -> None:
        first, count = k * size, min(size, self.n - k * size)
        pivots = numpy.zeros(count, 'i8')
        if k in own:
            _panel(own[k][:, :count], first, pivots)
        pivots = over_threads(pivots, 'sum')
        panel = self.copied(k)[:, :count]
        self.singular |= bool((panel[numpy.arange(first, first + count), numpy.arange(count)] == 0).any())
        self.sign *= -1 if numpy.count_nonzero(pivots != numpy.arange(first, first + count)) % 2 else 1
        last = first + count
        for j, tile in own.items():
            # Further columns begin in the last block of the matrix, if it is not full: its columns behind `count` are such.
            part = tile[:, count:] if j == k else tile
            for at, other in enumerate(pivots):
                if other != first + at:
                    part[[first + at, other]] = part[[other, first + at]]
            if j < k:
                continue
            part[first:last] = numpy.linalg.solve(_lower(panel, first), part[first:last])
            part[last:] -= panel[last:] @ part[first:last]

    def free(self) -> None:
        self.columns._free_at_once()
        self.copies._free_at_once()


@collective
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

    Notes
    -----
    Gaussian elimination with partial pivoting, by block columns which are dealt out to the threads.

    Examples
    --------
    >>> A = us.array([[2., 1.], [1., 3.]])
    >>> us.linalg.solve(A, [3., 5.]).to_numpy().round(6).tolist()
    [0.8, 1.4]
    """
    _is_square(A)
    B = B if hasattr(B, '_own_pieces') else _make.array(B)
    if B.ndim not in (1, 2) or B.shape[0] != A.shape[0]:
        raise ValueError(f'{A!r} and {B!r}, must have as many rows')
    dtype = numpy.result_type(_with_type(A).dtype, _with_type(B).dtype)
    right = (B if B.ndim == 2 else B[:, None]).astype(dtype)
    if A.size == 0 or right.size == 0:
        return _make.zeros(B.shape, dtype=dtype)
    factors = _Factors(A.astype(dtype), right)
    if factors.singular:
        factors.free()
        raise numpy.linalg.LinAlgError('Singular matrix')
    X = _make.zeros(right.shape, (right.shape[0], max(1, -(-right.shape[1] // threads()))), dtype=dtype)
    X[...] = factors.columns[:, factors.n:]
    size = factors.columns.block[1]
    for k in reversed(range(factors.panels)):
        first, count = k * size, min(size, factors.n - k * size)
        upper = factors.copied(k)[:, :count]
        for _, tile in X.local:
            tile[first:first + count] = numpy.linalg.solve(numpy.triu(upper[first:first + count]), tile[first:first + count])
            tile[:first] -= upper[:first] @ tile[first:first + count]
    _calls.barrier()
    factors.free()
    return X if B.ndim == 2 else X[:, 0].copy()


@collective
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
    unit = _make.zeros(A.shape, dtype=_with_type(A).dtype)
    at = numpy.arange(A.shape[0])
    unit[at, at] = 1
    return solve(A, unit)


@collective
@of_arrays
def det(A: Array) -> Any:
    """The determinant of a square matrix, the same on all threads, as `numpy.linalg.det`. All threads call.

    Examples
    --------
    >>> A = us.array([[2., 1.], [0., 4.]])
    >>> float(us.linalg.det(A))
    8.0
    """
    A, diagonal, sign = _eliminated(A)
    return A.dtype.type(numpy.prod(diagonal) * sign)


def _eliminated(A: Array) -> tuple[Array, numpy.ndarray, int]:
    """The matrix, the diagonal of its upper triangle, and the sign of what was exchanged."""
    _is_square(A)
    A = _with_type(A)
    if A.size == 0:
        return A, numpy.ones(0, A.dtype), 1
    factors = _Factors(A)
    at = numpy.arange(factors.n)
    diagonal = factors.columns[at, at].to_numpy()
    factors.free()
    return A, diagonal, factors.sign


class LogDeterminant(NamedTuple):
    """What `slogdet` found: a number of absolute value 1, or 0; the logarithm of the determinant's absolute value."""
    sign: Any
    logabsdet: Any


@collective
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
    A, diagonal, sign = _eliminated(A)
    sizes = abs(diagonal)
    if (sizes == 0).any():
        return LogDeterminant(A.dtype.type(0), sizes.dtype.type(-numpy.inf))
    return LogDeterminant(A.dtype.type(numpy.prod(diagonal / sizes) * sign), sizes.dtype.type(numpy.log(sizes).sum()))


@collective
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
    if made is None:
        made = _make.zeros(A.shape, dtype=A.dtype)
        at = numpy.arange(A.shape[0])
        made[at, at] = 1
    return made


class QR(NamedTuple):
    """The factors of a matrix."""
    Q: Array
    R: Array


def _triangle(A: Array) -> tuple[Array, numpy.ndarray]:
    """Q, each block of which has whole rows, and R, the same on all threads."""
    if A.ndim != 2 or A.shape[0] < A.shape[1]:
        raise ValueError(f'{A!r}, must have at least as many rows as columns')
    A, columns = _with_type(A), A.shape[1]
    rows = A.redistribute((-(-A.shape[0] // threads()), max(1, columns)))
    triangles = numpy.zeros((threads(), columns, columns), A.dtype)
    own = [(tile, *numpy.linalg.qr(tile)) for _, tile in rows.local]
    for _, _, r in own:
        triangles[thread(), :len(r)] = r
    together, R = numpy.linalg.qr(over_threads(triangles, 'sum').reshape(-1, columns))
    for tile, q, r in own:
        start = thread() * columns
        tile[...] = q @ together[start:start + len(r)]
    _calls.barrier()
    return rows, R


@collective
@of_arrays
def qr(A: Array) -> QR:
    """``A = Q @ R`` with orthonormal columns of Q and an upper triangle R, as `numpy.linalg.qr`. All threads call.

    Parameters
    ----------
    A : Array
        A matrix with at least as many rows as columns.

    Notes
    -----
    Each thread factors its rows. All then factor the triangles of all threads (TSQR: Demmel and others, 2012). So a matrix with many
    more rows than columns takes one reduction. Signs may differ from NumPy's.

    Examples
    --------
    >>> A = us.array(numpy.random.default_rng(1).random((50, 3)))
    >>> Q, R = us.linalg.qr(A)
    >>> bool(numpy.allclose(Q @ R, A))
    True
    """
    Q, R = _triangle(A)
    return QR(Q, _make.array(R))


class SVD(NamedTuple):
    """The factors of a matrix: two matrices and the singular values, the largest first."""
    U: Array
    S: Array
    Vh: Array


def _decomposed(A: Array) -> tuple[Array, numpy.ndarray, Array]:
    """As svd; the singular values are the same on all threads."""
    if A.ndim != 2:
        raise ValueError(f'{A!r}, must be a matrix')
    if A.shape[0] < A.shape[1]:
        V, s, Uh = _decomposed(A.conj().T.copy())
        return Uh.conj().T.copy(), s, V.conj().T.copy()
    Q, R = _triangle(A)
    u, s, vh = numpy.linalg.svd(R, full_matrices=False)
    for _, tile in Q.local:
        tile[...] = tile @ u
    _calls.barrier()
    return Q, s, _make.array(vh)


@collective
@of_arrays
def svd(A: Array) -> SVD:
    """``A = U @ diag(S) @ Vh``, as `numpy.linalg.svd` with `full_matrices=False`. All threads call.

    Parameters
    ----------
    A : Array
        A matrix. The smaller of its extents squared is what each thread must have memory for.

    Notes
    -----
    `qr` makes a triangle of the matrix, or of its transpose if it has fewer rows than columns. Each thread decomposes the triangle
    (Chan, An improved algorithm for computing the singular value decomposition, 1982). Signs may differ from NumPy's.

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


def _by_one_thread(A: Array, function: Any, UPLO: str) -> Any:
    """What a function of NumPy makes of a matrix that thread 0 has whole, on that thread."""
    _is_square(A)
    if UPLO.upper() not in ('L', 'U'):
        raise ValueError(f'UPLO: {UPLO!r}, must be L or U')
    whole, made = _with_type(A).to_numpy(root=0), None
    with together():
        if thread() == 0:
            made = function(whole, UPLO)
    return made


@collective
@of_arrays
def eigvalsh(A: Array, UPLO: str = 'L') -> Array:
    """The eigenvalues of a symmetric or Hermitian matrix in ascending order, as `numpy.linalg.eigvalsh`. All threads call.

    Parameters
    ----------
    A : Array
        Thread 0 must have memory for the whole matrix.

    Notes
    -----
    Thread 0 computes by LAPACK, and the others wait: more threads make it no faster.

    Examples
    --------
    >>> A = us.array([[2., 1.], [1., 2.]])
    >>> us.linalg.eigvalsh(A).to_numpy().round(9).tolist()
    [1.0, 3.0]
    """
    return _make.from_numpy(_by_one_thread(A, numpy.linalg.eigvalsh, UPLO), root=0)


@collective
@of_arrays
def eigh(A: Array, UPLO: str = 'L') -> Eigen:
    """The eigenvalues and eigenvectors of a symmetric or Hermitian matrix, as `numpy.linalg.eigh`. All threads call.

    Parameters
    ----------
    A : Array
        Thread 0 must have memory for two such matrices.

    Notes
    -----
    Thread 0 computes by LAPACK, and the others wait: more threads make it no faster.

    Examples
    --------
    >>> A = us.array([[2., 1.], [1., 2.]])
    >>> values, vectors = us.linalg.eigh(A)
    >>> bool(numpy.allclose(A @ vectors, vectors * values))
    True
    """
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
