# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's functions that move elements to other places, or see them at others. All threads call."""
from __future__ import annotations

from typing import Any, Sequence

import numpy

from .._arrays._arrays import Array
from .._arrays._make import distributed
from ._tables import BY_NUMPY, for_numpy
from .._arrays._views import View, of_dims, whole
from .._base import _layouts
from .._calls._agreement import collective, together
from ._elementwise import as_operand, broadcast_to, computed, is_scalar, like, of_places, spread, stored, written
from ._indexing import getitem, reshape, reshaped_view, rows_at_once, shape_for

for_numpy(views=True)(broadcast_to)


@for_numpy('reshape', views=True)
def reshaped(x: Array, shape: Any = None, order: str = 'C', *, newshape: Any = None, copy: bool | None = None) -> Array:
    """As `numpy.reshape`: a view if no element moves to another thread, else a copy, which is read-only unless it is asked for."""
    shape = shape_for(x, newshape if shape is None else shape)
    if order == 'F':
        return permute_dims(reshaped(permute_dims(x), shape[::-1], copy=copy))
    if order not in ('C', 'A'):
        raise ValueError(f'order: {order!r}, must be C, F or A')
    if copy is False and x.size and reshaped_view(x, shape) is None:
        raise ValueError('copy: False; the elements of another shape lie on other threads')
    made = reshape(x, shape)
    if copy:
        return made.copy() if made.base is not None else made
    made._readonly = made._readonly or made.base is None and x.size > 0
    return made


@for_numpy(views=True)
def ravel(x: Array, order: str = 'C') -> Array:
    return reshaped(x, (-1,), order)


@for_numpy('transpose', 'permute_dims', views=True)
def permute_dims(x: Array, axes: Any = None) -> Array:
    axes = tuple(range(x.ndim))[::-1] if axes is None else tuple(_layouts.normal_axis(one, x.ndim) for one in axes)
    if sorted(axes) != list(range(x.ndim)):
        raise ValueError(f'axes: {axes}, must name each dimension of {x!r} once')
    return of_dims(x, lambda view: ([view._dims[one] for one in axes], view._fixed))


transpose = permute_dims


@for_numpy(views=True)
def matrix_transpose(x: Array) -> Array:
    if x.ndim < 2:
        raise ValueError(f'{x!r}, must have two dimensions')
    return swapaxes(x, -1, -2)


@for_numpy(views=True)
def swapaxes(x: Array, axis1: int, axis2: int) -> Array:
    order = list(range(x.ndim))
    one, other = (_layouts.normal_axis(axis, x.ndim) for axis in (axis1, axis2))
    order[one], order[other] = other, one
    return permute_dims(x, order)


@for_numpy(views=True)
def moveaxis(x: Array, source: Any, destination: Any) -> Array:
    sources = [_layouts.normal_axis(one, x.ndim) for one in _layouts.extents(source)]
    targets = [_layouts.normal_axis(one, x.ndim) for one in _layouts.extents(destination)]
    if len(set(sources)) != len(set(targets)) or len(sources) != len(targets):
        raise ValueError(f'source: {source}, destination: {destination}, must be as many different axes')
    order = [dim for dim in range(x.ndim) if dim not in sources]
    for target, one in sorted(zip(targets, sources)):
        order.insert(target, one)
    return permute_dims(x, order)


@for_numpy(views=True)
def expand_dims(x: Array, axis: Any = 0) -> Array:
    axes = _layouts.normal_axes(axis, x.ndim + len(_layouts.extents(axis)))
    return x[tuple(None if dim in axes else slice(None) for dim in range(x.ndim + len(axes)))]


@for_numpy(views=True)
def squeeze(x: Array, axis: Any = None) -> Array:
    axes: Sequence[int] = [dim for dim, extent in enumerate(x.shape) if extent == 1]
    axes = axes if axis is None else _layouts.normal_axes(axis, x.ndim)
    if any(x.shape[dim] != 1 for dim in axes):
        raise ValueError(f'axis: {axis}, must be of one index in {x!r}')
    return x[tuple(0 if dim in axes else slice(None) for dim in range(x.ndim)) + (...,)]


@for_numpy('concatenate', 'concat', views=True)
def concatenate(arrays: Sequence[Any], axis: int | None = 0, out: Any = None, *, dtype: Any = None,
                casting: Any = 'same_kind') -> Array:
    if axis is None:
        arrays, axis = [reshape(one, -1) for one in arrays], 0
    arrays = [as_operand(one) for one in arrays]
    axis = _layouts.normal_axis(axis, arrays[0].ndim)
    for one in arrays:
        if one.ndim != arrays[0].ndim or any(a != b for dim, (a, b) in enumerate(zip(one.shape, arrays[0].shape))
                                                     if dim != axis):
            raise ValueError(f'{one!r}, must have the shape of {arrays[0]!r} except along axis {axis}')
    shape = list(arrays[0].shape)
    shape[axis] = sum(one.shape[axis] for one in arrays)
    if out is not None and (not isinstance(out, Array) or out.shape != tuple(shape)):
        raise ValueError(f'out: {out!r}, must be an upc_stride.Array of shape {tuple(shape)}')
    result = out if out is not None else spread(shape, dtype or numpy.result_type(*(one.dtype for one in arrays)))
    for one in arrays:
        if not numpy.can_cast(one.dtype, result.dtype, casting):
            raise TypeError(f'{result!r}, must take values of {one.dtype}')
    at = 0
    for one in arrays:
        result[(slice(None),) * axis + (slice(at, at + one.shape[axis]),)] = one
        at += one.shape[axis]
    return result


@for_numpy(views=True)
def stack(arrays: Sequence[Any], axis: int = 0, out: Any = None, *, dtype: Any = None) -> Array:
    arrays = [distributed(one) for one in arrays]
    return concatenate([expand_dims(one, axis) for one in arrays], axis, out, dtype=dtype)


_WINDOWS: Any = numpy.lib.stride_tricks.sliding_window_view


@collective
def sliding_window_view(x: Array, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False) -> Array:
    """A read-only copy, since elements of windows overlap, and those of arrays do not. Each thread reads what its windows need."""
    if writeable:
        raise ValueError('writeable: True, must be false: the windows are a copy')
    window, ndim = _layouts.extents(window_shape), x.ndim
    axes = tuple(range(ndim)) if axis is None else tuple(_layouts.normal_axis(one, ndim) for one in _layouts.extents(axis))
    if len(window) != len(axes) or any(extent < 0 for extent in window):
        raise ValueError(f'window_shape: {window}, must have an extent for each of the axes {axes}')
    shape = list(x.shape)
    for dim, extent in zip(axes, window):
        if extent > shape[dim]:
            raise ValueError(f'window_shape: {window}, must not be larger than {x!r}')
        shape[dim] -= extent - 1
    more = [extent - one for extent, one in zip(x.shape, shape)]
    made = spread((*shape, *window), x.dtype, zeroed=False)

    def values(number: int, place: Any, tiles: Any) -> numpy.ndarray:
        part = x._read([range(one.start, one.stop + beyond) for one, beyond in zip(place, more)])
        return _WINDOWS(part, window, axes)[(..., *place[ndim:])]
    with x.opened():
        computed([made], values)
    made._readonly = True
    return made


BY_NUMPY[_WINDOWS] = sliding_window_view


@for_numpy(views=True)
def unstack(x: Array, *, axis: int = 0) -> tuple[Any, ...]:
    return tuple(moveaxis(x, axis, 0))


@for_numpy(views=True)
def flip(x: Array, axis: Any = None) -> Array:
    axes = _layouts.normal_axes(axis, x.ndim)
    return x[tuple(slice(None, None, -1 if dim in axes else 1) for dim in range(x.ndim))]


@for_numpy(views=True)
def roll(x: Array, shift: Any, axis: Any = None) -> Array:
    if axis is None:
        return reshape(roll(reshape(x, -1), shift, 0), x.shape)
    kind, axes = x.dtype, _layouts.extents(axis)
    for by, one in numpy.broadcast(shift, axes):
        dim = _layouts.normal_axis(int(one), x.ndim)
        extent = x.shape[dim]
        by = int(by) % extent if extent else 0
        if type(x) is Array and x.nblocks[dim] <= 1:
            x = _rolled(x, by, dim)
            continue
        before = (slice(None),) * dim
        x = concatenate([x[before + (slice(extent - by, extent),)], x[before + (slice(0, extent - by),)]], dim, dtype=kind)
    return x


def _rolled(x: Array, by: int, dim: int) -> Array:
    """Along a dimension that is not cut each thread has whole lines."""
    result, own, before = written(x, x.dtype), x._own_tiles(), (slice(None),) * dim
    with together():
        for to, tile in zip(result._own_tiles(), own):
            to[before + (slice(by, None),)] = tile[before + (slice(0, tile.shape[dim] - by),)]
            to[before + (slice(0, by),)] = tile[before + (slice(tile.shape[dim] - by, None),)]
    return result


def _take_at_once(x: Any, indices: Any, axis: Any = None, *more: Any, **options: Any) -> Array | None:
    return rows_at_once(x, indices) if axis == 0 and type(indices) is not tuple and not more and not options else None


def as_places(given: Any) -> Any:
    """Numbers of elements for NumPy's take and put, to which truth values are 0 and 1. Python's floats are cut to integers, arrays of floats are refused."""
    indices = numpy.asarray(given) if is_scalar(given) else as_operand(given)
    if indices.dtype.kind == 'f' and not isinstance(given, (Array, numpy.ndarray, numpy.generic)):
        return numpy.asarray(given, 'i8')
    if indices.dtype.kind not in 'biu':
        raise TypeError(f'indices: of {indices.dtype}, must be integers')
    return indices.astype('i8') if indices.dtype.kind == 'b' else indices


@for_numpy(at_once=_take_at_once)
def take(x: Array, indices: Any, axis: int | None = None, out: Any = None, mode: str = 'raise') -> Any:
    if axis is None:
        x, axis = (x if x.ndim == 1 else reshape(x, -1)), 0
    axis = _layouts.normal_axis(axis, x.ndim)
    indices = as_places(indices)
    if mode in ('wrap', 'clip') and x.shape[axis] == 0 and numpy.size(indices):
        raise IndexError(f'take from {x!r}: it has no elements along axis {axis}')
    if mode == 'wrap':
        indices = numpy.remainder(indices, x.shape[axis])
    elif mode == 'clip':
        indices = numpy.clip(indices, 0, x.shape[axis] - 1)
    elif mode != 'raise':
        raise ValueError(f'mode: {mode!r}, must be raise, wrap or clip')
    made = getitem(x, (slice(None),) * axis + (indices,))
    made = made.copy() if isinstance(made, View) else made  # as one index of all others is
    if out is not None and out.dtype.kind not in 'SU':  # raises if it may not: older NumPys want a type that becomes x's without loss
        numpy.take(numpy.ones(1, x.dtype), [0], out=numpy.zeros(1, out.dtype))
        made = made.astype(out.dtype, copy=False)
    elif out is not None and not numpy.can_cast(out.dtype, x.dtype):
        raise TypeError(f'out: of {out.dtype}, must be of a type that becomes {x.dtype} without loss')
    return stored(made, out)


@for_numpy()
def take_along_axis(x: Array, indices: Any, axis: int | None = -1) -> Array:
    if axis is None:
        x, axis = reshape(x, -1), 0
    axis = _layouts.normal_axis(axis, x.ndim)
    return x[key_along(x, indices, axis)]


def key_along(x: Array, indices: Any, axis: int) -> tuple:
    """What picks an element of x for each index along an axis."""
    indices = as_operand(indices)
    if indices.dtype.kind not in 'iu':
        raise IndexError(f'indices: of {indices.dtype}, must be integers')
    if indices.ndim != x.ndim:
        raise ValueError(f'indices: of {indices.ndim} dimensions, must have the {x.ndim} of {x!r}')
    others = [numpy.arange(extent).reshape((extent,) + (1,) * (x.ndim - 1 - dim)) for dim, extent in enumerate(x.shape)]
    return tuple(indices if dim == axis else one for dim, one in enumerate(others))


@for_numpy()
def repeat(x: Array, repeats: Any, axis: int | None = None) -> Array:
    if axis is None:
        x, axis = reshape(x, -1), 0
    axis = _layouts.normal_axis(axis, x.ndim)
    if isinstance(repeats, Array):
        numpy.repeat([0], numpy.ones(1, repeats.dtype))  # raises if they are no integers
        if repeats.size and numpy.min(repeats) < 0:
            raise ValueError(f'repeats: {numpy.min(repeats)}, must not be negative')
        ends = numpy.cumsum(broadcast_to(repeats, (x.shape[axis],)))
        total = int(ends[-1]) if ends.size else 0
        return take(x, numpy.searchsorted(ends, of_places((total,), 'i8', lambda at: at), 'right'), axis)
    if numpy.ndim(repeats) == 0 and numpy.asarray(repeats).dtype.kind in 'iu' and repeats > 0 and x.size:
        return _repeated(x, int(repeats), axis)
    return take(x, numpy.repeat(numpy.arange(x.shape[axis]), repeats), axis)


def _repeated(x: Array, count: int, axis: int) -> Array:
    """Each element as often: no element goes to another thread."""
    x = whole(x)
    shape, block = ([count * extent if dim == axis else extent for dim, extent in enumerate(some)] for some in (x.shape, x.block))
    result, own, before = Array(shape, block, x.grid, x.dtype, zeroed=False), x._own_tiles(), (slice(None),) * axis
    with together():
        for to, tile in zip(result._own_tiles(), own):
            for at in range(count):
                to[before + (slice(at, None, count),)] = tile
    return result


@for_numpy(views=True)
def tile(x: Array, reps: Any) -> Array:
    reps = _layouts.extents(reps)
    if min(reps, default=0) < 0:
        raise ValueError(f'reps: {reps}, must not be negative')
    ndim = max(len(reps), x.ndim)
    x = reshape(x, (1,) * (ndim - x.ndim) + x.shape)
    for dim, count in enumerate((1,) * (ndim - len(reps)) + reps):
        x = concatenate([x] * count, dim, dtype=x.dtype) if count else x[(slice(None),) * dim + (slice(0, 0),)]
    return x


def _triangle(x: Array, k: int, lower: bool) -> Array:
    if x.ndim == 0:
        raise ValueError(f'{x!r}, must have a dimension')
    x = broadcast_to(x, x.shape * 2).copy() if x.ndim == 1 else x
    result = like(x, x.dtype.newbyteorder('='))
    own = x._own_tiles()

    def values(number: int, place: tuple, tiles: Any) -> Any:
        rows, columns = numpy.arange(place[-2].start, place[-2].stop)[:, None], numpy.arange(place[-1].start, place[-1].stop)
        kept = columns - rows <= k if lower else columns - rows >= k
        return numpy.where(kept, own[number], numpy.zeros(1, own[number].dtype))
    computed([result], values)
    return result


@for_numpy()
def tril(x: Array, k: int = 0) -> Array:
    return _triangle(x, k, True)


@for_numpy()
def triu(x: Array, k: int = 0) -> Array:
    return _triangle(x, k, False)
