# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's sums, means and other reductions. All threads call. Without axis the result is a number, the same on every thread."""
from __future__ import annotations

import builtins
import math
from typing import Any, Callable

import numpy

from .._arrays._arrays import Array
from .._arrays._make import full
from ._tables import for_numpy
from .._base import _layouts, _values
from .._base._start import threads
from .._calls._agreement import together
from .._calls._shared import over_threads
from ._again import reduced_again
from ._elementwise import as_operand, broadcast_to, elementwise, of_out, own_parts, rows_of, stored
from ._reductions import along, for_tiles, reduced


def _reduction(name: str, function: numpy.ufunc) -> Callable:
    def reduction(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, keepdims: bool = False,
                  initial: Any = None, where: Any = True) -> Any:
        return reduced(x, function, axis, dtype, out, bool(keepdims), initial, where)

    def ordered(x: Array, axis: Any = None, out: Array | None = None, keepdims: bool = False, initial: Any = None,
                where: Any = True) -> Any:
        return reduced(x, function, axis, None, out, bool(keepdims), initial, where)
    def at_once(x: Any, axis: Any = None, *more: Any, **options: Any) -> Any:
        return None if more or options else reduced_again(x, function, axis)
    made = reduction if name in ('sum', 'prod') else ordered
    made.__name__, made.__qualname__, made.__doc__ = name, name, f'As `numpy.{name}`. All threads call. Without axis the result is a number.'
    return for_numpy(name, *(['amin'] if name == 'min' else ['amax'] if name == 'max' else []), views=True,
                     at_once=at_once)(made)


sum, prod = _reduction('sum', numpy.add), _reduction('prod', numpy.multiply)
min, max = _reduction('min', numpy.minimum), _reduction('max', numpy.maximum)
any, all = _reduction('any', numpy.logical_or), _reduction('all', numpy.logical_and)


def _count(x: Array, axis: Any, where: Any, keepdims: bool) -> Any:
    """How many elements each result is of."""
    if where is not True:
        return sum(broadcast_to(where, x.shape), axis, numpy.intp, keepdims=keepdims)
    return math.prod(x.shape[dim] for dim in _layouts.normal_axes(axis, x.ndim))


def _kind(dtype: Any) -> numpy.dtype:
    """The type of a result, which has this machine's order of bytes."""
    return numpy.dtype(dtype).newbyteorder('=')


def _mean_at_once(x: Any, axis: Any = None, *more: Any, **options: Any) -> Any:
    return None if more or options or not isinstance(x, Array) else reduced_again(x, numpy.add, axis, x.dtype, True)


@for_numpy(views=True, at_once=_mean_at_once)
def mean(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, keepdims: bool = False, *,
         where: Any = True) -> Any:
    final: Any = _kind(dtype or (x.dtype if x.dtype.kind in 'fcm' else 'f8'))
    if where is True and x.size and final.kind in 'fc' and final.char != 'e' and out is None:
        count = _as_type(_count(x, axis, True, keepdims), final)
        return reduced(x, numpy.add, axis, final, None, bool(keepdims), divisor=count)
    made = _mean(x, axis, dtype, out, keepdims, where)
    return _of_type(made, final, None) if out is None else stored(made, out)


def _mean(x: Array, axis: Any, dtype: Any, out: Any, keepdims: bool, where: Any) -> Any:
    total = _sum(x, axis, dtype if x.dtype.kind in 'fcm' or dtype is not None else 'f8', out, keepdims, where)
    return _divided(total, _count(x, axis, where, keepdims))


def _sum(x: Array, axis: Any, dtype: Any, out: Any, keepdims: bool, where: Any) -> Any:
    """The sum, as NumPy's means and variances go on with it: in the type of `out`."""
    dtype = 'f4' if _kind(dtype or x.dtype).char == 'e' else of_out(numpy.add, x, dtype, out)
    total = sum(x, axis, dtype, keepdims=keepdims, where=where)
    if out is None:
        return total
    if not numpy.can_cast(total.dtype, out.dtype, 'same_kind') or out.dtype.kind in 'SU':
        raise TypeError(f'out: of {out.dtype}, must take values of {total.dtype}')
    return total.astype(out.dtype)


def _divided(total: Any, count: Any) -> Any:
    """A quotient of the type of the total, to which NumPy cuts it."""
    with numpy.errstate(invalid='ignore', divide='ignore'):
        if not isinstance(total, Array):
            return total.dtype.type(total / count)
        if total.dtype.kind in 'iub':
            return elementwise(lambda one, of: numpy.true_divide(one, of).astype(one.dtype), total, count)
        return numpy.true_divide(total, _as_type(count, total.dtype))


def _as_type(count: Any, dtype: numpy.dtype) -> Any:
    if dtype.kind == 'm':
        return count
    return count.astype(dtype) if isinstance(count, Array) else dtype.type(count)


def _of_type(value: Any, dtype: numpy.dtype, out: Array | None) -> Any:
    """A result with the type that it must have, in `out` if that is given."""
    if out is not None:
        return elementwise(lambda one: numpy.asarray(one).astype(dtype), value, out=(out,))
    return value if value.dtype == dtype else value.astype(dtype)


@for_numpy(views=True)
def var(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, ddof: float = 0,
        keepdims: bool = False, *, correction: float | None = None, where: Any = True) -> Any:
    final: Any = _kind(dtype or (x.dtype if x.dtype.kind in 'fc' else 'f8'))
    is_of_all = len(_layouts.normal_axes(axis, x.ndim)) == x.ndim and x.size > 0 and where is True and not keepdims and out is None
    if is_of_all and final.kind == 'f' and final.char != 'e' and x.dtype.kind in 'fiub':
        total = _squares(x, mean(x, None, final))
    else:
        dtype = final if dtype is not None or x.dtype.kind in 'iub' else None
        apart = x - _mean(x, axis, dtype, None, True, where)
        is_real = x.dtype.kind in 'fiu' or apart.dtype.kind != 'c'
        square = numpy.multiply(apart, apart, out=apart) if is_real else (apart * apart.conj()).real
        total = _sum(square, axis, dtype, out, keepdims, where)
    count = _count(x, axis, where, keepdims) - (ddof if correction is None else correction)
    made = _divided(total, numpy.maximum(count, 0) if isinstance(count, Array) else builtins.max(count, 0))
    return stored(made, out) if final.char != 'e' or out is not None else _of_type(made, final, None)


def _squares(x: Array, centre: Any) -> Any:
    """The sum of the squares of all distances from a number. The distances are never all in memory, but some rows of a tile at a time."""
    mine, dtype = numpy.zeros(1, numpy.promote_types(centre.dtype, 'f8')), numpy.promote_types(x.dtype, centre.dtype)

    def of_threads() -> None:
        mine[:] = over_threads(mine, 'sum')
    with together(of_threads):
        for _, tile in x._own_pieces():
            for rows in rows_of(tile):
                apart = numpy.asarray(numpy.subtract(tile[rows], centre, dtype=dtype))
                mine += numpy.multiply(apart, apart, out=apart).sum()
    return mine.astype(centre.dtype)[0]


@for_numpy(views=True)
def std(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, ddof: float = 0,
        keepdims: bool = False, *, correction: float | None = None, where: Any = True) -> Any:
    variance = var(x, axis, dtype, out, ddof, keepdims, correction=correction, where=where)
    return elementwise(numpy.sqrt, variance, out=(variance,)) if isinstance(variance, Array) else variance.dtype.type(numpy.sqrt(variance))


@for_numpy(views=True)
def count_nonzero(x: Array, axis: Any = None, *, keepdims: bool = False) -> Any:
    if keepdims or len(_layouts.normal_axes(axis, x.ndim)) < x.ndim:
        return sum(elementwise(_is_true, x), axis, numpy.intp, keepdims=keepdims)
    mine = numpy.zeros(1, numpy.intp)

    def of_threads() -> None:
        mine[:] = over_threads(mine, 'sum')
    with together(of_threads):
        for tile in map(numpy.atleast_1d, own_parts(x)):
            for rows in rows_of(tile):
                mine += numpy.count_nonzero(_is_true(tile[rows]))
    return mine[0]


def _is_true(tile: numpy.ndarray) -> numpy.ndarray:
    if tile.dtype.kind in 'biufc':
        return tile != 0
    made = numpy.zeros(tile.shape, bool)  # a text is true if it is not empty
    made[numpy.nonzero(tile)] = True
    return made


def _place_of(x: Array, function: Callable, axis: Any, out: Any, keepdims: bool) -> Any:
    if x.dtype.kind == 'c':
        raise TypeError(f'{function.__name__} of {x!r}: complex numbers have no order')
    if out is not None and not numpy.can_cast(out.dtype, numpy.intp):
        raise TypeError(f'out: {out!r}, must be of integers')
    if axis is None:
        number = _first_of_all(x, function)
        return _of_type(full((1,) * x.ndim, number, dtype=numpy.intp) if keepdims else number, numpy.dtype(numpy.intp), out)
    axis = _layouts.normal_axis(axis, x.ndim)
    if x.shape[axis] == 0:
        raise ValueError(f'{function.__name__} of {x!r}: axis {axis} is empty')
    if x._lies_in(_layouts.spread(x.shape, threads(), (axis,))) or x._is_of_memory:
        made = along(lambda tile: function(tile, axis=axis, keepdims=bool(keepdims)), x, (axis,), not keepdims)
    else:
        made = along(lambda some: numpy.take_along_axis(some['index'], function(some['value'], axis=axis, keepdims=True), axis)
                     .reshape([1 if dim == axis else extent for dim, extent in enumerate(some.shape) if keepdims or dim != axis]),
                     _first_of_tiles(x, function, axis), (axis,), not keepdims)
    return _of_type(made if made.ndim else made._read_one(()), numpy.dtype(numpy.intp), out)


def _first_of_tiles(x: Array, function: Callable, axis: int) -> Array:
    """Of each tile: along an axis the first smallest or largest elements, and their numbers along it."""
    own = x._own_tiles()

    def fill(number: int, place: Any, tiles: Any) -> None:
        at = function(own[number], axis=axis, keepdims=True)
        tiles[0]['value'] = numpy.take_along_axis(own[number], at, axis)
        tiles[0]['index'] = at + place[axis].start * x.block[axis]
    return for_tiles(x, (axis,), numpy.dtype([('value', x.dtype), ('index', numpy.intp)]), fill)


def _first_of_all(x: Array, function: Callable) -> Any:
    """The number of the first smallest or largest element: each thread finds its own, and a reduction the first of these."""
    if x.size == 0:
        raise ValueError(f'{function.__name__} of {x!r}: it is empty')
    function(numpy.empty(1, x.dtype))  # raises on all threads if the type has no order
    found = []
    for place, tile in x._own_pieces():
        if tile.size:
            at = numpy.unravel_index(function(tile), tile.shape)
            whole = tuple(int(one) + extent.start for one, extent in zip(at, place))
            found.append((tile[at], int(numpy.ravel_multi_index(whole, x.shape)) if x.ndim else 0))
    if threads() == 1 and len(found) == 1:
        return numpy.intp(found[0][1])
    with x.opened():
        if not found:  # a thread without elements has the first one
            found = [(x._read_one((0,) * x.ndim), 0)]
    is_time = x.dtype.kind in 'mM'
    dtype = numpy.dtype('f4' if x.dtype.char == 'e' else 'i8' if is_time else x.dtype.newbyteorder('='))
    values, indices = zip(*found)
    mine = numpy.zeros(len(found), _values.located(dtype))
    mine['value'], mine['index'] = numpy.array(values, x.dtype), indices
    if dtype.kind == 'f':
        mine['value'] += dtype.type(0)  # NumPy takes -0 and 0 as equal, the library -0 as the smaller one
    if is_time and function is numpy.argmax:  # for NumPy a time that is none is the smallest one, and the largest one
        mine['value'][numpy.isnat(numpy.array(values))] = numpy.iinfo('i8').max
    mine = mine[numpy.argsort(mine['index'], kind='stable')]
    mine = mine[[function(mine['value'])]]
    return numpy.intp(over_threads(mine, function.__name__)['index'][0])


@for_numpy()
def argmax(x: Array, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _place_of(x, numpy.argmax, axis, out, keepdims)


@for_numpy()
def argmin(x: Array, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _place_of(x, numpy.argmin, axis, out, keepdims)


@for_numpy(views=True)
def ptp(a: Array, axis: Any = None, out: Array | None = None, keepdims: bool = False) -> Any:
    made = max(a, axis, keepdims=keepdims) - min(a, axis, keepdims=keepdims)
    return stored(made, out)


@for_numpy(views=True)
def average(a: Array, axis: Any = None, weights: Any = None, returned: bool = False, *, keepdims: bool = False) -> Any:
    if weights is None:
        made = mean(a, axis, keepdims=keepdims)
        if isinstance(made, Array) and made.size == 0:
            raise ZeroDivisionError('the average of no elements')
        scale = made * 0 + _count(a, axis, True, keepdims)
    else:
        weights = as_operand(weights)
        if weights.shape != a.shape:
            if axis is None or weights.ndim != 1 or weights.shape[0] != a.shape[axis]:
                raise TypeError(f'weights: {weights.shape}, must have the shape of {a!r}, or be as many as its axis has indices')
            dim = _layouts.normal_axis(axis, a.ndim)
            weights = numpy.reshape(weights, [-1 if one == dim else 1 for one in range(a.ndim)])
        dtype = numpy.result_type(_kind(a.dtype), _kind(weights.dtype), *(['f8'] if a.dtype.kind in 'iub' else []))
        scale = sum(elementwise(lambda one, of: numpy.broadcast_to(one, of.shape), weights, a), axis, dtype, keepdims=keepdims)
        if bool(any(scale == 0) if isinstance(scale, Array) else scale == 0):
            raise ZeroDivisionError('the weights sum to zero, and cannot be normalised')
        made = sum(elementwise(numpy.multiply, a, weights), axis, dtype, keepdims=keepdims) / scale
    return (made, scale) if returned else made
