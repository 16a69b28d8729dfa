# SPDX-License-Identifier: BSD-3-Clause
"""Linear algebra on arrays in blocks. All threads call."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy

from ._arrays import _make
from ._arrays._views import of_arrays
from ._base._start import thread, threads
from ._calls import _calls
from ._calls._agreement import collective
from ._calls._shared import over_threads

if TYPE_CHECKING:
    from ._arrays._arrays import Array

# The extent of a block, where a matrix is redistributed: a product wants large ones, a factorisation also some for each thread.
_PRODUCT, _FACTOR = 512, 128

try:
    from scipy.linalg import solve_triangular
except ImportError:
    solve_triangular = None


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
    SUMMA (van de Geijn and Watts, 1997): for each block column k of A, its blocks go along the rows of threads, those of
    block row k of B along the columns, and each thread multiplies. Matrices of other layouts are redistributed for it.
    """
    if A.ndim != 2 or B.ndim != 2 or A.dtype != B.dtype:
        raise ValueError(f'{A!r} and {B!r}, must be matrices of one type')
    if A.shape[1] != B.shape[0]:
        raise ValueError(f'{A!r} and {B!r}, must have as many columns as rows')
    if len(A.grid) == 2 and B.grid == A.grid and A.block[1] == B.block[0]:
        return _product(A, B)
    m, k, n = (_block(extent, _PRODUCT) for extent in (*A.shape, B.shape[1]))
    a, b = A.redistribute((m, k), _grid()), B.redistribute((k, n), _grid())
    product = _product(a, b)
    whole = A.block[1] >= A.shape[1]  # so it is with a grid of one dimension, which deals out rows alone
    C = product.redistribute((A.block[0], product.shape[1] if whole else B.block[1]), A.grid)
    for array in (a, b, product):
        array._free_at_once()
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
    if solve_triangular is not None:
        return solve_triangular(lower, tile.conj().T, lower=True, check_finite=False).conj().T
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
