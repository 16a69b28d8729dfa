# SPDX-License-Identifier: BSD-3-Clause
"""Fourier transforms of arrays in blocks. All threads call."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Callable, Sequence

import numpy

from ._arrays import _make
from ._arrays._views import of_arrays
from ._base import _layouts
from ._base._start import threads
from ._calls import _calls
from ._calls._agreement import collective

if TYPE_CHECKING:
    from ._arrays._arrays import Array


def _slabs(array: Array, axis: int) -> Array:
    """The array cut along one axis only, a part for each thread."""
    block = list(array.shape)
    block[axis] = -(-array.shape[axis] // threads())
    return array.redistribute(block)


def _type_of(array: Array) -> numpy.dtype:
    """NumPy 2's: complex numbers of the precision that the array has."""
    return numpy.result_type(array.dtype, 'c8') if array.dtype.kind in 'fc' else numpy.dtype('c16')


def _as_rows(array: Array, rows: int, columns: int) -> Array:
    """The elements of an array of one dimension as those of a matrix, row by row; whole rows on each thread."""
    each = -(-rows // threads())
    flat = array.redistribute(each * columns)
    matrix = _make.zeros((rows, columns), (each, columns), dtype=_type_of(array))
    for (_, tile), (_, to) in zip(flat.local, matrix.local):  # block i of both is thread i's
        to[...] = tile.reshape(-1, columns)
    _calls.barrier()
    flat._free_at_once()
    return matrix


def _of_one_dimension(array: Array, along: Callable, sign: int, norm: str | None) -> Array:
    """Takes the array as a matrix: element j1 * columns + j2 is at (j1, j2), and element k1 + rows * k2 of the result at
    (k1, k2). Transforms along the columns give the elements (k1, j2). They are multiplied by
    exp(sign * 2 pi i * k1 * j2 / n). Then transforms along the rows give the elements (k1, k2).
    (Bailey, FFTs in external or hierarchical memory, 1990.)"""
    count = array.shape[0]
    rows = next(one for one in range(math.isqrt(count), 0, -1) if count % one == 0)
    columns = count // rows
    matrix = _as_rows(array, rows, columns)
    by_columns = _slabs(matrix, 1)
    matrix._free_at_once()
    for index, tile in by_columns.local:
        j2 = numpy.arange(tile.shape[1]) + index[1] * by_columns.block[1]
        fraction = numpy.outer(numpy.arange(rows), j2) % count / count  # of a full turn
        tile[...] = along(tile, axes=[0], norm=norm) * numpy.exp(sign * 2j * numpy.pi * fraction)
    _calls.barrier()
    by_rows = _slabs(by_columns, 0)
    by_columns._free_at_once()
    for _, tile in by_rows.local:
        tile[...] = along(tile, axes=[1], norm=norm)
    _calls.barrier()
    transposed = _slabs(by_rows, 1)
    by_rows._free_at_once()
    flat = _make.zeros(count, transposed.block[1] * rows, dtype=_type_of(array))
    for (_, tile), (_, to) in zip(transposed.local, flat.local):
        to[...] = tile.T.ravel()
    _calls.barrier()
    transposed._free_at_once()
    result = flat.redistribute(array.block, array.grid)
    flat._free_at_once()
    return result


def _transformed(array: Array, along: Callable, axes: Sequence[int] | None, sign: int, norm: str | None) -> Array:
    axes = _layouts.normal_axes(None if axes is None else tuple(axes), array.ndim)
    along(numpy.ones(1), norm=norm)  # raises on all threads if there is no such norm
    if any(array.shape[axis] == 0 for axis in axes):
        raise ValueError(f'{array!r}, must have elements along the axes of a transform')
    if array.size == 0 or not axes:
        return array.copy() if not axes else array.astype(_type_of(array))
    if array.ndim == 1:
        return _of_one_dimension(array, along, sign, norm)
    slabs = _slabs(array, 0)
    values = _make.zeros(slabs.shape, slabs.block, dtype=_type_of(array))
    for (_, tile), (_, to) in zip(slabs.local, values.local):
        to[...] = along(tile, axes=[axis for axis in axes if axis > 0], norm=norm)
    _calls.barrier()
    slabs._free_at_once()
    if 0 in axes:
        across = _slabs(values, 1)
        values._free_at_once()
        for _, tile in across.local:
            tile[...] = along(tile, axes=[0], norm=norm)
        _calls.barrier()
        values = across
    result = values.redistribute(array.block, array.grid)
    values._free_at_once()
    return result


@collective
@of_arrays
def fftn(A: Array, axes: Sequence[int] | None = None, norm: str | None = None) -> Array:
    """The discrete Fourier transform in several dimensions, as `numpy.fft.fftn`. All threads call.

    Parameters
    ----------
    A : Array
        Of real or complex numbers.

    Returns
    -------
    Array
        Of complex numbers, laid out as A is.

    Notes
    -----
    Each thread transforms slabs. First A is cut along axis 0 only, so that all other axes are whole. For axis 0 it is cut
    along axis 1. The library redistributes in between, with one message for each pair of threads. An array of one
    dimension is taken as a matrix, as square as its length allows. If the length is a prime number, one thread
    transforms the whole array.

    Examples
    --------
    >>> A = us.array([1., 0., 0., 0.])
    >>> us.fft.fftn(A).real.tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    return _transformed(A, numpy.fft.fftn, axes, -1, norm)


@collective
@of_arrays
def ifftn(A: Array, axes: Sequence[int] | None = None, norm: str | None = None) -> Array:
    """The inverse of `fftn`, as `numpy.fft.ifftn`. All threads call.

    Examples
    --------
    >>> A = us.array([4., 0., 0., 0.])
    >>> us.fft.ifftn(A).real.tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    return _transformed(A, numpy.fft.ifftn, axes, 1, norm)
