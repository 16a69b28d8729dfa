# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's argmin and argmax: where the smallest or largest element is, the first of several. All threads call. Below, `function` is
numpy.argmin or numpy.argmax."""
from __future__ import annotations

from typing import Any, Callable

import numpy

from .._arrays._arrays import Array
from .._arrays._make import full
from .._base import _layouts, _values
from .._base._start import threads
from .._calls._shared import over_threads
from ._fallback import Missing
from ._elementwise import of_type
from ._reductions import along, for_tiles
from ._tables import for_numpy


@for_numpy()
def argmax(x: Array, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _position(x, numpy.argmax, axis, out, keepdims)


@for_numpy()
def argmin(x: Array, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _position(x, numpy.argmin, axis, out, keepdims)


def _position(x: Array, function: Callable, axis: Any, out: Any, keepdims: bool) -> Any:
    if x.dtype.kind == 'c':
        raise Missing(f'{function.__name__} of {x!r}: complex numbers have no order')
    if out is not None and not numpy.can_cast(out.dtype, numpy.intp):
        raise TypeError(f'out: {out!r}, must be of integers')
    if axis is None:
        number = _in_the_array(x, function)
        made = full((1,) * x.ndim, number, dtype=numpy.intp) if keepdims else number
    else:
        lines = _along_axis(x, function, _layouts.normal_axis(axis, x.ndim), keepdims)
        made = lines if lines.ndim else lines._read_one(())
    return of_type(made, numpy.dtype(numpy.intp), out)


# ---- along an axis ----

def _along_axis(x: Array, function: Callable, axis: int, keepdims: bool) -> Array:
    if x.shape[axis] == 0:
        raise ValueError(f'{function.__name__} of {x!r}: axis {axis} is empty')
    if x._lies_in(_layouts.spread(x.shape, threads(), (axis,))) or x._is_of_memory:
        return along(lambda tile: function(tile, axis=axis, keepdims=bool(keepdims)), x, (axis,), not keepdims)

    def first(tiles: numpy.ndarray) -> numpy.ndarray:
        found = numpy.take_along_axis(tiles['index'], function(tiles['value'], axis=axis, keepdims=True), axis)
        return found if keepdims else found.squeeze(axis)
    return along(first, _found_in_tiles(x, function, axis), (axis,), not keepdims)


def _found_in_tiles(x: Array, function: Callable, axis: int) -> Array:
    """The value that each tile has for each line along the axis, with its index. In the result a tile is one element thick there."""
    own = x._own_tiles()

    def fill(number: int, place: Any, tiles: Any) -> None:
        at = function(own[number], axis=axis, keepdims=True)
        tiles[0]['value'] = numpy.take_along_axis(own[number], at, axis)
        tiles[0]['index'] = at + place[axis].start * x.block[axis]
    return for_tiles(x, (axis,), numpy.dtype([('value', x.dtype), ('index', numpy.intp)]), fill)


# ---- in the whole array ----

def _in_the_array(x: Array, function: Callable) -> Any:
    """The number of the element, counted row by row: each thread finds its own, and a reduction the first of these."""
    if x.size == 0:
        raise ValueError(f'{function.__name__} of {x!r}: it is empty')
    function(numpy.empty(1, x.dtype))  # raises on all threads if the type has no order
    found = _found_by_caller(x, function)
    if threads() == 1 and len(found) == 1:
        return numpy.intp(found[0][1])
    if x.dtype.kind in 'SU':
        raise Missing(f'{function.__name__} of {x!r}: threads do not compare texts')
    with x.opened():
        if not found:  # a thread without elements takes part with the first one
            found = [(x._read_one((0,) * x.ndim), 0)]
    mine = _comparable(found, x.dtype, function)
    mine = mine[numpy.argsort(mine['index'], kind='stable')]
    mine = mine[[function(mine['value'])]]
    return numpy.intp(over_threads(mine, function.__name__)['index'][0])


def _found_by_caller(x: Array, function: Callable) -> list[tuple[Any, int]]:
    """The value that the caller has in each of its blocks, and the number of that element."""
    found = []
    for place, tile in x._own_pieces():
        if tile.size:
            at = numpy.unravel_index(function(tile), tile.shape)
            whole = tuple(int(one) + extent.start for one, extent in zip(at, place))
            found.append((tile[at], int(numpy.ravel_multi_index(whole, x.shape)) if x.ndim else 0))
    return found


def _comparable(found: list[tuple[Any, int]], dtype: numpy.dtype, function: Callable) -> numpy.ndarray:
    """Values and numbers as the library combines them, with values that it has in the order that NumPy has."""
    is_time = dtype.kind in 'mM'
    taken = numpy.dtype('f4' if dtype.char == 'e' else 'i8' if is_time else dtype.newbyteorder('='))
    values, indices = zip(*found)
    made = numpy.zeros(len(found), _values.located(taken))
    made['value'], made['index'] = numpy.array(values, dtype), indices
    if taken.kind == 'f':
        made['value'] += taken.type(0)  # NumPy takes -0 and 0 as equal, the library -0 as the smaller one
    if is_time and function is numpy.argmax:  # for NumPy "not a time" is the smallest one, and the largest one
        made['value'][numpy.isnat(numpy.array(values))] = numpy.iinfo('i8').max
    return made
