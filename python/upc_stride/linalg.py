# SPDX-License-Identifier: BSD-3-Clause
"""Linear algebra on arrays in blocks. All threads call."""
from . import _arrays, _calls
from ._start import thread


def matmul(A, B):
    """The product of two matrices, laid out as A is. SUMMA (van de Geijn and Watts, 1997): for each block column k of A,
    its blocks go along the rows of threads, those of block row k of B along the columns, and each thread multiplies.

    Parameters
    ----------
    A, B : Array
        Matrices of one type on one grid; the blocks of A are (m, k), those of B (k, n).

    Returns
    -------
    Array
    """
    if A.ndim != 2 or B.ndim != 2 or len(A.grid) != 2 or B.grid != A.grid or A.dtype != B.dtype:
        raise ValueError(f'{A!r} and {B!r}, must be matrices of one type on one grid of two dimensions')
    if A.shape[1] != B.shape[0] or A.block[1] != B.block[0]:
        raise ValueError(f'{A!r} and {B!r}, must have as many columns as rows, in blocks of one size')
    rows, columns = A.grid
    row, column = divmod(thread(), columns)
    C = _arrays.zeros((A.shape[0], B.shape[1]), (A.block[0], B.block[1]), A.grid, A.dtype)
    a = _arrays.zeros((A.nblocks[0] * A.block[0], columns * A.block[1]), A.block, A.grid, A.dtype)
    b = _arrays.zeros((rows * B.block[0], B.nblocks[1] * B.block[1]), B.block, B.grid, B.dtype)
    for k in range(A.nblocks[1]):
        for i in range(row, A.nblocks[0], rows):
            _calls.broadcast(a.blocks[i, :], A.blocks[i, k])
        for j in range(column, B.nblocks[1], columns):
            _calls.broadcast(b.blocks[:, j], B.blocks[k, j])
        for (i, j), tile in C.local:
            tile += a.tile[i, column][:tile.shape[0]] @ b.tile[row, j][:, :tile.shape[1]]
    _calls.barrier()
    a.free()
    b.free()
    return C
