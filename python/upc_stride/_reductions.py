# SPDX-License-Identifier: BSD-3-Clause
"""Sums and other reductions of whole arrays: each thread combines its own tiles, and `reduce_all` the threads' results."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy

from . import _calls, _make
from ._start import thread, threads

if TYPE_CHECKING:
    from ._arrays import Array


def _smallest(dtype: numpy.dtype) -> Any:
    if dtype.kind == 'b':
        return False
    return -numpy.inf if dtype.kind == 'f' else numpy.iinfo(dtype).min


def _largest(dtype: numpy.dtype) -> Any:
    if dtype.kind == 'b':
        return True
    return numpy.inf if dtype.kind == 'f' else numpy.iinfo(dtype).max


# For each reduction: how NumPy combines two values, and the neutral value of a type.
_KINDS = {
    'sum': (numpy.add, lambda dtype: 0),
    'prod': (numpy.multiply, lambda dtype: 1),
    'min': (numpy.minimum, _largest),
    'max': (numpy.maximum, _smallest),
    'any': (numpy.logical_or, lambda dtype: False),
    'all': (numpy.logical_and, lambda dtype: True),
}


def reduced(array: Array, kind: str, axis: int | tuple[int, ...] | None) -> Any:
    """The reduction `kind` of all elements or along axes, on every thread."""
    combine, neutral = _KINDS[kind]
    if kind in ('min', 'max') and array.dtype.kind == 'c':
        raise TypeError(f'{kind} of {array!r}: complex numbers have no order')
    axes = _axes(axis, array.ndim)
    shape = [1 if dim in axes else extent for dim, extent in enumerate(array.shape)]
    dtype = getattr(numpy, kind)(numpy.zeros(1, array.dtype)).dtype
    partial = numpy.full(shape, neutral(dtype), dtype)
    _calls.barrier()
    for index, tile in array.local:
        place = tuple(slice(0, 1) if dim in axes else slice(at * size, at * size + extent)
                      for dim, (at, size, extent) in enumerate(zip(index, array.block, tile.shape)))
        partial[place] = combine(partial[place], combine.reduce(tile, axis=axes, keepdims=True, dtype=dtype))
    # The minimum and maximum of real numbers are NumPy's functions, since these return NaN if a value is NaN.
    result = over_threads(partial, kind if dtype.kind != 'f' or kind in ('sum', 'prod') else combine)
    if len(axes) == array.ndim:
        return result.ravel()[0]
    return result.reshape([extent for dim, extent in enumerate(array.shape) if dim not in axes])


def over_threads(values: numpy.ndarray, op: Any) -> numpy.ndarray:
    """Combines the arrays of all threads, which have one shape, element by element. Every thread gets the result."""
    count = values.size
    parts, combined = (_make.zeros((threads() * count,), (count,), dtype=values.dtype) for _ in range(2))
    parts.tile[thread()][:] = values.ravel()
    _calls.reduce_all(combined.blocks[:], parts.blocks[:], op=op)
    result = combined.tile[thread()].reshape(values.shape).copy()
    _calls.barrier()
    parts._free_at_once()
    combined._free_at_once()
    return result


def _axes(axis: int | tuple[int, ...] | None, ndim: int) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(ndim))
    axes = [operator.index(one) for one in (axis if isinstance(axis, (tuple, list)) else (axis,))]
    for one in axes:
        if not -ndim <= one < ndim:
            raise ValueError(f'axis {one}, must be in {-ndim}..{ndim - 1}')
    return tuple(one % ndim for one in axes)
