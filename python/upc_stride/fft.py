# SPDX-License-Identifier: BSD-3-Clause
"""Fourier transforms of arrays in blocks. All threads call."""
from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Sequence

import numpy

from . import _calls, _make
from ._start import threads

if TYPE_CHECKING:
    from ._arrays import Array


def _slabs(array: Array, axis: int) -> Array:
    """The array cut along one axis only, a part for each thread."""
    block = list(array.shape)
    block[axis] = -(-array.shape[axis] // threads())
    return array.redistribute(block)


def _transformed(array: Array, along: Callable, axes: Sequence[int] | None, norm: str | None) -> Array:
    if array.ndim < 2:
        raise ValueError(f'{array!r}, must have two dimensions or more')
    axes = range(array.ndim) if axes is None else axes
    if any(not -array.ndim <= axis < array.ndim for axis in axes):
        raise ValueError(f'axes {tuple(axes)}, must be in {-array.ndim}..{array.ndim - 1}')
    axes = sorted({axis % array.ndim for axis in axes})
    slabs = _slabs(array, 0)
    values = _make.zeros(slabs.shape, slabs.block, dtype='c16')
    for (_, tile), (_, to) in zip(slabs.local, values.local):
        to[...] = along(tile, axes=[axis for axis in axes if axis > 0], norm=norm)
    _calls.barrier()
    slabs.free()
    if 0 in axes:
        across = _slabs(values, 1)
        values.free()
        for _, tile in across.local:
            tile[...] = along(tile, axes=[0], norm=norm)
        _calls.barrier()
        values = across
    result = values.redistribute(array.block, array.grid)
    values.free()
    return result


def fftn(A: Array, axes: Sequence[int] | None = None, norm: str | None = None) -> Array:
    """The discrete Fourier transform in several dimensions, as `numpy.fft.fftn`. All threads call.

    Parameters
    ----------
    A : Array
        Of two dimensions or more.
    axes : sequence of int, optional
        The default is all.
    norm : {'backward', 'ortho', 'forward'}, optional

    Returns
    -------
    Array
        Of complex numbers, laid out as A is.

    Notes
    -----
    Each thread transforms slabs: first A is cut along axis 0 only, so that all other axes are whole; then along axis 1,
    for axis 0. The library redistributes between them, one message for each pair of threads.
    """
    return _transformed(A, numpy.fft.fftn, axes, norm)


def ifftn(A: Array, axes: Sequence[int] | None = None, norm: str | None = None) -> Array:
    """The inverse of `fftn`, as `numpy.fft.ifftn`. All threads call."""
    return _transformed(A, numpy.fft.ifftn, axes, norm)
