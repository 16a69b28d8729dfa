# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's functions along an axis, which then lies whole on a thread. All threads call."""
from __future__ import annotations

from typing import Any

import numpy

from . import _layouts
from ._arrays import Array
from ._dispatch import for_numpy
from ._elementwise import elementwise
from ._indexing import reshape
from ._moves import concatenate
from ._reductions import along

def _scan(function: Any, x: Array, axis: Any, dtype: Any, out: Array | None, include_initial: bool = False) -> Any:
    if axis is None and x.ndim != 1:
        x = reshape(x, -1)
    axis, = _layouts.normal_axes(0 if axis is None else axis, x.ndim)
    first = 1 if function is numpy.multiply else 0

    def scan(tile: numpy.ndarray) -> numpy.ndarray:
        done = function.accumulate(tile, axis=axis, dtype=dtype or function.reduce(numpy.ones(1, tile.dtype)).dtype)
        if include_initial:
            done = numpy.concatenate([numpy.full_like(done, first, shape=[1 if dim == axis else extent
                                                                         for dim, extent in enumerate(tile.shape)]), done], axis)
        return done
    made = along(scan, x, (axis,))
    return made if out is None else elementwise(lambda one: one, made, out=(out,))


@for_numpy()
def cumsum(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None) -> Any:
    return _scan(numpy.add, x, axis, dtype, out)


@for_numpy()
def cumprod(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None) -> Any:
    return _scan(numpy.multiply, x, axis, dtype, out)


@for_numpy()
def cumulative_sum(x: Array, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: bool = False) -> Any:
    return _scan(numpy.add, x, axis, dtype, out, include_initial)


@for_numpy()
def cumulative_prod(x: Array, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: bool = False) -> Any:
    return _scan(numpy.multiply, x, axis, dtype, out, include_initial)


def _sorting(function: Any, x: Array, axis: int | None, kind: str | None) -> Array:
    if axis is None:
        x, axis = reshape(x, -1), 0
    axis, = _layouts.normal_axes(axis, x.ndim)
    return along(lambda tile: function(tile, axis=axis, kind=kind), x, (axis,))


@for_numpy()
def sort(x: Array, axis: int | None = -1, kind: str | None = None) -> Array:
    return _sorting(numpy.sort, x, axis, kind)


@for_numpy()
def argsort(x: Array, axis: int | None = -1, kind: str | None = None) -> Array:
    return _sorting(numpy.argsort, x, axis, kind)


@for_numpy()
def diff(x: Array, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Array:
    axis, = _layouts.normal_axes(axis, x.ndim)
    ends = [one for one in (prepend, x, append) if one is not None]
    x = concatenate(ends, axis) if len(ends) > 1 else x
    subtract = numpy.not_equal if x.dtype.kind == 'b' else numpy.subtract
    for _ in range(n):
        x = subtract(x[(slice(None),) * axis + (slice(1, None),)], x[(slice(None),) * axis + (slice(None, -1),)])
    return x
