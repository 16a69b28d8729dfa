# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's sums, means and other reductions. All threads call. Without axis the result is a number, the same on every thread."""
from __future__ import annotations

import builtins
import math
from typing import Any, Callable

import numpy

from .._arrays._arrays import Array
from .._arrays._make import full
from .._arrays._tables import for_numpy
from .._base import _layouts
from .._calls._shared import over_threads
from ._elementwise import elementwise
from ._reductions import along, reduced


def _reduction(name: str, function: numpy.ufunc) -> Callable:
    def reduction(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, keepdims: bool = False) -> Any:
        return reduced(x, function, axis, dtype, out, bool(keepdims))

    def ordered(x: Array, axis: Any = None, out: Array | None = None, keepdims: bool = False) -> Any:
        return reduced(x, function, axis, None, out, bool(keepdims))
    made = reduction if name in ('sum', 'prod') else ordered
    made.__name__, made.__doc__ = name, f'As `numpy.{name}`. All threads call. Without axis the result is a number.'
    return for_numpy(name, *(['amin'] if name == 'min' else ['amax'] if name == 'max' else []))(made)


sum, prod = _reduction('sum', numpy.add), _reduction('prod', numpy.multiply)
min, max = _reduction('min', numpy.minimum), _reduction('max', numpy.maximum)
any, all = _reduction('any', numpy.logical_or), _reduction('all', numpy.logical_and)


def _count(x: Array, axis: Any) -> int:
    return math.prod(x.shape[dim] for dim in _layouts.normal_axes(axis, x.ndim))


@for_numpy()
def mean(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, keepdims: bool = False) -> Any:
    final = numpy.dtype(dtype or (x.dtype if x.dtype.kind in 'fc' else 'f8'))
    total = sum(x, axis, 'f4' if final == 'f2' else final, keepdims=keepdims)
    with numpy.errstate(invalid='ignore', divide='ignore'):
        return _of_type(numpy.true_divide(total, total.dtype.type(_count(x, axis))), final, out)


def _of_type(value: Any, dtype: numpy.dtype, out: Array | None) -> Any:
    """A result with the type that it must have, in `out` if that is given."""
    if out is not None:
        return elementwise(lambda one: numpy.asarray(one).astype(dtype), value, out=(out,))
    return value if value.dtype == dtype else value.astype(dtype)


@for_numpy()
def var(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, ddof: float = 0,
        keepdims: bool = False, *, correction: float | None = None) -> Any:
    final = numpy.dtype(dtype or (x.dtype if x.dtype.kind in 'fc' else 'f8'))
    apart = x - mean(x, axis, 'f4' if final == 'f2' else final, keepdims=True)
    square = (apart * apart.conj()).real if apart.dtype.kind == 'c' else apart * apart
    total = sum(square, axis, keepdims=keepdims)
    count = _count(x, axis) - (ddof if correction is None else correction)
    with numpy.errstate(invalid='ignore', divide='ignore'):
        return _of_type(numpy.true_divide(total, total.dtype.type(builtins.max(count, 0))),
                        final if final.kind == 'f' else square.dtype, out)


@for_numpy()
def std(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, ddof: float = 0,
        keepdims: bool = False, *, correction: float | None = None) -> Any:
    variance = var(x, axis, dtype, None, ddof, keepdims, correction=correction)
    return numpy.sqrt(variance) if out is None else elementwise(numpy.sqrt, variance, out=(out,))


@for_numpy()
def count_nonzero(x: Array, axis: Any = None, *, keepdims: bool = False) -> Any:
    return sum(elementwise(numpy.not_equal, x, x.dtype.type(0)), axis, numpy.intp, keepdims=keepdims)


def _place_of(x: Array, function: Callable, extreme: Callable, axis: Any, out: Any, keepdims: bool) -> Any:
    if x.dtype.kind == 'c':
        raise TypeError(f'{function.__name__} of {x!r}: complex numbers have no order')
    if axis is None:
        number = _first_of_all(x, extreme(x))
        return full((1,) * x.ndim, number, dtype=numpy.intp) if keepdims else number
    axis, = _layouts.normal_axes(axis, x.ndim)
    if x.shape[axis] == 0:
        raise ValueError(f'{function.__name__} of {x!r}: axis {axis} is empty')
    return _of_type(along(lambda tile: function(tile, axis=axis, keepdims=bool(keepdims)), x, (axis,), not keepdims),
                    numpy.dtype(numpy.intp), out)


def _first_of_all(x: Array, value: Any) -> Any:
    """The number of the first element that is equal, or is NaN as the value is."""
    first = x.size
    for index, tile in x.local:
        found = numpy.argwhere(tile == value if value == value else tile != tile)
        if len(found):
            start = [one.start for one in x._extent_of(index)]
            first = builtins.min(first, int(numpy.ravel_multi_index((found + start).astype('i8').T, x.shape).min())
                                 if x.ndim else 0)
    return numpy.intp(over_threads(numpy.array([first], 'i8'), 'min')[0])


@for_numpy()
def argmax(x: Array, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _place_of(x, numpy.argmax, max, axis, out, keepdims)


@for_numpy()
def argmin(x: Array, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _place_of(x, numpy.argmin, min, axis, out, keepdims)
