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
from .._base import _layouts, _values
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
    return for_numpy(name, *(['amin'] if name == 'min' else ['amax'] if name == 'max' else []), views=True)(made)


sum, prod = _reduction('sum', numpy.add), _reduction('prod', numpy.multiply)
min, max = _reduction('min', numpy.minimum), _reduction('max', numpy.maximum)
any, all = _reduction('any', numpy.logical_or), _reduction('all', numpy.logical_and)


def _count(x: Array, axis: Any) -> int:
    return math.prod(x.shape[dim] for dim in _layouts.normal_axes(axis, x.ndim))


@for_numpy(views=True)
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


@for_numpy(views=True)
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


@for_numpy(views=True)
def std(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, ddof: float = 0,
        keepdims: bool = False, *, correction: float | None = None) -> Any:
    variance = var(x, axis, dtype, None, ddof, keepdims, correction=correction)
    return numpy.sqrt(variance) if out is None else elementwise(numpy.sqrt, variance, out=(out,))


@for_numpy(views=True)
def count_nonzero(x: Array, axis: Any = None, *, keepdims: bool = False) -> Any:
    return sum(elementwise(numpy.not_equal, x, x.dtype.type(0)), axis, numpy.intp, keepdims=keepdims)


def _place_of(x: Array, function: Callable, axis: Any, out: Any, keepdims: bool) -> Any:
    if x.dtype.kind == 'c':
        raise TypeError(f'{function.__name__} of {x!r}: complex numbers have no order')
    if axis is None:
        number = _first_of_all(x, function)
        return full((1,) * x.ndim, number, dtype=numpy.intp) if keepdims else number
    axis, = _layouts.normal_axes(axis, x.ndim)
    if x.shape[axis] == 0:
        raise ValueError(f'{function.__name__} of {x!r}: axis {axis} is empty')
    return _of_type(along(lambda tile: function(tile, axis=axis, keepdims=bool(keepdims)), x, (axis,), not keepdims),
                    numpy.dtype(numpy.intp), out)


def _first_of_all(x: Array, function: Callable) -> Any:
    """The number of the first smallest or largest element: each thread finds its own, and a reduction the first of these."""
    if x.size == 0:
        raise ValueError(f'{function.__name__} of {x!r}: it is empty')
    with x.opened():  # a thread without elements has the first one
        found = [(x._read_one((0,) * x.ndim), 0)]
    for index, tile in x.local:
        if tile.size:
            at = numpy.unravel_index(function(tile), tile.shape)
            whole = tuple(int(one) + extent.start for one, extent in zip(at, x._extent_of(index)))
            found.append((tile[at], int(numpy.ravel_multi_index(whole, x.shape)) if x.ndim else 0))
    dtype = numpy.dtype('f4') if x.dtype == 'f2' else x.dtype
    mine = numpy.zeros(len(found), _values.located(dtype))
    mine['value'], mine['index'] = zip(*found)
    if dtype.kind == 'f':
        mine['value'] += dtype.type(0)  # NumPy takes -0 and 0 as equal, the library -0 as the smaller one
    mine = mine[numpy.argsort(mine['index'], kind='stable')]
    mine = mine[[function(mine['value'])]]
    return numpy.intp(over_threads(mine, function.__name__)['index'][0])


@for_numpy()
def argmax(x: Array, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _place_of(x, numpy.argmax, axis, out, keepdims)


@for_numpy()
def argmin(x: Array, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _place_of(x, numpy.argmin, axis, out, keepdims)
