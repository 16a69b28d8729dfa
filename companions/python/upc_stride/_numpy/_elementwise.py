# SPDX-License-Identifier: BSD-3-Clause
"""Operations whose result has, at each place, a function of the operands' elements there. Each thread computes its tiles of
the result. An operand of the same layout is its own tiles. Of others a thread takes the elements that its tiles need from the
blocks of the operand: without a copy if it shares their memory. So ``A[1:] - A[:-1]`` copies nothing."""
from __future__ import annotations

import functools
import itertools
import math
from typing import Any, Callable, Iterator, Sequence

import numpy

from .._arrays import _make
from .._arrays._arrays import Array
from .._arrays._views import View, apart_from, assign, broadcasted, joint_cuts, pieces, readable, seen
from .._base import _layouts
from .._base._start import threads
from .._calls import _agreement, _calls
from .._calls._shared import all_are_near
from ._alike import BY_VALUE, is_of_type, note
from ._fallback import Missing

Place = tuple  # a slice for each dimension


def spread(shape: Sequence[int], dtype: Any, zeroed: bool = True) -> Array:
    """An array for a result that takes its layout from no operand."""
    return Array._written(_layouts.spread_out(tuple(shape), threads()), numpy.dtype(dtype), zeroed)


def like(array: Array, dtype: Any) -> Array:
    return Array(array.shape, array.block, array.grid, dtype)


def written(model: Array, dtype: Any) -> Array:
    """The same for a result whose elements are all written."""
    layout = _layouts.layout(model.shape, model.block, model.grid) if isinstance(model, View) else model._layout
    return Array._written(layout, numpy.dtype(dtype))


def same_layout(one: Array, other: Array) -> bool:
    return one is other or type(one) is type(other) is Array and one._layout.of_array == other._layout.of_array


def own_parts(x: Array) -> list[numpy.ndarray]:
    """The caller's own elements, in parts that each lie in one block."""
    return x._own_tiles() if type(x) is Array else [tile for _, tile in x._own_pieces()]


def is_scalar(value: Any) -> bool:
    return isinstance(value, (bool, int, float, complex, numpy.generic))


def shape_of(operand: Any) -> tuple[int, ...]:
    return () if is_scalar(operand) else operand.shape


def part(operand: Array | numpy.ndarray, place: Place) -> numpy.ndarray:
    """The elements of an operand that a place of the result needs, if the operand is broadcast to the result's shape."""
    own = tuple(slice(0, 1) if extent == 1 else one
                for extent, one in zip(operand.shape, place[len(place) - len(operand.shape):]))
    if isinstance(operand, Array):
        return operand._read([range(one.start, one.stop) for one in own])
    return operand[own]


Reader = Callable[[int, Place, tuple], Any]  # of the tile of a number, a place, and where this is in the tile


def _reader(operand: Any, result: Array) -> Reader:
    """What gives the operand's elements for a part of a tile of the result."""
    if is_scalar(operand):
        return lambda number, place, inside: operand
    if isinstance(operand, View):
        return lambda number, place, inside: operand._part(place, full=False)
    if not isinstance(operand, Array):
        return lambda number, place, inside: part(operand, place)
    tiles = operand._own_tiles()
    return lambda number, place, inside: tiles[number][inside]


def _as_read(operand: Any, result: Array, out: Sequence[Any]) -> Any:
    """The operand in the layout of the result, or as a view of the result's shape. All threads call."""
    if not isinstance(operand, Array):
        return operand
    if same_layout(operand, result):
        return apart_from(operand, out)
    operand = apart_from(readable(operand), out)
    if operand.shape == result.shape and not isinstance(operand, View) and not isinstance(result, View) and not all_are_near():
        return operand.redistribute(result.block, result.grid)  # in messages, which each hold many pieces
    return seen(operand) if operand.shape == result.shape else broadcasted(operand, result.shape)


def as_operand(value: Any) -> Any:
    return value if isinstance(value, (Array, numpy.ndarray)) or is_scalar(value) else numpy.asarray(value)


_types: dict[tuple, list[numpy.dtype]] = {}  # of the results of ufuncs, by the types of the operands


def types_of(function: Callable, operands: Sequence[Any], options: dict) -> list[numpy.dtype]:
    """The types of the results: what the function makes of one element of each type."""
    if not (isinstance(function, numpy.ufunc) or function is numpy.where) or options:
        return _tried(function, operands, options)
    key: Any = [function]
    for one in operands:
        is_number = type(one) is not Array and is_scalar(one)
        if not is_of_type(one) if is_number else one.size == 0:  # then no element raises for a number that its type has not
            return _tried(function, operands, options)
        key.append(getattr(one, 'dtype', None) or type(one))
    key = tuple(key)
    types = _types.get(key)
    if types is None:
        types = _types[key] = _tried(function, operands, options)
    return types


def _tried(function: Callable, operands: Sequence[Any], options: dict) -> list[numpy.dtype]:
    shape = 1 if BY_VALUE or any(shape_of(one) for one in operands) else ()  # of which NumPy makes numbers, in this machine's order of bytes
    ones = [one if is_scalar(one) else numpy.ones(shape, one.dtype) for one in operands]
    with numpy.errstate(all='ignore'):
        made = function(*ones, **options)
    return [getattr(one, 'dtype', numpy.dtype(object)) for one in (made if isinstance(made, tuple) else (made,))]


def _at_least_1d(tile: Any) -> Any:
    """NumPy before version 2 does not count the type of an array without dimensions."""
    return tile.reshape(1) if isinstance(tile, numpy.ndarray) and tile.ndim == 0 else tile


def computed(results: Sequence[Array], values: Callable[[int, Place, Sequence[numpy.ndarray]], Any]) -> None:
    """Has each tile of arrays of one layout filled in, given its number, place and memory. What is returned is assigned."""
    with _agreement.together():
        own = [list(one._own_pieces()) for one in results]
        for number, (place, _) in enumerate(own[0]):
            tiles = [_at_least_1d(tiles[number][1]) for tiles in own]
            made = values(number, place, tiles)
            if made is not None:
                for tile, one in zip(tiles, made if isinstance(made, tuple) else (made,)):
                    tile[...] = one


_broadcast = functools.lru_cache(maxsize=256)(numpy.broadcast_shapes)


def elementwise(function: Callable, *operands: Any, out: Sequence[Array | None] = (), where: Any = True, **options: Any) -> Any:
    """A function of NumPy that works element by element, on operands that are broadcast to one shape. All threads call.

    Parameters
    ----------
    function : callable
    *operands : Array, number or array_like
        What is no `Array` is the same on all threads.
    out : sequence of Array, optional
        Arrays for the results. If the function is a ufunc, it writes into their tiles.
    where : Array or array_like of bool
        A ufunc computes only the elements where this is true.

    Returns
    -------
    Array or tuple of Array
        In the layout of the first array of the result's shape.
    """
    if len(out) <= 1 and not options and where is True:
        made = _of_one_layout(function, operands, out[0] if out else None)
        if made is not None:
            return made
    operands = tuple(as_operand(one) for one in operands)
    masks = () if where is True else (_mask(where),)
    shapes = [shape_of(one) for one in (*operands, *masks)]
    if isinstance(function, numpy.ufunc):  # operands are broadcast to the shape of `out` too
        shapes += [one.shape for one in out if isinstance(one, Array)]
    shape = shapes[0] if len(set(shapes)) == 1 else _broadcast(*shapes)
    types = types_of(function, operands, options)
    _must_take(out, shape, types, options.get('casting', 'same_kind'))
    if not _are_of_one_layout(out):
        return _in_one_layout(function, operands, out, where, options)
    results = _results([*out] or [None] * len(types), shape, types, operands)
    operands = tuple(_as_read(one, results[0], out) for one in (*operands, *masks))
    if any(one is not None for one in out):
        _calls.barrier()
    views = [one for one in operands if isinstance(one, View) and not _is_small(one)]
    readers = [_reader(one, results[0]) for one in operands]

    def values(number: int, place: Place, tiles: Sequence[numpy.ndarray]) -> Any:
        cuts = joint_cuts(views, place) if views else None
        whole = pieces(place, cuts) if cuts is not None and any(cuts) else [place]
        for some in whole if isinstance(function, numpy.ufunc) else itertools.chain.from_iterable(map(_rows, whole)):
            inside = tuple(slice(one.start - at.start, one.stop - at.start) for one, at in zip(some, place)) + (...,)
            parts = [_at_least_1d(read(number, some, inside)) for read in readers]
            own = tuple(tile[inside] for tile in tiles)
            if masks:
                *parts, mask = parts
                function(*parts, out=own, where=mask, **options)
            elif isinstance(function, numpy.ufunc):
                function(*parts, out=own, **options)
            else:
                made = function(*parts, **options)
                for tile, one in zip(own, made if isinstance(made, tuple) else (made,)):
                    tile[...] = one
    buffer = numpy.setbufsize(_BUFFER) if views else 0
    try:
        computed(results, values)
    finally:
        if views:
            numpy.setbufsize(buffer)
    return results[0] if len(results) == 1 else tuple(results)


def _is_small(view: View) -> bool:
    """Whether it repeats elements so often that a thread copies those that it needs, in place of working on pieces that each lie in
    one block."""
    return 8 * math.prod(len(indices) for dim, indices in view._dims if dim is not None) <= view.size


_BUFFER = 1 << 10  # elements. Into larger buffers NumPy 2.3 and later copy rows that they could add in place, which takes twice as long
_AT_ONCE = 1 << 15  # elements, whose temporary results a cache holds
_TAKES_OUT: tuple[Any, ...] = (numpy.clip,)  # what makes no temporary arrays


def _rows(place: Place) -> Iterator[Place]:
    """The place in parts of some rows, for a function that makes temporary arrays."""
    if not place:
        yield place
        return
    first, *rest = place
    step = max(1, _AT_ONCE // max(1, math.prod(one.stop - one.start for one in rest)))
    for start in range(first.start, first.stop, step):
        yield slice(start, min(start + step, first.stop)), *rest


def rows_of(tile: numpy.ndarray) -> Iterator[Place]:
    """The same of a whole tile."""
    return _rows(tuple(slice(0, extent) for extent in tile.shape))


def _of_one_layout(function: Callable, operands: Sequence[Any], out: Any) -> Array | None:
    """The most frequent case, arrays of one layout and numbers, in few steps: after an operation that has filled the caches, each
    step of Python is slow. None: it is another case."""
    layout = None
    for one in operands if out is None else (out, *operands):
        if type(one) is Array:
            layout = layout or one._layout
            if one._layout is not layout:
                return None
        elif not is_scalar(one):
            return None
    if layout is None or not layout.shape:
        return None
    if not isinstance(function, numpy.ufunc) and not any(type(one) is Array for one in operands):
        return None  # only ufuncs broadcast to `out`
    types = types_of(function, operands, {})
    if len(types) > 1:
        return None
    if out is not None:
        _must_take([out], layout.shape, types)
    result = Array._written(layout, types[0]) if out is None else out
    with _agreement.together():
        all_parts = [one._own_tiles() if type(one) is Array else itertools.repeat(one) for one in operands]
        for to, *parts in zip(result._own_tiles(), *all_parts):
            if isinstance(function, numpy.ufunc) or function in _TAKES_OUT:
                function(*parts, out=to)
                continue
            for rows in rows_of(to):
                to[rows] = function(*(one[rows] if isinstance(one, numpy.ndarray) else one for one in parts))
    if out is None:
        note(function, operands, result)
    return result


def _mask(where: Any) -> Any:
    where = as_operand(where)
    dtype = numpy.asarray(where).dtype if is_scalar(where) else where.dtype
    if dtype.kind != 'b':
        raise TypeError(f'where: of {dtype}, must be of truth values')
    return where


def _must_take(out: Sequence[Any], shape: tuple[int, ...], types: Sequence[numpy.dtype], casting: Any = 'same_kind') -> None:
    """Raises if an array for a result cannot have it."""
    for one, dtype in zip(out, types):
        if one is None:
            continue
        if not isinstance(one, Array):
            raise Missing(f'out: of type {type(one).__name__}, must be an upc_stride.Array')
        if one.shape != shape:
            raise ValueError(f'out: {one!r}, must be of shape {shape}')
        if not numpy.can_cast(dtype, one.dtype, casting):
            raise TypeError(f'out: of {one.dtype}, must take values of {dtype}')
        one._must_be_writable()


def _are_of_one_layout(out: Sequence[Array | None]) -> bool:
    given = [one for one in out if one is not None]
    return len(out) < 2 or all(not isinstance(one, View) and same_layout(one, given[0]) for one in given)


def _in_one_layout(function: Callable, operands: Sequence[Any], out: Sequence[Array | None], where: Any, options: dict) -> tuple:
    """Several results in arrays that lie differently: they are computed in arrays of one layout, and copied."""
    own = [None if one is None else spread(one.shape, one.dtype, zeroed=False) for one in out]
    for one, given in zip(own, out):
        if one is not None and where is not True:
            assign(one, given)
    made = elementwise(function, *operands, out=own, where=where, **options)
    for one, value in zip(out, made):
        if one is not None:
            assign(one, value)
    return tuple(value if one is None else one for one, value in zip(out, made))


def _results(out: list, shape: tuple[int, ...], types: Sequence[numpy.dtype], operands: Sequence[Any]) -> list[Array]:
    """Those that are given, and new ones in their layout."""
    model = next((one for one in (*out, *operands) if isinstance(one, Array) and one.shape == shape), None)
    made = []
    for one, dtype in zip(out, types):
        if one is None:
            one = spread(shape, dtype, zeroed=False) if model is None else written(model, dtype)
        made.append(one)
    return made


def of_type(value: Any, dtype: numpy.dtype, out: Array | None) -> Any:
    """A result with the type that it must have, in `out` if that is given."""
    if out is not None:
        return elementwise(lambda one: numpy.asarray(one).astype(dtype), value, out=(out,))
    return value if value.dtype == dtype else value.astype(dtype)


def stored(made: Any, out: Any = None) -> Any:
    """What comes of an operation, in `out` if that is given. Only a ufunc that is called writes numbers as a text."""
    if out is None:
        return made
    types = [(one if hasattr(one, 'dtype') else numpy.asarray(one)).dtype for one in (made, out)]
    if types[0].kind != types[1].kind and types[1].kind in 'SU':
        raise TypeError(f'out: of {types[1]}, must take values of {types[0]}')
    return elementwise(lambda one: one, made, out=(out,))


def of_out(function: numpy.ufunc, x: Array, dtype: Any, out: Any) -> Any:
    """The type in which a ufunc combines elements of x. The type of `out` counts, if the program names none."""
    if dtype is not None or out is None or not {x.dtype.kind, out.dtype.kind} <= set('biufc'):
        return dtype
    return None if function.reduce(numpy.ones(1, x.dtype)).dtype.kind == 'b' else numpy.result_type(x.dtype, out.dtype)


def of_places(shape: Sequence[int], dtype: Any, values: Callable[..., Any], block: Sequence[int] | None = None, grid: Sequence[int] = ()) -> Array:
    """An array whose tiles are computed from the numbers of their elements along each dimension. All threads call."""
    made = Array(shape, _layouts.spread(shape, threads()) if block is None else block, grid, dtype, zeroed=False)
    computed([made], lambda number, place, tiles: values(*(numpy.arange(one.start, one.stop) for one in place)))
    return made


def broadcast_to(x: Any, shape: Sequence[int]) -> Array:
    """A view of x in a shape that it is broadcast to, as `numpy.broadcast_to`. It is read-only."""
    x, shape = as_operand(x), _layouts.extents(shape)
    x = _make.distributed(x)
    if numpy.broadcast_shapes(x.shape, shape) != shape:
        raise ValueError(f'shape: {shape}, cannot be broadcast to from {x.shape}')
    return broadcasted(x, shape)
