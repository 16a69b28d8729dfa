# SPDX-License-Identifier: BSD-3-Clause
"""How arrays are cut: what `block` and `grid` may be, and the layout of an operation's result. Arithmetic only."""
from __future__ import annotations

import functools
import math
import operator
from typing import Any, Iterable, Sequence

import numpy

AxisError: Any = getattr(getattr(numpy, 'exceptions', numpy), 'AxisError')


class Layout:
    """How an array is cut. Arrays of one layout have the same object, while `layout` keeps it."""

    def __init__(self, shape: tuple[int, ...], block: tuple[int, ...], grid: tuple[int, ...]):
        shape, block, grid = (tuple(map(operator.index, some)) for some in (shape, block, grid))
        if len(block) != len(shape):
            raise ValueError(f'block: {block}, must have a number for each dimension of {shape}')
        for name, some in ('shape', shape), ('block', block), ('grid', grid):
            if any(extent < 0 for extent in some):
                raise ValueError(f'{name}: {some}, must not be negative')
        self.shape, self.block, self.grid = shape, block, grid
        self.size, self.block_elements = math.prod(shape), math.prod(block)
        self.stored = tuple(max(1, extent) for extent in shape) or (1,)  # the library has no empty arrays
        self.of_array = shape, block, grid
        self.of_library = self.stored, block or (1,), grid
        self.nblocks = tuple(-(-extent // max(1, size)) for extent, size in zip(shape, block))
        have_rows = len(shape) > 0 and self.size > 0 and math.prod(self.nblocks[1:]) == 1
        self.blocks_of_rows = self.nblocks[0] if have_rows else 0  # 0: they have parts of rows, or there are no elements
        self.has_padding = any(size and extent % size for extent, size in zip(self.stored, block))
        self.attributes = {'shape': shape, 'block': block, 'grid': grid, 'ndim': len(shape), 'block_elements': self.block_elements,
                           'nblocks': self.nblocks, '_layout': self}
        self.own: list[tuple[tuple[int, ...], tuple[slice, ...]]] | None = None  # the caller's blocks: index and place, once it is known

    def place(self, index: Sequence[int]) -> tuple[slice, ...]:
        """Where a block's elements are in the whole array."""
        return tuple(slice(at * size, min(extent, at * size + size)) for at, size, extent in zip(index, self.block, self.shape))


@functools.lru_cache(maxsize=1024)
def layout(shape: tuple[int, ...], block: tuple[int, ...], grid: tuple[int, ...]) -> Layout:
    return Layout(shape, block, grid)


def extents(given: Any) -> tuple[int, ...]:
    """A shape: one number, or several."""
    try:
        return (operator.index(given),)
    except TypeError:
        return tuple(operator.index(one) for one in given)


def block_of(given: Any, shape: Sequence[int], grid: Sequence[int], threads: int) -> tuple[int, ...]:
    """The extents of a block. One number is that of each dimension. None gives each thread a block: each dimension is divided
    by the grid, or without a grid the first dimension by the threads."""
    if given is None:
        over = (*(grid or (threads,)), *(1 for _ in shape))
        return tuple(max(1, -(-extent // max(1, processors))) for extent, processors in zip(shape, over))
    try:
        return (operator.index(given),) * len(shape)
    except TypeError:
        return extents(given)


def spread(shape: Sequence[int], threads: int, whole: Iterable[int] = ()) -> tuple[int, ...]:
    """The block of an array without a grid that an operation makes. It cuts one dimension: the first with an index for each
    thread, else the longest. Those in `whole` are not cut.

    On 4 threads (2, 100, 50) has blocks of (2, 25, 50); with 1 in `whole`, of (2, 100, 13).
    """
    return _spread(tuple(shape), threads, tuple(whole))


@functools.lru_cache(maxsize=256)
def _spread(shape: tuple[int, ...], threads: int, whole: tuple[int, ...]) -> tuple[int, ...]:
    block = [max(1, extent) for extent in shape]
    free = [dim for dim in range(len(block)) if dim not in whole]
    if free:
        cut = next((dim for dim in free if block[dim] >= threads), max(free, key=lambda dim: block[dim]))
        block[cut] = -(-block[cut] // threads)
    return tuple(block)


@functools.lru_cache(maxsize=256)
def spread_out(shape: tuple[int, ...], count: int) -> Layout:
    """The layout of a result that takes none from an operand."""
    return layout(shape, _spread(shape, count, ()), ())


@functools.lru_cache(maxsize=256)
def of_whole_lines(of: Layout, axes: tuple[int, ...], keepdims: bool, count: int) -> Layout | None:
    """The layout of what comes of lines along some axes, if a thread has each of them whole."""
    return None if of.grid or of.block != spread(of.shape, count, axes) else of_kept(of, axes, keepdims, count)


@functools.lru_cache(maxsize=256)
def of_kept(of: Layout, axes: tuple[int, ...], keepdims: bool, count: int) -> Layout:
    """The layout of a result without some axes, or with one element along them."""
    kept = [dim for dim in range(len(of.shape)) if keepdims or dim not in axes]
    return layout(*(tuple(1 if dim in axes else extents[dim] for dim in kept)
                    for extents in (of.shape, spread(of.shape, count, axes))), ())


@functools.lru_cache(maxsize=256)
def are_few(of: Layout, axes: tuple[int, ...], most: int, from_each: bool, count: int) -> bool:
    """Whether each thread has a part of all lines along some axes, and they are at most `most`: threads then combine what their parts give.
    With `from_each` they first get the values of each thread, which are `count` times as many."""
    kept = [dim for dim in range(len(of.shape)) if dim not in axes]
    return (all(of.nblocks[dim] == 1 for dim in kept) and not of.grid and math.prod(of.nblocks) >= count
            and math.prod(of.shape[dim] for dim in kept) * (count if from_each else 1) <= most)


def rows(shape: Sequence[int], threads: int) -> tuple[int, ...]:
    """The block that cuts the first dimension with more than one index: each block's elements are consecutive in the array."""
    cut = next((dim for dim, extent in enumerate(shape) if extent > 1), 0)
    return spread(shape, threads, [dim for dim in range(len(shape)) if dim != cut])


def same_blocks(shape: Sequence[int], block: Sequence[int], grid: Sequence[int], other: Sequence[int]) -> tuple[int, ...] | None:
    """The block of another shape in which each block has the elements that it has now, in order; or None.

    (6, 4) in blocks of (2, 4) becomes (24,) in blocks of 8, and (3, 8) in blocks of (1, 8).
    """
    cut = next((dim for dim, (extent, size) in enumerate(zip(shape, block)) if size < extent), 0)
    if any(size != 1 for size in block[:cut]) or any(size != extent for size, extent in zip(block[cut + 1:], shape[cut + 1:])):
        return None
    if grid and (len(grid) > 1 or cut > 0):
        return None
    if all(size >= extent for extent, size in zip(shape, block)):
        return tuple(max(1, extent) for extent in other)  # a single block
    first = next((dim for dim, extent in enumerate(other) if extent > 1), 0)
    after, size = math.prod(other[first + 1:]), math.prod(block)
    return None if size % after else (*(1 for _ in other[:first]), size // after, *other[first + 1:])


def normal_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """Axes as numbers from 0, in order. None: all."""
    if axis is None:
        return tuple(range(ndim))
    if type(axis) is int:
        return (normal_axis(axis, ndim),)
    return tuple(sorted(named_axes(axis, ndim)))


def named_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    """One axis or several as numbers from 0, in the order given."""
    axes = extents(axis)
    normal = tuple(normal_axis(one, ndim) for one in axes)
    if len(set(normal)) != len(normal):
        raise ValueError(f'axis {axes}, must name each dimension once')
    return normal


def normal_axis(axis: Any, ndim: int) -> int:
    """One axis as a number from 0. As in NumPy, None and tuples are none."""
    one = operator.index(axis)
    if not -ndim <= one < ndim:
        raise AxisError(f'axis {one}, must be in {-ndim}..{ndim - 1}')
    return one % ndim
