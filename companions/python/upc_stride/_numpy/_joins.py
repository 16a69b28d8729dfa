# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's functions that join arrays, and those that take parts of them. All threads call."""
from __future__ import annotations

import itertools
import math
from typing import Any, Sequence

import numpy

from ._fallback import Missing
from ._elementwise import as_operand, broadcast_to, elementwise, is_scalar, stored
from ._indexing import gathered, nonzero, reshape
from ._moves import as_places, concatenate, flip, key_along, moveaxis, ravel, stack, swapaxes, take
from .._arrays._arrays import Array
from .._arrays._make import distributed, zeros
from ._tables import for_numpy
from .._base import _layouts
from .._base._values import assigned


def _array(one: Any) -> Any:
    one = numpy.asarray(one) if is_scalar(one) else as_operand(one)
    return one


def _with_dims(one: Any, ndim: int) -> Any:
    """As `numpy.atleast_1d` and `atleast_2d`."""
    one = _array(one)
    return one[(None,) * (ndim - one.ndim) + (Ellipsis,)] if one.ndim < ndim else one


def _each(arrays: Sequence[Any], made: Any) -> Any:
    some = tuple(made(one) for one in arrays)
    return some[0] if len(some) == 1 else some


@for_numpy(views=True)
def atleast_1d(*arrays: Any) -> Any:
    return _each(arrays, lambda one: _with_dims(one, 1))


@for_numpy(views=True)
def atleast_2d(*arrays: Any) -> Any:
    return _each(arrays, lambda one: _with_dims(one, 2))


def _three(one: Any) -> Any:
    one = _array(one)
    return one[..., None] if one.ndim == 2 else one[None, :, None] if one.ndim == 1 else _with_dims(one, 3)


@for_numpy(views=True)
def atleast_3d(*arrays: Any) -> Any:
    return _each(arrays, _three)


@for_numpy('vstack', 'row_stack', views=True)
def vstack(tup: Sequence[Any], *, dtype: Any = None, casting: str = 'same_kind') -> Array:
    return concatenate([_with_dims(one, 2) for one in tup], 0, dtype=dtype, casting=casting)


@for_numpy(views=True)
def hstack(tup: Sequence[Any], *, dtype: Any = None, casting: str = 'same_kind') -> Array:
    some = [_with_dims(one, 1) for one in tup]
    return concatenate(some, 0 if some[0].ndim == 1 else 1, dtype=dtype, casting=casting)


@for_numpy(views=True)
def dstack(tup: Sequence[Any]) -> Array:
    return concatenate([_three(one) for one in tup], 2)


@for_numpy(views=True)
def column_stack(tup: Sequence[Any]) -> Array:
    return concatenate([one[:, None] if one.ndim == 1 else one for one in map(_array, tup)], 1)


@for_numpy(views=True)
def append(arr: Any, values: Any, axis: int | None = None) -> Array:
    arr, values = (reshape(_array(one), -1) if axis is None else _array(one) for one in (arr, values))
    return concatenate([arr, values], axis or 0)


@for_numpy(views=True)
def array_split(ary: Array, indices_or_sections: Any, axis: int = 0) -> list[Array]:
    axis = _layouts.normal_axis(axis, ary.ndim)
    extent = ary.shape[axis]
    if isinstance(indices_or_sections, (int, numpy.integer)):
        count = int(indices_or_sections)
        if count <= 0:
            raise ValueError(f'indices_or_sections: {count}, must be larger than 0')
        each, more = divmod(extent, count)
        ends = list(itertools.accumulate([0] + more * [each + 1] + (count - more) * [each]))
        bounds: list[Any] = list(zip(ends, ends[1:]))
    else:
        at = [0, *(int(one) for one in indices_or_sections), None]
        bounds = list(zip(at, at[1:]))
    return [ary[(slice(None),) * axis + (slice(low, high),)] for low, high in bounds]


@for_numpy(views=True)
def split(ary: Array, indices_or_sections: Any, axis: int = 0) -> list[Array]:
    if isinstance(indices_or_sections, (int, numpy.integer)) and ary.shape[axis] % indices_or_sections:
        raise ValueError(f'indices_or_sections: {indices_or_sections}, must divide the {ary.shape[axis]} indices of axis {axis}')
    return array_split(ary, indices_or_sections, axis)


def _split_of(ary: Array, indices_or_sections: Any, axis: int, least: int) -> list[Array]:
    if ary.ndim < least:
        raise ValueError(f'{ary!r}, must have at least {least} dimensions')
    return split(ary, indices_or_sections, axis)


@for_numpy(views=True)
def vsplit(ary: Array, indices_or_sections: Any) -> list[Array]:
    return _split_of(ary, indices_or_sections, 0, 2)


@for_numpy(views=True)
def hsplit(ary: Array, indices_or_sections: Any) -> list[Array]:
    return _split_of(ary, indices_or_sections, 1 if ary.ndim > 1 else 0, 1)


@for_numpy(views=True)
def dsplit(ary: Array, indices_or_sections: Any) -> list[Array]:
    return _split_of(ary, indices_or_sections, 2, 3)


@for_numpy(views=True)
def fliplr(m: Array) -> Array:
    return flip(m, 1)


@for_numpy(views=True)
def flipud(m: Array) -> Array:
    return flip(m, 0)


@for_numpy(views=True)
def rot90(m: Array, k: int = 1, axes: Sequence[int] = (0, 1)) -> Array:
    one, other = (_layouts.normal_axis(axis, m.ndim) for axis in axes)
    if one == other:
        raise ValueError(f'axes: {axes}, must be different')
    k %= 4
    if k == 2:
        return flip(flip(m, one), other)
    if k == 0:
        return m[...]
    return swapaxes(flip(m, other), one, other) if k == 1 else flip(swapaxes(m, one, other), other)


def _widths(given: Any, ndim: int) -> list[list[int]]:
    """How many elements `pad` puts before and behind an axis, for each axis. As in NumPy 2.3, a dict names the axes that have some."""
    if isinstance(given, dict):
        of_axes: list[Any] = [(0, 0)] * ndim
        for axis, width in given.items():
            of_axes[axis] = width if isinstance(width, tuple) else (width, width)
        given = of_axes
    widths = numpy.asarray(given)
    if widths.dtype.kind != 'i':
        raise TypeError(f'pad_width: {given}, must be integers')
    if widths.size and widths.min() < 0:
        raise ValueError(f'pad_width: {given}, must not be negative')
    return numpy.broadcast_to(widths, (ndim, 2)).tolist()


@for_numpy(views=True)
def pad(array: Array, pad_width: Any, mode: Any = 'constant', **options: Any) -> Array:
    """Constant values, or those that are in the array by a rule of NumPy's: edge, wrap, reflect, symmetric."""
    widths = _widths(pad_width, array.ndim)
    if options.get('reflect_type', 'even') != 'even':
        raise Missing(f'reflect_type: {options["reflect_type"]!r}, must be even: with others values are computed, and not taken')
    if mode in ('edge', 'wrap', 'reflect', 'symmetric'):
        for axis, (before, after) in enumerate(widths):
            array = take(array, numpy.pad(numpy.arange(array.shape[axis]), (before, after), mode, **options), axis)
        return array
    if mode != 'constant':
        raise Missing(f'mode: {mode!r}, must be constant, edge, wrap, reflect or symmetric')
    one = numpy.pad(numpy.zeros((1,) * array.ndim, array.dtype), 1, **options)  # NumPy's values of this type, and what it refuses
    ends: Any = slice(0, 3, 2), *(1,) * (array.ndim - 1)
    made = zeros([extent + sum(some) for extent, some in zip(array.shape, widths)], dtype=array.dtype)
    for axis, (before, after) in enumerate(widths):
        low, high = numpy.moveaxis(one, axis, 0)[ends]
        made[(slice(None),) * axis + (slice(0, before),)] = low
        made[(slice(None),) * axis + (slice(made.shape[axis] - after, None),)] = high
    made[tuple(slice(one[0], one[0] + extent) for one, extent in zip(widths, array.shape))] = array
    return made


# ---- diagonals ----

@for_numpy(views=True)
def diagonal(a: Array, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """A copy, read-only as NumPy's."""
    if a.ndim < 2:
        raise ValueError(f'{a!r}, must have two dimensions')
    made = moveaxis(a, (axis1, axis2), (-2, -1))
    count = max(0, min(a.shape[axis1] + min(offset, 0), a.shape[axis2] - max(offset, 0)))
    at = numpy.arange(count)
    made = made[..., at - min(offset, 0), at + max(offset, 0)]
    made._readonly = True
    return made


@for_numpy(views=True)
def diag(v: Array, k: int = 0) -> Array:
    if v.ndim == 2:
        return diagonal(v, k)
    if v.ndim != 1:
        raise ValueError(f'{v!r}, must have one or two dimensions')
    made = zeros((len(v) + abs(k),) * 2, dtype=v.dtype)
    at = numpy.arange(len(v))
    made[at - min(k, 0), at + max(k, 0)] = v
    return made


@for_numpy(views=True)
def diagflat(v: Array, k: int = 0) -> Array:
    return diag(ravel(v), k)


# ---- elements by conditions ----

@for_numpy(views=True)
def flatnonzero(a: Array) -> Array:
    return nonzero(ravel(a))[0]


@for_numpy(views=True)
def argwhere(a: Array) -> Array:
    return stack(list(nonzero(a)), 1)


@for_numpy(views=True)
def extract(condition: Any, arr: Array) -> Array:
    return take(ravel(arr), nonzero(ravel(distributed(condition)))[0])


@for_numpy()
def compress(condition: Any, a: Array, axis: int | None = None, out: Any = None) -> Array:
    a, axis = (reshape(distributed(a), -1), 0) if axis is None else (a, axis)
    some = gathered(condition)
    return stored(take(a, numpy.compress(some, numpy.arange(some.size)), axis), out)


# ---- writing ----

@for_numpy(views=True)
def copyto(dst: Array, src: Any, casting: Any = 'same_kind', where: Any = True) -> None:
    src = as_operand(src)
    where = where if isinstance(where, (bool, Array, numpy.ndarray, numpy.generic)) else numpy.asarray(where, 'b1')
    mask = True if where is True else numpy.ones((), _array(where).dtype)
    numpy.copyto(numpy.empty((), dst.dtype), src if is_scalar(src) else numpy.ones((), src.dtype), casting, mask)  # raises if it may not
    if where is True:
        dst[...] = src
    else:
        elementwise(lambda mask, new, old: numpy.where(mask, numpy.asarray(new).astype(old.dtype), old), where, src, dst, out=(dst,))


def _of_type(values: Any, dtype: numpy.dtype) -> Any:
    """Values row by row, as elements of the type. What is no array yet becomes one."""
    values = _array(values) if isinstance(values, (Array, numpy.ndarray, numpy.generic)) else assigned(values, dtype)
    return (ravel(values) if isinstance(values, Array) else values.ravel()).astype(dtype, copy=False)


def _cycled(values: Any, count: int) -> Any:
    """So many values, which come again and again."""
    return take(values, numpy.arange(count) % values.size) if isinstance(values, Array) else numpy.resize(values, count)


@for_numpy(views=True)
def put(a: Array, ind: Any, v: Any, mode: str = 'raise') -> None:
    a._must_be_writable()
    ind, a = gathered(as_places(ind)).ravel(), a if a.ndim else a[None]
    if ind.size and a.size == 0:
        raise IndexError(f'{a!r}: has no elements to put to')
    values = _of_type(v, a.dtype)  # of which NumPy warns also if it puts none
    if ind.size == 0:
        return
    if mode == 'wrap':
        ind = ind % a.size
    elif mode == 'clip':
        ind = numpy.clip(ind, 0, a.size - 1)
    elif ind.min() < -a.size or ind.max() >= a.size:
        raise IndexError(f'ind: {ind.min()}..{ind.max()}, must be in {-a.size}..{a.size - 1}')
    if values.size:
        a[numpy.unravel_index(ind % a.size, a.shape)] = _cycled(values, ind.size)


def _of_size(mask: Any, a: Array) -> Any:
    """A mask of as many elements, in the array's shape."""
    if numpy.size(mask) != a.size:
        raise ValueError(f'mask: of {numpy.size(mask)} elements, must have the {a.size} of {a!r}')
    return numpy.reshape(mask, a.shape)


@for_numpy(views=True)
def putmask(a: Array, mask: Any, values: Any) -> None:
    a._must_be_writable()
    mask = _of_size(mask, a)
    numpy.putmask(numpy.empty(1, a.dtype), [True], numpy.ones(1, values.dtype) if isinstance(values, Array) else values)  # raises if it may not
    if numpy.size(values) == 0:
        return
    values = _array(values)
    if values.ndim and values.shape != a.shape:
        values = _cycled(_of_type(values, a.dtype), a.size)
        values = reshape(values, a.shape) if isinstance(values, Array) else values.reshape(a.shape)
    copyto(a, values, 'unsafe', mask != 0)


@for_numpy(views=True)
def place(arr: Array, mask: Any, vals: Any) -> None:
    arr._must_be_writable()
    mask = _of_size(distributed(mask), arr)
    numpy.place(numpy.empty(1, arr.dtype), [False], numpy.ones(1, vals.dtype) if isinstance(vals, Array) else vals)  # raises if it may not
    count = int(numpy.count_nonzero(mask))
    if count and not numpy.size(vals):
        raise ValueError('vals: must not be empty')
    if count:
        arr[mask != 0] = _cycled(_of_type(vals, arr.dtype), count)


@for_numpy(views=True)
def fill_diagonal(a: Array, val: Any, wrap: bool = False) -> None:
    if a.ndim < 2:
        raise ValueError(f'{a!r}, must have two dimensions')
    if a.ndim > 2 and len(set(a.shape)) > 1:
        raise ValueError(f'{a!r}, must have the same extent in all of its dimensions')
    rows = a.shape[0] if wrap and a.ndim == 2 else min(a.shape)
    at = numpy.arange(0, rows * math.prod(a.shape[1:]), 1 + sum(math.prod(a.shape[dim:]) for dim in range(1, a.ndim)))
    values = _of_type(val, a.dtype)
    if values.size:
        a[numpy.unravel_index(at, a.shape)] = _cycled(values, at.size)


@for_numpy(views=True)
def put_along_axis(arr: Array, indices: Any, values: Any, axis: int | None) -> None:
    if axis is None:
        arr, axis = ravel(arr), 0
    axis = _layouts.normal_axis(axis, arr.ndim)
    arr[key_along(arr, indices, axis)] = values


# ---- grids ----

@for_numpy(views=True)
def meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = 'xy') -> tuple[Array, ...]:
    if indexing not in ('xy', 'ij'):
        raise ValueError(f'indexing: {indexing!r}, must be xy or ij')
    arrays = [ravel(distributed(one)) for one in xi]
    order = list(range(len(arrays)))
    if indexing == 'xy' and len(arrays) > 1:
        order[:2] = 1, 0
    thin = [one[tuple(slice(None) if dim == number else None for dim in order)] for number, one in enumerate(arrays)]
    if sparse:
        return tuple(one.copy() if copy else one for one in thin)
    shape = [arrays[one].size for one in order]
    made = [broadcast_to(one, shape) for one in thin]
    return tuple(one.copy() if copy else one for one in made)


@for_numpy(views=True)
def broadcast_arrays(*args: Any) -> tuple[Array, ...]:
    arrays = [distributed(one) for one in args]
    shape = numpy.broadcast_shapes(*(one.shape for one in arrays))
    return tuple(broadcast_to(one, shape) for one in arrays)


@for_numpy(views=True)
def ravel_multi_index(multi_index: Sequence[Any], dims: Any, mode: Any = 'raise', order: Any = 'C') -> Array:
    return elementwise(lambda *some: numpy.ravel_multi_index(some, tuple(_layouts.extents(dims)), mode, order), *multi_index)
