# SPDX-License-Identifier: BSD-3-Clause
"""Sums and other reductions, and functions along axes. Each thread works on its own tiles. Elements along an axis that lie on
several threads are then brought together by a redistribution."""
from __future__ import annotations

import contextlib
import functools
import math
from typing import Any, Callable, Sequence

import numpy

from .._arrays import _make
from .._arrays._arrays import Array
from .._arrays._views import View, whole
from .._base import _layouts
from .._base._start import threads
from .._calls import _agreement
from .._calls._shared import FEW, all_are_near, from_each, over_threads
from ._fallback import Missing
from ._again import OF_ORDER, prepare_lines, prepare_number
from ._elementwise import as_operand, computed, elementwise, of_out, own_parts, rows_of, shape_of, stored
from ._sums import reduced_tile

_OPERATIONS: dict[Any, str] = {numpy.add: 'sum', numpy.multiply: 'prod', numpy.minimum: 'min', numpy.maximum: 'max', numpy.logical_or: 'any',
               numpy.logical_and: 'all', numpy.bitwise_and: 'bitwise_and', numpy.bitwise_or: 'bitwise_or',
               numpy.bitwise_xor: 'bitwise_xor'}
_FROM_EACH = *OF_ORDER, numpy.multiply  # of which NumPy may combine what each thread has

def reduced(x: Array, function: numpy.ufunc, axis: Any = None, dtype: Any = None, out: Array | None = None,
            keepdims: bool = False, initial: Any = None, where: Any = True, divisor: Any = None) -> Any:
    """All elements, or those along axes, combined by a ufunc of NumPy. All threads call. Elements where `where` is false have
    no part in it, and `initial` has one more. What comes of lines that are not empty is divided by the `divisor`.

    Returns
    -------
    number or Array
        Without axis a number, the same on every thread.
    """
    axes = _layouts.normal_axes(axis, x.ndim)
    must_fit(out, x, axes, keepdims)
    if dtype is not None or out is not None:
        dtype = of_out(function, x, dtype, out)
        dtype = None if dtype is None else numpy.dtype(dtype).newbyteorder('=')
    if where is not True:
        neutral = function.identity if function not in OF_ORDER or initial is None else initial
        if neutral is None:
            if function in OF_ORDER:
                raise ValueError(f'{function.__name__}.reduce: where, must come with initial, since it has no identity')
            raise Missing(f'{function.__name__}.reduce: where, must be of a function that has an identity')
        if numpy.broadcast_shapes(shape_of(as_operand(where)), x.shape) != x.shape:
            raise ValueError(f'where: {shape_of(as_operand(where))}, must be broadcast to the shape of {x!r}')
        if initial is not None and initial == initial and function(initial, neutral) != initial:  # hypot(-1, 0) is 1
            raise Missing(f'{function.__name__}.reduce: initial: {initial}, must not be changed by {neutral}, if there is where')
        kind = function.reduce(numpy.ones(1, x.dtype), dtype=dtype, **({} if initial is None else {'initial': initial})).dtype
        x = elementwise(numpy.where, where, x.astype(kind, copy=False), numpy.asarray(neutral).astype(kind))
    if function not in _OPERATIONS and _is_in_order(function):
        raise Missing(f'numpy.{function.__name__}.reduce has no distributed version: its result depends on the order of the elements')
    if initial is not None:
        return _with_initial(x, function, axis, dtype, out, keepdims, initial)
    if function in OF_ORDER and x.dtype.kind == 'c':
        raise Missing(f'{function.__name__} of {x!r}: complex numbers have no order')

    def combine(tile: numpy.ndarray, keepdims: bool = True, out: numpy.ndarray | None = None) -> numpy.ndarray:
        return reduced_tile(function, tile, axes, dtype, keepdims, out)
    result: Array | None
    if 0 in x.shape:
        result = _make.array(combine(numpy.empty(x.shape, x.dtype), keepdims))
        number = result._read_one((0,) * result.ndim) if result.size == 1 else None
    elif len(axes) == x.ndim:
        kind = _sample(x, combine, function, dtype, axes, True).dtype
        is_in_parts = function is numpy.multiply and kind.kind == 'f' and (isinstance(x, View) or math.prod(x.nblocks) > 1)
        with numpy.errstate(invalid='ignore') if is_in_parts else contextlib.nullcontext():
            number = _of_all(x, function, combine, kind)
        if is_in_parts and numpy.isnan(number):
            _tell_of_product(x)
        prepare_number(x, function, axes, dtype, number, divisor)
        number = number if divisor is None else numpy.true_divide(number, divisor)
        if out is None and not keepdims:
            return number
        result = _make.array(numpy.full((1,) * x.ndim if keepdims else (), number))
    else:
        number, result = None, _of_axes(whole(x), combine, function, dtype, axes, keepdims, divisor)
        if out is None and not keepdims:
            prepare_lines(x, function, axis, axes, dtype, result, divisor)
    if out is not None:
        return stored(result, out)
    return number if len(axes) == x.ndim and not keepdims else result


def _tell_of_product(x: Array) -> None:
    """What NumPy tells of a product that is NaN: its parts do not know whether 0 meets infinity, or a NaN does before."""
    line = numpy.ravel(x)
    is_nan = numpy.isnan(line)
    before: Any = line[:numpy.argmax(is_nan)] if numpy.any(is_nan) else line
    if numpy.any(before == 0) and numpy.any(numpy.isinf(before)):
        numpy.multiply.reduce(numpy.array([0, numpy.inf]))


def must_fit(out: Any, x: Array, axes: Sequence[int], keepdims: bool) -> None:
    """Raises if an array for a reduction has another shape."""
    if out is not None and out.shape != tuple(1 if dim in axes else extent for dim, extent in enumerate(x.shape) if keepdims or dim not in axes):
        raise ValueError(f'out: {out!r}, must have the shape of the reduction of {x!r} along {tuple(axes)}')


def _with_initial(x: Array, function: numpy.ufunc, axis: Any, dtype: Any, out: Any, keepdims: bool, initial: Any) -> Any:
    if x.size == 0:
        made = _make.array(function.reduce(numpy.empty(x.shape, x.dtype), axis=axis, dtype=dtype, keepdims=keepdims, initial=initial))
        made = made if made.ndim else made._read_one(())
    else:
        made = reduced(x, function, axis, dtype, None, keepdims)
        made = function(made, made.dtype.type(initial), dtype=None if made.dtype.kind == 'b' else made.dtype)
    return stored(made, out)


def _is_in_order(function: numpy.ufunc) -> bool:
    """Whether its result depends on the order of the elements, and `initial` is the first of them."""
    return function.identity is None and function not in OF_ORDER


def _of_all(x: Array, function: numpy.ufunc, combine: Callable, dtype: numpy.dtype) -> Any:
    """Of all elements. A thread without any has a value that changes nothing."""
    mine, tiles = numpy.empty(1, dtype), own_parts(x)
    if function in OF_ORDER:
        if x._is_of_memory or not tiles:
            with x.opened():
                mine[0] = x._read_one((0,) * x.ndim)
    elif not tiles:
        mine[0] = numpy.asarray(function.identity).astype(dtype)  # -1 of bitwise_and is all bits
    return _combined(tiles, function, lambda tile: combine(tile).reshape(1), mine)[0]


def _combined(tiles: Sequence[numpy.ndarray], function: numpy.ufunc, combine: Callable, mine: numpy.ndarray) -> numpy.ndarray:
    """What comes of the tiles of all threads. A thread without any gives what `mine` has."""
    # The minimum and maximum of real numbers are NumPy's functions, since these return NaN if a value is NaN, and products, of which it
    # warns. So are those of dates.
    kind = mine.dtype.kind
    named = function in _OPERATIONS and (kind in 'biu' or kind in 'fc' and function is numpy.add)

    def of_threads() -> None:
        nonlocal mine
        mine = over_threads(mine, _OPERATIONS[function]) if named else function.reduce(from_each(mine))
    with _agreement.together(of_threads):
        for number, tile in enumerate(tiles):
            made = combine(tile)
            mine = function(mine, made, dtype=mine.dtype if kind in 'iufc' else None) if number else made
    return mine


_samples: dict[tuple, Any] = {}  # what reductions give of one element


def _sample(x: Array, combine: Callable, function: numpy.ufunc, dtype: Any, axes: Sequence[int], keepdims: bool) -> Any:
    key = function, x.dtype, dtype, x.ndim, axes, keepdims
    if key not in _samples:
        _samples[key] = combine(numpy.ones((1,) * x.ndim, x.dtype), keepdims)
    return _samples[key]


def _of_axes(x: Array, combine: Callable, function: numpy.ufunc, dtype: Any, axes: Sequence[int], keepdims: bool,
             divisor: Any) -> Array:
    """Of lines along some axes: each thread's own ones at once, if none of them is cut."""
    sample = _sample(x, combine, function, dtype, axes, keepdims)
    layout = _layouts.of_whole_lines(x._layout, axes, keepdims, threads())
    if layout is None and function in _OPERATIONS and _layouts.are_few(x._layout, axes, FEW // sample.dtype.itemsize, function in _FROM_EACH, threads()):
        kept = _layouts.of_kept(x._layout, axes, True, threads())
        made = _combined(x._own_tiles(), function, combine, numpy.empty(kept.shape, sample.dtype))
        made = made if divisor is None else numpy.true_divide(made, divisor)
        result = Array._written(_layouts.of_kept(x._layout, axes, keepdims, threads()), made.dtype)
        made = made.reshape(result.shape)
        with _agreement.together():
            for place, tile in result._own_pieces():
                tile[...] = made[place]
        return result
    if layout is None:
        parts = of_tiles(x, combine, axes, sample.dtype)
        if divisor is None:
            return along(lambda tile: combine(tile, keepdims), parts, axes, not keepdims, sample)
        return along(lambda tile: numpy.true_divide(combine(tile, keepdims), divisor), parts, axes, not keepdims, numpy.true_divide(sample, divisor))
    result = Array._written(layout, sample.dtype)
    with _agreement.together():
        for to, tile in zip(result._own_tiles(), x._own_tiles()):
            combine(tile, keepdims, to)
            if divisor is not None:
                numpy.true_divide(to, divisor, out=to)
    return result


def sum_of_squares(x: Array, axis: Any, keepdims: bool) -> Any:
    """The sums of the absolute squares of real or complex numbers, the squares of some rows of a tile at a time."""
    axes = _layouts.normal_axes(axis, x.ndim)
    if len(axes) == x.ndim or x.size == 0:
        return reduced(elementwise(_squared, x), numpy.add, axis, keepdims=keepdims)
    dtype = numpy.zeros(1, x.dtype).real.dtype

    def combine(tile: numpy.ndarray) -> numpy.ndarray:
        made, memory = numpy.zeros([1 if dim in axes else extent for dim, extent in enumerate(tile.shape)], dtype), None
        for rows in rows_of(tile):
            some = tile[rows]
            memory = numpy.empty_like(some) if memory is None else memory
            squares = _squared(some) if tile.dtype.kind == 'c' else numpy.multiply(some, some, out=memory[:len(some)])
            made[... if 0 in axes else rows[:1]] += reduced_tile(numpy.add, squares, axes, dtype, True)
        return made
    return reduced(of_tiles(whole(x), combine, axes, dtype), numpy.add, axis, keepdims=keepdims)


def _squared(tile: numpy.ndarray) -> numpy.ndarray:
    return (tile.conj() * tile).real if tile.dtype.kind == 'c' else tile * tile


def of_tiles(x: Array, combine: Callable, axes: Sequence[int], dtype: numpy.dtype) -> Array:
    """Of each tile: an array with an element for each block along the axes, where the blocks have the same owners as in x."""
    own = x._own_tiles()
    return for_tiles(x, axes, dtype, lambda number, place, tiles: combine(own[number]))


def for_tiles(x: Array, axes: Sequence[int], dtype: numpy.dtype, values: Callable[..., Any]) -> Array:
    """The same, by what `computed` calls."""
    result = Array._written(_of_blocks(x._layout, tuple(axes)), dtype)
    computed([result], values)
    return result


@functools.lru_cache(maxsize=256)
def _of_blocks(of: _layouts.Layout, axes: tuple[int, ...]) -> _layouts.Layout:
    return _layouts.layout(tuple(of.nblocks[dim] if dim in axes else extent for dim, extent in enumerate(of.shape)),
                           tuple(1 if dim in axes else size for dim, size in enumerate(of.block)), of.grid)


def along(function: Callable[[numpy.ndarray], numpy.ndarray], x: Array, axes: Sequence[int], dropped: bool = False,
          sample: Any = None) -> Array:
    """A function of whole axes. All threads call. x is redistributed so that none of the axes is cut, and the function is
    called on each tile; threads that share memory read their lines instead. It may give another number of elements along these
    axes, or none of these axes (`dropped`). `sample` is what it gives for one line."""
    block = _layouts.spread(x.shape, threads(), axes)
    is_whole = x._lies_in(block)
    by_reading = not is_whole and all_are_near() and not x._is_of_memory
    whole = x if is_whole or by_reading else x.redistribute(block)
    if sample is None:
        with numpy.errstate(all='ignore'):  # it need not be a line of x
            sample = function(numpy.ones([extent if dim in axes else 1 for dim, extent in enumerate(x.shape)], x.dtype))
    kept = [dim for dim in range(x.ndim) if not (dropped and dim in axes)]
    shape = tuple(sample.shape[dim] if dim in axes else x.shape[dim] for dim in kept)
    result = Array._written(_layouts.layout(shape, tuple(max(1, sample.shape[dim]) if dim in axes else block[dim] for dim in kept), ()),
                            sample.dtype)
    own = [] if by_reading else whole._own_tiles()

    def lines(number: int, place: Sequence[slice]) -> numpy.ndarray:
        if own:
            return own[number]
        at = dict(zip(kept, place))
        return x._read([range(extent) if dim in axes else range(at[dim].start, at[dim].stop) for dim, extent in enumerate(x.shape)])
    computed([result], lambda number, place, tiles: function(lines(number, place)))
    return result
