# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's functions along an axis. All threads call."""
from __future__ import annotations

import math
from typing import Any

import numpy

from .._arrays._arrays import Array
from ._fallback import Missing
from ._tables import for_numpy
from .._arrays._views import whole
from .._base import _layouts
from .._base._start import checked, library, thread, threads
from .._base._values import combination
from .._calls import _calls
from .._calls._agreement import barrier, together
from .._calls._shared import FEW, disjoint, over_threads
from ._elementwise import broadcast_to, computed, like, of_out, part, stored, written
from ._indexing import joined, line, reshape
from ._moves import concatenate
from ._reductions import along, of_tiles
from ._sums import are_finite


_SIDE_BY_SIDE = 256  # elements


def _named(dtype: numpy.dtype) -> numpy.dtype | None:
    """The type, if a ufunc takes it by name: it does not take a unit of time."""
    return dtype if dtype.kind in 'biufc' else None


def _in_registers(function: Any, tile: numpy.ndarray, axis: int, made: numpy.ndarray) -> bool:
    """Sums along lines that each lie in one piece, of types whose sums the library keeps in registers."""
    return (function is numpy.add and tile.dtype == made.dtype and tile.dtype.isnative and tile.dtype in ('f8', 'f4', 'i8', 'i4', 'u8', 'u4')
            and axis == tile.ndim - 1 and tile.size > 0 and tile.flags.c_contiguous and made.flags.c_contiguous)


def _accumulate(function: Any, tile: numpy.ndarray, axis: int, made: numpy.ndarray) -> None:
    """As `function.accumulate`, which goes along one line after another, and reads each sum from memory before it writes the next
    one. The library keeps sums in registers, in a third of the time; where one is not finite, NumPy adds them again, and warns of what
    led to it. Where many lines lie side by side, to add them together takes a half to a fifth."""
    if _in_registers(function, tile, axis, made):
        count = tile.shape[axis]
        checked(library().running(made.ctypes.data, tile.ctypes.data, tile.size // count, count, *combination('sum', tile.dtype, False)[1][:2]))
        if are_finite(made[..., -1]):
            return
    if math.prod(tile.shape[axis + 1:]) < _SIDE_BY_SIDE or tile.dtype != made.dtype or tile.size == 0:
        function.accumulate(tile, axis=axis, dtype=_named(made.dtype), out=made)
        return
    lines, sums = numpy.moveaxis(tile, axis, 0), numpy.moveaxis(made, axis, 0)
    sums[0] = lines[0]
    for at in range(1, len(lines)):
        function(sums[at - 1], lines[at], out=sums[at])


def _scan(function: Any, x: Array, axis: Any, dtype: Any, out: Array | None, include_initial: bool = False) -> Any:
    """Each thread scans its tiles. Of the tiles' totals, which are few, the scan gives what is added to the tiles after."""
    if axis is None and x.ndim != 1:
        x = whole(reshape(x, -1))
    axis = _layouts.normal_axis(0 if axis is None else axis, x.ndim)
    dtype = numpy.dtype(of_out(function, x, dtype, out) or function.reduce(numpy.ones(1, x.dtype)).dtype)
    result, own, last = written(x, dtype), x._own_tiles(), (slice(None),) * axis + (slice(-1, None),)
    shape = [x.nblocks[axis] if dim == axis else extent for dim, extent in enumerate(x.shape)]
    is_cut, are_few = x.nblocks[axis] > 1 and x.size > 0, math.prod(shape) * dtype.itemsize <= FEW
    totals: Any = numpy.zeros(shape if is_cut and are_few else 0, dtype)

    def exchange() -> None:
        totals[...] = disjoint(totals)
    with together(exchange if is_cut and are_few else barrier):
        for number, (place, tile) in enumerate(result._own_pieces()):
            _accumulate(function, own[number], axis, tile)
            if is_cut and are_few:
                totals[_of_tile(result, axis, place)] = tile[last]
    if is_cut:
        def scan(tile: numpy.ndarray) -> numpy.ndarray:
            return function.accumulate(tile, axis=axis, dtype=_named(dtype))
        if not are_few:
            totals = of_tiles(result, lambda tile: tile[last], (axis,), dtype)
        _add_before(function, result, axis, scan(totals) if are_few else along(scan, totals, (axis,)))
    if include_initial:
        first = numpy.full([1 if dim == axis else extent for dim, extent in enumerate(x.shape)], function.identity, dtype)
        result = concatenate([first, result], axis)
    return stored(result, out)


def _of_tile(x: Array, axis: int, place: Any, before: int = 0) -> tuple[slice, ...]:
    """Where an array with one element for each tile along the axis has those of a tile, or of one that is some tiles before it."""
    block = place[axis].start // x.block[axis] - before
    return tuple(slice(block, block + 1) if dim == axis else one for dim, one in enumerate(place))


def _add_before(function: Any, result: Array, axis: int, totals: Any) -> None:
    """Adds to each tile what all tiles before it along the axis give."""
    def values(number: int, place: Any, tiles: Any) -> None:
        if place[axis].start > 0:
            function(part(totals, _of_tile(result, axis, place, 1)), tiles[0], dtype=_named(result.dtype), out=tiles[0])
    computed([result], values)


@for_numpy()
def cumsum(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None) -> Any:
    return _scan(numpy.add, x, axis, dtype, out)


@for_numpy()
def cumprod(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None) -> Any:
    return _scan(numpy.multiply, x, axis, dtype, out)


def _the_axis(x: Array, axis: int | None) -> int | None:
    """The axis of functions that do not take several dimensions as one."""
    if axis is None and x.ndim > 1:
        raise ValueError(f'axis: None, must be one of the {x.ndim} dimensions of {x!r}')
    return axis


@for_numpy()
def cumulative_sum(x: Array, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: bool = False) -> Any:
    return _scan(numpy.add, x, _the_axis(x, axis), dtype, out, include_initial)


@for_numpy()
def cumulative_prod(x: Array, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: bool = False) -> Any:
    return _scan(numpy.multiply, x, _the_axis(x, axis), dtype, out, include_initial)


def _sorting(function: Any, x: Array, axis: int | None, kind: str | None) -> Array:
    if axis is None:
        x, axis = reshape(x, -1), 0
    axis = _layouts.normal_axis(axis, x.ndim)
    if x.ndim == 1 and x.nblocks[0] > 1 and threads() > 1:
        return _sorted_line(x)[function is numpy.argsort]
    return along(lambda tile: function(tile, axis=axis, kind=kind), x, (axis,))


def _sorted_line(x: Array) -> tuple[Array, Array]:
    """The elements of an array of one dimension in order, and where they were. All threads sort.

    Sample sort (Frazer and McKellar, 1970): each thread sorts its part, and samples of all parts divide the values into as
    many ranges as there are threads. Each thread then collects and sorts one range. The order is stable.
    """
    x = line(x)
    parts, count, me = [(tile, place[0].start) for (at, tile) in x.local for place in [x._extent_of(at)]], threads(), thread()
    tile, start = parts[0] if parts else (numpy.empty(0, x.dtype), 0)
    order = numpy.argsort(tile, kind='stable')
    values = tile[order]
    samples = numpy.sort(joined(values[numpy.arange(count) * len(values) // count] if len(values) else values)._whole())
    bounds = numpy.searchsorted(values, samples[numpy.arange(1, count) * len(samples) // count], 'left')
    cuts = [0, *bounds, len(values)]
    sizes = numpy.zeros((count, count), 'i8')  # of each range, from each thread
    sizes[:, me] = numpy.diff(cuts)
    sizes = over_threads(sizes, 'sum')
    starts = (numpy.cumsum(sizes) - sizes.ravel()).reshape(count, count)
    mine = range(int(starts[me, 0]), int(starts[me, 0] + sizes[me].sum()))
    made = like(x, x.dtype), like(x, numpy.intp)
    for result, some in zip(made, (values, order + start)):
        for one in range(count):
            piece, at = some[cuts[one]:cuts[one + 1]], int(starts[one, me])
            result._write([range(at, at + len(piece))], piece)
    _calls.barrier()
    values, order = (one._read([mine]) for one in made)
    again = numpy.argsort(values, kind='stable')
    _calls.barrier()
    for result, some in zip(made, (values, order)):
        result._write([mine], some[again])
    _calls.barrier()
    return made


@for_numpy()
def sort(x: Array, axis: int | None = -1, kind: str | None = None, order: Any = None, *, stable: bool | None = None) -> Array:
    _must_be_whole(order)
    return _sorting(numpy.sort, x, axis, _kind(kind, stable))


@for_numpy()
def argsort(x: Array, axis: int | None = -1, kind: str | None = None, order: Any = None, *, stable: bool | None = None) -> Array:
    _must_be_whole(order)
    return _sorting(numpy.argsort, x, axis, _kind(kind, stable))


def _must_be_whole(order: Any) -> None:
    if order is not None:
        raise Missing('numpy.sort has no distributed version with order')


def _kind(kind: str | None, stable: bool | None) -> str | None:
    """How to sort, by the two arguments that say so."""
    if kind is not None and stable is not None:
        raise ValueError('kind and stable: must not both be given')
    return 'stable' if stable else kind


@for_numpy(views=True)
def diff(x: Array, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Array:
    axis = _layouts.normal_axis(axis, x.ndim)
    if n < 0:
        raise ValueError(f'n: {n}, must not be negative')
    ends = [broadcast_to(one, [1 if dim == axis else extent for dim, extent in enumerate(x.shape)]) if numpy.ndim(one) == 0 else one
            for one in (prepend, x, append) if one is not None]
    x = concatenate(ends, axis) if len(ends) > 1 else x
    subtract = numpy.not_equal if x.dtype.kind == 'b' else numpy.subtract
    for _ in range(n):
        x = subtract(x[(slice(None),) * axis + (slice(1, None),)], x[(slice(None),) * axis + (slice(None, -1),)])
    return x
