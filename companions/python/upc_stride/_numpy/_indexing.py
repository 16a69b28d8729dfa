# SPDX-License-Identifier: BSD-3-Clause
"""A[...] for reading and assigning. Slices and new axes give views, which move nothing; elements that arrays of integers and
masks pick are moved by `fetch` and `update`."""
from __future__ import annotations

import math
import operator
from typing import Any, Callable, Sequence
import zlib

import numpy

from .._arrays._arrays import Array
from .._arrays._basic_keys import basic_entries, is_integer, must_have_one_ellipsis
from .._arrays._make import array as make_array
from .._arrays._views import View, apart_from, assign, component_of, of_dims, picked_by, readable, same_elements, seen, whole
from .._base import _layouts
from .._base._start import current, thread, threads
from .._base._values import assigned, element
from .._calls import _agreement, _calls
from .._calls._agreement import collective
from .._calls._at_once import at_once, begin
from .._calls._scattered import fetched, updated
from .._calls._sections import interval
from .._calls._shared import all_are_near, over_threads
from ._elementwise import Place, as_operand, elementwise, is_scalar, own_parts, part, same_layout, shape_of, spread


def _entries(x: Array, key: Any) -> list:
    """The key with an integer, a slice, None or an array of integers for each dimension. An Ellipsis of no dimensions stays: it parts arrays."""
    entries = [_entry(one) for one in (key if isinstance(key, tuple) else (key,))]
    dims = [0 if one is None or one is Ellipsis else one.ndim if _is_mask(one) else 1 for one in entries]
    must_have_one_ellipsis(entries)
    if sum(dims) > x.ndim:
        raise IndexError(f'{sum(dims)} indices of an array with {x.ndim} dimensions')
    at = next((at for at, one in enumerate(entries) if one is Ellipsis), len(entries))
    rest = x.ndim - sum(dims)
    entries[at:at + 1] = [slice(None)] * rest or entries[at:at + 1]
    dims[at:at + 1] = [1] * rest or dims[at:at + 1]
    full, dim = [], 0
    for one, count in zip(entries, dims):
        full += _places_of(one, x.shape[dim:dim + count], dim) if _is_mask(one) else [one]
        dim += count
    return full


def _entry(one: Any) -> Any:
    """One index of a key: an integer, a slice, None, Ellipsis, or an array of integers or truth values."""
    if one is None or one is Ellipsis or isinstance(one, slice):
        return one
    if is_integer(one):
        return operator.index(one)
    index = numpy.asarray(one) if is_scalar(one) else as_operand(one)
    if index.dtype.kind in 'biu':
        return index
    if index.size or isinstance(one, (Array, numpy.ndarray)):
        raise IndexError(f'an index of {index.dtype}, must be integers, truth values or slices')
    return numpy.zeros(index.shape, 'i8')


def _is_mask(one: Any) -> bool:
    return isinstance(one, (Array, numpy.ndarray)) and one.dtype.kind == 'b'


class _Flag:
    """A mask without dimensions in a key. It is an array of one index or none, and of no dimension of the array."""

    def __init__(self, is_true: bool):
        self.shape = int(is_true),


def _places_of(mask: Any, extents: Sequence[int], dim: int) -> list:
    """The places where a mask of some dimensions is true, an array of integers for each of them."""
    if mask.ndim == 0:
        return [_Flag(bool(mask))]
    for at, (own, extent) in enumerate(zip(mask.shape, extents)):
        if own != extent:
            raise IndexError(f'a mask with {own} elements, must have the {extent} of dimension {dim + at}')
    return list(nonzero(mask) if isinstance(mask, Array) else numpy.nonzero(mask))


def as_one(x: Any) -> numpy.ndarray:
    """An array of NumPy of the same shape, with the element of an array that has one. So NumPy says what becomes of such an array as a
    number, and what it raises for others. All threads call."""
    return numpy.broadcast_to(numpy.asarray(x.item() if x.size == 1 else 0, x.dtype), x.shape)


def _names_fields(x: Array, key: Any) -> bool:
    """Whether the key is the name of a field, or a list of names."""
    return x.dtype.names is not None and (isinstance(key, str) or type(key) is list and len(key) > 0 and all(isinstance(one, str) for one in key))


def getitem(x: Array, key: Any) -> Any:
    """One element, the same on all threads; a view; or what arrays of integers and masks pick, a new array."""
    if _names_fields(x, key):
        return component_of(x, key)
    if type(key) is list or type(key) is numpy.ndarray:
        made = rows_at_once(x, key)
        if made is not None:
            return made
    entries = basic_entries(x, key)
    if entries is None:
        return _picked(x, key)
    if _is_element(x, key):
        return _element(x, entries)
    view = picked_by(x, entries)
    if type(key) is slice:
        return view
    has_arrays = any(isinstance(one, (Array, numpy.ndarray)) for one in (key if isinstance(key, tuple) else (key,)))
    return view.copy() if has_arrays else view  # as in NumPy, also of arrays that stand for one integer


@collective
def _picked(x: Array, key: Any) -> Array:
    if _is_flag(key):
        return x[None].copy() if key else Array((0, *x.shape), (1, *x.block), (), x.dtype)
    x, key = whole(x), whole(key)
    if _is_mask_of(x, key):
        return compressed(x, key)
    index = _index_of_rows(x, key)
    if index is not None:
        return _rows(x, readable(index) if isinstance(index, Array) else index)
    pick = _Pick(x, [readable(one) if isinstance(one, Array) else one for one in _entries(x, key)])
    return picked(x, pick.shape, pick.indices)


def setitem(x: Array, key: Any, value: Any) -> None:
    """All threads assign, with the same value; it happens once."""
    if _names_fields(x, key):
        x, key = getitem(x, key), Ellipsis
    entries = basic_entries(x, key)
    if entries is None:
        _set(x, key, value)
    elif _is_element(x, key):
        _set_element(x, entries, value)
    else:
        view = picked_by(x, entries)
        view._must_be_writable()
        if not (isinstance(value, View) and same_elements(view, value)):  # A[2:5] += 1 assigns what it has changed already
            _set_view(view, value)


def _given(value: Any, dtype: numpy.dtype) -> Any:
    """What is assigned. As in NumPy, arrays are cast where elements take their values, all else at once."""
    return value if isinstance(value, (Array, numpy.ndarray)) else assigned(value, dtype)


def _warn_of_type(value: Any, dtype: numpy.dtype) -> None:
    """As where there are elements: of types, such as complex numbers that become real, NumPy warns without any."""
    numpy.empty(0, value.dtype).astype(dtype)


@collective
def _set_view(view: View, value: Any) -> None:
    given = _given(value, view.dtype)
    if view.size == 0:
        _warn_of_type(given, view.dtype)
    assign(view, _fitting(given, view.shape))


@collective
def _set(x: Array, key: Any, value: Any) -> None:
    x._must_be_writable()
    value, key = whole(_given(value, x.dtype)), whole(key)
    if (_is_flag(key) and x.ndim == 0 or _is_mask_of(x, key)) and value.ndim > 1:
        raise TypeError(f'values of shape {value.shape} for the elements of a mask, must have one dimension or none')
    if _is_flag(key):
        if key:
            assign(x, _fitting(value, x.shape))
        else:
            _fitting(value, (0, *x.shape))
            if x.ndim:
                _warn_of_type(value, x.dtype)
        return
    if _is_mask_of(x, key) and value.shape == ():
        _set_masked(x, readable(apart_from(key, [x])) if isinstance(key, Array) else key, numpy.asarray(value._read_one(())) if isinstance(value, Array) else value)
        return
    own = whole(x)
    pick = _Pick(own, [readable(one) if isinstance(one, Array) else one for one in _entries(own, key)])
    if not _is_mask_of(x, key):  # of which NumPy says nothing if it is true nowhere
        _warn_of_type(value, x.dtype)
    _scattered(own, pick, value)
    if own is not x:
        assign(x, own)


def _set_masked(x: Array, mask: Any, value: numpy.ndarray) -> None:
    """Gives the elements where the mask is true one value, of which NumPy warns only if there are such elements."""
    own = own_parts(mask) if isinstance(mask, Array) and same_layout(x, mask) else None
    with _agreement.together():
        for number, (place, tile) in enumerate(x._own_pieces()):
            tile[part(mask, place) if own is None else own[number]] = value


# ---- one element ----

def _is_element(x: Array, key: Any) -> bool:
    key = key if isinstance(key, tuple) else (key,)
    return len(key) == x.ndim and all(is_integer(one) for one in key)


def _place_of(x: Array, index: Sequence[int], value: Any = Ellipsis) -> tuple[list[int], Any]:
    """Where the element is, and the value for it. If threads name different ones, or one names none, all raise: of a view it is compared
    which element of its base this is."""
    failure, value_of, given = None, b'', value
    try:
        place = [interval(one, extent)[1][0] for one, extent in zip(index, x.shape)]
        if value is not Ellipsis:
            value = element(value, x.dtype)
            value_of = value.tobytes()
    except Exception as error:
        failure, place = error, []
    if not _agreement.in_operation():
        base, at, field = (x.base, x.base_index(place), x._field) if isinstance(x, View) else (x, place, None)
        named = base._number, base.shape, at, field, type(failure)

        def told() -> str:
            inside = f'[{", ".join(map(str, index if failure else at))}]' + (f'[{field!r}]' if field else '')
            return f'{inside}{"" if given is Ellipsis else f" = {given}"} of {(x if failure else base)._told()}'
        _agreement.agree(zlib.crc32(value_of, zlib.crc32(repr(named).encode())), told)
    if failure is not None:
        raise failure
    return place, value


def _element(x: Array, index: Sequence[int]) -> Any:
    """All threads get the value."""
    _ = x._handle
    place, _ = _place_of(x, index)
    with x.opened():
        value = x._read_one(place)
    if not _agreement.in_operation():
        _calls.barrier()
    return value


def _set_element(x: Array, index: Sequence[int], value: Any) -> None:
    """All threads name the value, and the element's owner assigns it."""
    x._must_be_writable()
    _ = x._handle
    place, value = _place_of(x, index, as_one(value) if isinstance(value, Array) else value)
    base, at = seen(x).base, seen(x).base_index(place)
    if base._is_of_memory or seen(x)._field is not None:
        for _, tile in picked_by(x, place)._own_pieces():
            tile[...] = value[0]
    elif base.owner(*(one // size for one, size in zip(at, base.block))) == thread():
        base._write_one(at, value[0])
    _calls.barrier()


def _is_flag(key: Any) -> bool:
    """A mask without dimensions, which picks the whole array or nothing."""
    return isinstance(key, (bool, numpy.bool_)) or isinstance(key, (Array, numpy.ndarray)) and key.dtype == bool and key.ndim == 0


def _is_mask_of(x: Array, key: Any) -> bool:
    return isinstance(key, (Array, numpy.ndarray)) and key.dtype == bool and key.shape == x.shape and x.ndim > 0


# ---- values ----

def _fitting(value: Any, shape: tuple[int, ...]) -> Any:
    """The value for elements of that shape. As in NumPy, it may have further dimensions of one element before theirs."""
    has = shape_of(value)
    more = len(has) - len(shape)
    if more > 0 and set(has[:more]) == {1}:
        value, has = reshape(value, has[more:]), has[more:]
    if numpy.broadcast_shapes(has, shape) != shape:
        raise ValueError(f'values of shape {has}, cannot be broadcast to {shape}')
    return value


# ---- arrays of integers ----

def own_place(shape: Sequence[int]) -> Place | None:
    """The caller's block of an array that `spread` makes. It has at most one."""
    block = _layouts.spread(shape, threads())
    nblocks = [-(-extent // size) for extent, size in zip(shape, block)]
    if thread() >= math.prod(nblocks):
        return None
    index = numpy.unravel_index(thread(), nblocks) if nblocks else ()
    return tuple(slice(int(at) * size, min(extent, (int(at) + 1) * size))
                 for at, size, extent in zip(index, block, shape))


def _in_range(index: numpy.ndarray, extent: int) -> numpy.ndarray:
    wrong = index[(index < -extent) | (index >= extent)]
    if wrong.size:
        raise IndexError(f'{wrong[0]}, must be in {-extent}..{extent - 1}')
    return index.astype('i8')


class _Pick:
    """What a key with arrays of integers picks: the shape of the result, and for a place in it the elements' numbers.

    As in NumPy, integers count as such arrays. The dimensions of the arrays replace theirs if they are neighbours, and else
    come first.
    """

    def __init__(self, x: Array, entries: Sequence[Any]):
        arrays = [at for at, one in enumerate(entries) if one is not None and one is not Ellipsis and not isinstance(one, slice)]
        try:
            inner = numpy.broadcast_shapes(*(getattr(entries[at], 'shape', ()) for at in arrays))
        except ValueError as error:
            raise IndexError(f'arrays of indices: {error}') from None
        are_together = arrays and arrays == list(range(arrays[0], arrays[-1] + 1))
        first = sum(one is not Ellipsis for one in entries[:arrays[0]]) if are_together else 0
        self._extents = x.shape
        self._picks: list[tuple[Any, Any]] = []   # for each dimension of x: an array, or a range and its dimension in the result
        outer: list[int] = []
        dim = 0
        for at, one in enumerate(entries):
            if one is Ellipsis:
                continue
            if at not in arrays:
                where = len(outer) + (len(inner) if len(outer) >= first else 0)
                indices = range(1) if one is None else interval(one, x.shape[dim])[1]
                outer.append(len(indices))
                if one is not None:
                    self._picks.append((indices, where))
            elif not isinstance(one, _Flag):
                self._picks.append((numpy.asarray(one) if isinstance(one, int) else one, None))
            dim += one is not None and not isinstance(one, _Flag)
        self.shape = (*outer[:first], *inner, *outer[first:])
        self._inner = slice(first, first + len(inner))
        if 0 in self.shape:  # no thread looks at the indices for an element of the result
            self._check()

    def _check(self) -> None:
        for extent, (one, dim) in zip(self._extents, self._picks):
            if dim is None:
                _in_range_on_all(one, extent)

    def indices(self, place: Place) -> numpy.ndarray:
        """The numbers of the elements, counted row by row. Each thread calls for its own place."""
        flat: Any = 0
        for extent, (one, dim) in zip(self._extents, self._picks):
            at = dim
            if dim is None:
                own = place[self._inner]
                index = _in_range(part(one, own), extent)
                index = numpy.where(index < 0, index + extent, index)
                at = self._inner.stop - 1
            else:
                index = one.start + one.step * numpy.arange(place[dim].start, place[dim].stop)
            flat = flat * extent + index.reshape(index.shape + (1,) * (len(place) - 1 - at))
        return numpy.broadcast_to(flat, [one.stop - one.start for one in place])


def _own_indices(shape: Sequence[int], indices: Callable[[Place], numpy.ndarray]) -> tuple[Place | None, numpy.ndarray]:
    place, own = own_place(shape), numpy.empty(0, 'i8')
    with _agreement.together():
        if place is not None and 0 not in shape:
            own = indices(place)
    return place, own


def picked(x: Array, shape: Sequence[int], indices: Callable[[Place], numpy.ndarray]) -> Array:
    """An array of elements of x. All threads call. `indices` gives for a place of the result the numbers of the elements."""
    result = spread(shape, x.dtype, zeroed=False)
    _, own = _own_indices(shape, indices)
    values = fetched(x, own)
    for _, tile in result.local:
        tile[...] = values
    _calls.barrier()
    return result


_FEW_BLOCKS = 16  # in each of which a thread looks for all of its indices


def _index_of_rows(x: Array, key: Any) -> Any:
    """The array of integers that is all of a key, if it picks parts of a few blocks that every thread shares, each of which has whole rows."""
    if x._is_of_memory or not 0 < x._layout.blocks_of_rows <= _FEW_BLOCKS or not all_are_near():
        return None
    key = key[0] if type(key) is tuple and len(key) == 1 else key
    key = numpy.asarray(key) if type(key) is list and key else key
    return key if isinstance(key, (numpy.ndarray, Array)) and key.dtype.kind in 'iu' and key.ndim > 0 else None


def rows_at_once(x: Any, key: Any) -> Array | None:
    """Rows that lie on the only thread, in few steps (`_at_once`). All threads call, outside of an operation. None: to be picked in the usual way."""
    if threads() > 1 or type(x) is not Array or x._tiles is None or x._tiles.freed:
        return None
    index = _index_of_rows(x, key)
    if not isinstance(index, numpy.ndarray) or not begin():
        return None
    try:
        result = Array._written(_layouts.spread_out(index.shape + x.shape[1:], 1), x.dtype)
        return None if at_once(lambda turn: _copy_rows(x, index, result)) < 0 else result
    finally:
        current.frame = None


def _rows(x: Array, index: Any) -> Array:
    """The rows of these numbers. Each thread copies its part from the blocks where they lie."""
    result = spread(index.shape + x.shape[1:], x.dtype, zeroed=False)
    with _agreement.together():
        _copy_rows(x, index, result)
    if not result.size:
        _in_range_on_all(index, x.shape[0])
    return result


def _copy_rows(x: Array, index: Any, result: Array) -> None:
    """The caller's part of the rows."""
    if x._layout.blocks_of_rows == result._layout.blocks_of_rows == 1 and isinstance(index, numpy.ndarray):  # in few steps
        rows: Any = x._own_tiles()[0] if current.threads == 1 else x._near((0,) * x.ndim)
        for tile in result._bare_tiles():
            _take_rows(rows, index, tile)
        return
    blocks: list[Any] = [x._near((at,) + (0,) * (x.ndim - 1)) for at in range(x.nblocks[0])]
    for place, tile in result._bare_pieces():
        own, rest = part(index, place[:index.ndim]), place[index.ndim:]
        if len(blocks) == 1:
            _take_rows(blocks[0][(slice(None), *rest)], own, tile)
            continue
        own = _in_range(own, x.shape[0])
        own = numpy.where(own < 0, own + x.shape[0], own)
        block, inside = numpy.divmod(own, x.block[0])
        for at, values in enumerate(blocks):
            here = block == at
            tile[here] = values[(inside[here], *rest)]


_FEW = 32  # numbers whose limits Python finds in less time than NumPy


def _take_rows(rows: numpy.ndarray, index: numpy.ndarray, to: numpy.ndarray) -> None:
    """As ``to[...] = rows.take(index, 0)``, which copies the rows twice: NumPy writes to `to` at once only if it need not raise."""
    some = index.tolist() if index.ndim == 1 and len(index) <= _FEW else (int(index.min()), int(index.max()))
    if max(some) >= len(rows) or min(some) < -len(rows):
        _in_range(index, len(rows))
    rows.take(index, 0, to, 'wrap')


def _in_range_on_all(index: Any, extent: int) -> None:
    with _agreement.together():
        for one in [index] if isinstance(index, numpy.ndarray) else [tile for _, tile in index.local]:
            _in_range(one, extent)


def _scattered(x: Array, pick: _Pick, value: Any) -> None:
    value = _fitting(value, pick.shape)
    value = readable(value) if isinstance(value, Array) else value
    place, own = _own_indices(pick.shape, pick.indices)
    with _agreement.together():
        is_read = own.size or x.ndim == 1 and not shape_of(value)  # NumPy casts the one value for a line at once
        some = value if is_scalar(value) else part(value, place or ()) if is_read else 0
        values = numpy.broadcast_to(numpy.asarray(some).astype(x.dtype), own.shape)
    if shape_of(value) != ():
        lasting = _lasting(x, pick.shape, place, own)
        own, values = own[lasting], values[lasting]
    updated(x, own, values)
    _calls.barrier()


def _lasting(x: Array, shape: Sequence[int], place: Place | None, own: numpy.ndarray) -> numpy.ndarray:
    """Which of the caller's values no later one replaces. As in NumPy, an element that is named several times takes the last
    of its values, counted row by row, whichever thread has it."""
    numbers = own
    if own.size and place is not None:
        numbers = 1 + numpy.ravel_multi_index(tuple(numpy.ogrid[place]), shape)
    last = Array(x.shape, x.block, x.grid, 'i8')  # zero at first: no value
    updated(last, own, numbers, 'max')
    return fetched(last, own) == numbers


def gathered(x: Any) -> numpy.ndarray:
    """On every thread all elements of what an operation needs whole, such as the edges of a histogram."""
    return numpy.asarray(x.to_numpy() if isinstance(x, Array) else x)


def named_elements(x: Array, key: Any) -> tuple[list[numpy.ndarray], tuple[int, ...]]:
    """Where the elements are that a key names, an array of indices for each dimension, the same on all threads; and the shape of
    what it picks."""
    entries = [readable(one) if isinstance(one, Array) else one for one in _entries(x, whole(key))]
    pick = _Pick(x, entries)
    with _agreement.together():
        numbers = pick.indices(tuple(slice(0, extent) for extent in pick.shape)).ravel()
    return list(numpy.unravel_index(numbers, x.shape)) if x.ndim else [], pick.shape


# ---- masks ----

def _with_room(count: int, dtype: Any) -> tuple[Array, int]:
    """An array of one dimension for so many elements of each thread, one thread's after another's, and where the caller's begin.
    All threads call, and write their elements before a barrier."""
    counts = numpy.zeros(threads(), 'i8')
    counts[thread()] = count
    counts = over_threads(counts, 'sum')
    return spread((int(counts.sum()),), dtype, zeroed=False), int(counts[:thread()].sum())


def joined(piece: numpy.ndarray) -> Array:
    """The pieces of all threads, one after another, as an array of one dimension. All threads call."""
    result, start = _with_room(len(piece), piece.dtype)
    result._write([range(start, start + len(piece))], piece)
    _calls.barrier()
    return result


_AT_ONCE = 1 << 15  # elements whose numbers stay in a cache


def compressed(x: Array, mask: Any) -> Array:
    """The elements where a mask of the same shape is true, row by row. All threads call. To take elements by their numbers is
    several times as fast as by a mask, whose branches the processor cannot foresee."""
    flat = line(x)
    chosen = reshape(mask, -1)
    place = own_place(flat.shape)
    tile, own = numpy.empty(0, x.dtype), numpy.empty(0, bool)
    if place and flat.size:
        tile, = flat._own_tiles()
        own = part(chosen, place)
    result, at = _with_room(int(numpy.count_nonzero(own)), x.dtype)
    for start in range(0, len(tile), _AT_ONCE):
        numbers = numpy.flatnonzero(own[start:start + _AT_ONCE])
        room = result._part_of_one(at, len(numbers))
        made = tile[start:start + _AT_ONCE].take(numbers, out=room, mode='clip')
        if room is None:
            result._write([range(at, at + len(numbers))], made)
        at += len(numbers)
    _calls.barrier()
    return result


def nonzero(x: Array) -> tuple[Array, ...]:
    """The indices of the elements that are not zero, an array for each dimension. All threads call."""
    if x.ndim == 0:
        raise ValueError(f'nonzero of {x!r}, must have a dimension')
    flat = line(x)
    place = own_place(flat.shape)
    own = [numpy.flatnonzero(tile) + place[0].start for tile in flat._own_tiles()] if place else []
    numbers = joined(own[0] if own else numpy.empty(0, 'i8'))
    if x.ndim == 1 or x.size == 0:
        return (numbers,) * x.ndim
    return tuple(elementwise(lambda one, dim=dim: one // math.prod(x.shape[dim + 1:]) % x.shape[dim], numbers) for dim in range(x.ndim))


def line(x: Array) -> Array:
    """The elements row by row, as an array of one dimension with at most one block for each thread."""
    flat = reshape(x, -1)
    block = _layouts.spread(flat.shape, threads())
    return flat if flat._lies_in(block) else flat.redistribute(block)


def shape_for(x: Any, shape: Any) -> tuple[int, ...]:
    """A shape for the elements of x, in which one extent may be -1."""
    shape = _layouts.extents(shape)
    if -1 in shape:
        rest = -math.prod(shape)
        if shape.count(-1) > 1 or rest == 0 or x.size % rest:
            raise ValueError(f'shape: {shape}, must hold the {x.size} elements of {x!r}')
        shape = tuple(x.size // rest if one == -1 else one for one in shape)
    if math.prod(shape) != x.size or min(shape, default=0) < 0:
        raise ValueError(f'shape: {shape}, must hold the {x.size} elements of {x!r}')
    return shape


def reshaped_view(x: Array, shape: tuple[int, ...]) -> Array | None:
    """The elements under another shape, if none of them moves: each block keeps its elements, or dimensions of one index come
    and go."""
    if x.size == 0:
        return None
    if not isinstance(x, View) and not x._is_of_memory:
        block = _layouts.same_blocks(x.shape, x.block, x.grid, shape)
        if block is not None:
            return x._alias(shape, block)
    if [one for one in shape if one != 1] != [one for one in x.shape if one != 1]:
        return None

    def pick(view: View) -> Any:
        rest = iter([(dim, indices) for dim, indices in view._dims if len(indices) != 1])
        gone = {dim: indices[0] for dim, indices in view._dims if len(indices) == 1 and dim is not None}
        return [(None, range(1)) if extent == 1 else next(rest) for extent in shape], {**view._fixed, **gone}
    return of_dims(x, pick)


def reshape(x: Any, shape: Any) -> Any:
    """The elements row by row in another shape: a view if none of them moves, else a new array. All threads call."""
    if not isinstance(x, Array):
        return numpy.reshape(x, shape) if isinstance(x, numpy.ndarray) else reshape(make_array(x), shape)
    shape = shape_for(x, shape)
    view = reshaped_view(x, shape)
    if view is not None:
        return view
    result = Array(shape, _layouts.rows(shape, threads()), (), x.dtype, zeroed=False)
    if x.size == 0:
        return result
    block = _layouts.rows(x.shape, threads())
    rows = x if x._lies_in(block) else x.redistribute(block) if x.ndim else whole(x)
    with result._seen_as((x.size,), (result.block_elements,)) as dst, rows._seen_as((x.size,), (rows.block_elements,)) as src:
        _calls.copy(dst.elements[...], src.elements[...])
    _calls.barrier()
    return result
