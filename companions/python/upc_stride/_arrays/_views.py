# SPDX-License-Identifier: BSD-3-Clause
"""Views: a section of an array that reads and writes this array's elements, as NumPy's slices do."""
from __future__ import annotations

import functools
import html
import inspect
import itertools
import math
from typing import Any, Callable, Iterator, Sequence, TypeVar, Union

import numpy

from .._base import _layouts, _values
from .._base._start import current, threads
from .._calls import _agreement
from ._arrays import Array, _as_slice

Place = tuple  # a slice for each dimension
Dim = tuple    # a dimension of the base, or None for a new axis; and the indices in it
Function = TypeVar('Function', bound=Callable)


Field = Union[str, tuple[str, ...]]  # real or imag of complex numbers, or one or several fields of elements with names


def _component(values: Any, field: Field) -> Any:
    """A part of each element."""
    if isinstance(field, tuple):
        return values[list(field)]
    return values[field] if values.dtype.names else getattr(values, field)


class View(Array):
    """A section of an array, `base`, which it reads and writes. What picks it are slices, integers, new axes, and an order of
    dimensions: ``A[2:9, 0]``, ``A.T``. Making one moves nothing, and any thread may. A view keeps its base alive.

    Attributes
    ----------
    base : Array
    block, grid, nblocks
        Those of the array that `copy` makes.
    local : list of (index, numpy.ndarray)
        The caller's own elements of the view, without a copy: parts of the base's own blocks, and the indices of these.
    """

    base: Array
    _dims: tuple[Dim, ...]
    _fixed: dict[int, int]
    _field: Field | None

    def __init__(self, base: Array, dims: Sequence[Dim], fixed: dict[int, int], field: Field | None = None,
                 readonly: bool = False):
        dims = tuple(dims)
        vars(self).update(base=base, _dims=dims, _fixed=fixed, _field=field, shape=tuple(len(indices) for _, indices in dims), ndim=len(dims),
                          dtype=base.dtype if field is None else _component(numpy.empty(1, base.dtype), field).dtype,
                          _readonly=readonly or base._readonly)

    @functools.cached_property
    def _layout_of_copy(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Of a copy: that of the base in the view's order of dimensions, if the view has them all. Of each second row a block has half
        as many, so that they are on the threads that have them in the base. No block is longer than the view."""
        dims = [dim for dim, _ in self._dims]
        if sorted(dims, key=str) != list(range(self.base.ndim)) or len(self.base.grid) not in (0, self.ndim):
            return _layouts.spread(self.shape, threads()), ()
        return (tuple(min(max(1, len(indices)), -(-self.base.block[dim] // abs(indices.step))) for dim, indices in self._dims),
                tuple(self.base.grid[dim] for dim in dims) if self.base.grid else ())

    @property
    def block(self) -> tuple[int, ...]:  # type: ignore[override]
        return self._layout_of_copy[0]

    @property
    def grid(self) -> tuple[int, ...]:  # type: ignore[override]
        return self._layout_of_copy[1]

    @property
    def nblocks(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(-(-extent // size) for extent, size in zip(self.shape, self.block))

    @property
    def _handle(self) -> Any:
        return self.base._handle

    @property
    def _is_of_memory(self) -> bool:  # type: ignore[override]
        return self.base._is_of_memory

    def opened(self) -> Any:
        return self.base.opened()

    def _no_blocks(self) -> Any:
        raise TypeError(f'{self!r} is a view, and has no blocks of its own: copy() gives an array that has, and its base is another')

    blocks = tile = elements = _own_tiles = property(_no_blocks)  # pyright: ignore

    def _lies_in(self, block: Sequence[int], grid: Sequence[int] = ()) -> bool:
        return False

    def owner(self, *index: int) -> int:
        return self._no_blocks()

    def free(self) -> None:
        raise TypeError(f'{self!r} is a view, and has no memory of its own; its base has')

    # ---- where the elements are ----

    def base_index(self, index: Sequence[int]) -> list[int]:
        """Where one element is in the base."""
        made = [0] * self.base.ndim
        for dim, at in self._fixed.items():
            made[dim] = at
        for (dim, indices), at in zip(self._dims, index):
            if dim is not None:
                made[dim] = indices[at]
        return made

    def _ranges(self, place: Place) -> list[range]:
        """The indices in each dimension of the base."""
        made = [range(0)] * self.base.ndim
        for dim, at in self._fixed.items():
            made[dim] = range(at, at + 1)
        for (dim, indices), one in zip(self._dims, place):
            if dim is not None:
                made[dim] = indices[one]
        return made

    def _arranged(self, values: numpy.ndarray, place: Place, full: bool = True) -> numpy.ndarray:
        """Elements of the base, as this view has them. If not `full`, those that it repeats are there once."""
        if self._field is not None:
            values = _component(values, self._field)
        kept = [dim for dim in range(self.base.ndim) if dim not in self._fixed]
        if self._fixed:
            values = values[tuple(0 if dim in self._fixed else slice(None) for dim in range(self.base.ndim)) + (...,)]
        order = [kept.index(dim) for dim, _ in self._dims if dim is not None]
        if order != list(range(len(order))):
            values = values.transpose(order)
        if len(order) < self.ndim:
            values = values[tuple(None if dim is None else slice(None) for dim, _ in self._dims) + (...,)]
            shape = tuple(one.stop - one.start for one in place)
            values = values if not full or values.shape == shape else numpy.broadcast_to(values, shape)
        return values

    def _cuts(self, dim: int, one: slice) -> list[int]:
        """Where in part of a dimension blocks of the base begin."""
        base_dim, indices = self._dims[dim]
        return [] if base_dim is None else _cuts(indices[one], self.base.block[base_dim])

    def _part(self, place: Place, full: bool = True) -> numpy.ndarray:
        return self._arranged(self.base._part_of(self._ranges(place)), place, full)

    def _read(self, picked: Sequence[range]) -> numpy.ndarray:
        whole = tuple(slice(0, len(one)) for one in picked)
        seen = self._of_ranges(picked)
        made = seen._arranged(self.base._read(seen._ranges(whole)), whole)
        return made if made.flags.writeable and made.flags.c_contiguous else made.copy()

    def _of_ranges(self, picked: Sequence[range]) -> View:
        return View(self.base, [(dim, indices[one.start:one.stop:one.step] if one.step > 0 else _picked_range(indices, one))
                                for (dim, indices), one in zip(self._dims, picked)], self._fixed, self._field, self._readonly)

    def _write(self, picked: Sequence[range], values: numpy.ndarray) -> None:
        base, placed = self._to_base(picked, values)
        self.base._write(base, placed)

    def _to_base(self, picked: Sequence[range], values: numpy.ndarray) -> tuple[list[range], numpy.ndarray]:
        """The elements' indices in the base, and values for them in its order of dimensions."""
        if self._field is not None:
            raise TypeError(f'{self!r} is a part of elements, which all threads assign together')
        self._must_be_writable()
        view = self._of_ranges(picked)
        ranges = view._ranges(tuple(slice(0, extent) for extent in view.shape))
        values = values[tuple(0 if dim is None else slice(None) for dim, _ in self._dims) + (...,)]
        order = [dim for dim, _ in self._dims if dim is not None]
        return ranges, values.transpose(numpy.argsort(order)).reshape([len(one) for one in ranges])

    def _read_one(self, index: Sequence[int]) -> Any:
        value = self.base._read_one(self.base_index(index))
        return value if self._field is None else _component(value, self._field)

    def _numbered(self, numbers: numpy.ndarray) -> tuple[Array, numpy.ndarray]:
        if self._field is not None:
            raise TypeError(f'{self!r} is a part of elements; copy() gives an array')
        made = numpy.zeros(numbers.shape, 'i8')
        at = dict(zip((dim for dim, _ in self._dims), numpy.unravel_index(numbers.astype('i8'), self.shape))) if self.ndim else {}
        for dim, extent in enumerate(self.base.shape):
            indices = dict(self._dims).get(dim)
            own = self._fixed[dim] if indices is None else indices.start + indices.step * at[dim]
            made = made * extent + own
        return self.base, numpy.ascontiguousarray(made, numpy.uintp)

    def _own_pieces(self) -> Iterator[tuple[Place, numpy.ndarray]]:
        for _, place, tile in self._own():
            yield place, tile

    def _own(self) -> Iterator[tuple[tuple[int, ...], Place, numpy.ndarray]]:
        """For each own block of the base with elements of the view: its index, their place in the view, and they."""
        if self.size == 0:
            return
        for index, tile in self.base.local:
            found = [_inside(indices, at * size, (at + 1) * size)
                     for indices, at, size in zip(self._ranges(tuple(slice(0, n) for n in self.shape)), index, self.base.block)]
            if all(one.start < one.stop for one in found):
                place = tuple(slice(0, len(indices)) if dim is None else found[dim] for dim, indices in self._dims)
                starts = [at * size for at, size in zip(index, self.base.block)]
                inside = tuple(_as_slice(indices, start) for indices, start in zip(self._ranges(place), starts))
                yield index, place, self._arranged(tile[inside + (...,)], place)

    @property
    def local(self) -> list[tuple[tuple[int, ...], numpy.ndarray]]:
        return [(index, self._as_given(tile)) for index, _, tile in self._own()]

    # ---- all threads call ----

    @_agreement.collective
    def fill(self, value: Any) -> None:
        assign(self, _values.element(value, self.dtype)[0])

    @_agreement.collective
    def copy(self, order: str = 'C') -> Array:
        return self._laid_out(*self._layout_of_copy)

    def save(self, path: Any, codec: str | None = None, *, wait: bool = True) -> Any:
        return self.copy().save(path, codec, wait=wait)

    def redistribute(self, block: Any = None, grid: Any = None) -> Array:
        grid = tuple(grid or ())
        return self._laid_out(_layouts.block_of(block, self.shape, grid, threads()), grid)

    @_agreement.collective
    def _laid_out(self, block: Sequence[int], grid: Sequence[int]) -> Array:
        made = Array(self.shape, block, grid, self.dtype, zeroed=False)
        with self.opened(), _agreement.together():
            for place, tile in made._own_pieces():
                read_into(self, place, tile)
        return made

    def _in_one_piece(self) -> numpy.ndarray:
        whole = tuple(slice(0, extent) for extent in self.shape)
        if any(self._cuts(dim, one) for dim, one in enumerate(whole)):
            raise BufferError(f'{self!r} lies in several pieces of memory; its tiles have __dlpack__ too')
        current.has_others = True
        return self._part(whole)

    def _told(self) -> str:
        return f'view of {self.base._told()}, dimensions {self._dims}, {self._fixed}{f", {self._field}" if self._field else ""}'

    def __repr__(self) -> str:
        return f'<upc_stride.View {self.shape} {self.dtype} of {self.base!r}>'

    def _repr_html_(self) -> str:
        return html.escape(repr(self))


def _picked_range(indices: range, one: range) -> range:
    """The indices that a range of a negative step picks from others."""
    if len(one) == 0:
        return indices[0:0]
    return indices[one[0]:(one[-1] - 1 if one[-1] > 0 else None):one.step]


def _cuts(indices: range, size: int) -> list[int]:
    """Where among the indices a new block of this size begins, but for the first."""
    if len(indices) == 0 or indices[0] // size == indices[-1] // size:
        return []
    made: list[int] = []
    at = 0
    while True:
        block = indices[at] // size
        edge = (block + 1) * size if indices.step > 0 else block * size - 1
        at = -(-(edge - indices.start) // indices.step)
        if at >= len(indices):
            return made
        made.append(at)


def _inside(indices: range, low: int, high: int) -> slice:
    """Which of the indices are in low..high - 1: they are consecutive ones."""
    start, step = indices.start, indices.step
    if step > 0:
        first, after = -((start - low) // step), -((start - high) // step)
    else:
        first, after = (start - high) // -step + 1, (start - low) // -step + 1
    return slice(max(0, first), max(0, min(len(indices), after)))


# ---- making views ----

def seen(x: Array) -> View:
    """The array as a view of all its elements."""
    if isinstance(x, View):
        return x
    return View(x, [(dim, range(extent)) for dim, extent in enumerate(x.shape)], {})


class _All:
    """What `of_dims` asks a view for, of all elements of an array."""

    def __init__(self, base: Array):
        self.base, self.ndim, self._readonly, self._field = base, base.ndim, base._readonly, None
        self._fixed: dict[int, int] = {}
        self._dims = [(dim, range(extent)) for dim, extent in enumerate(base.shape)]


def of_dims(x: Array, pick: Callable[[View], tuple[Sequence[Dim], dict[int, int]]], readonly: bool = False) -> View:
    """A view of an array or of a view: `pick` gives its dimensions and those with one index."""
    view: Any = x if isinstance(x, View) else _All(x)
    _ = x._handle
    dims, fixed = pick(view)
    return View(view.base, dims, fixed, view._field, view._readonly or readonly)


def component_of(x: Array, field: str | Sequence[str]) -> View:
    """A view of a part of each element."""
    view, names = seen(x), x.dtype.names
    if view._field is not None and not isinstance(view._field, tuple):
        raise TypeError(f'{x!r}: a part of a part of elements, must be taken of copy()')
    if names:
        none: Any = numpy.empty(0, x.dtype)
        none[field]  # raises what NumPy raises of other names
    if names and isinstance(field, str) and x.dtype[field].subdtype is not None:
        raise TypeError(f'{x!r}: its field {field!r} has several values, and is no view; to_numpy()[{field!r}] has them')
    return View(view.base, view._dims, view._fixed, field if isinstance(field, str) else tuple(field), view._readonly)


def picked_by(x: Array, entries: Sequence[Any]) -> View:
    """What slices, integers and new axes (None) pick, of which there is one for each dimension."""
    def pick(view: View) -> tuple[Sequence[Dim], dict[int, int]]:
        dims: list[Dim] = []
        fixed, rest = dict(view._fixed), iter(view._dims)
        for one in entries:
            if one is None:
                dims.append((None, range(1)))
                continue
            dim, indices = next(rest)
            if isinstance(one, slice):
                picked = indices[one]
                dims.append((dim, picked if len(picked) else range(0)))
                continue
            if not -len(indices) <= one < len(indices):
                raise IndexError(f'{one}, must be in {-len(indices)}..{len(indices) - 1}')
            if dim is not None:
                fixed[dim] = indices[one]
        return dims, fixed
    return of_dims(x, pick)


def broadcasted(x: Array, shape: Sequence[int]) -> View:
    """A view of a shape that x is broadcast to. It is read-only."""
    def pick(view: View) -> tuple[Sequence[Dim], dict[int, int]]:
        fixed, more = dict(view._fixed), len(shape) - view.ndim
        dims: list[Dim] = [(None, range(extent)) for extent in shape[:more]]
        for (dim, indices), extent in zip(view._dims, shape[more:]):
            if len(indices) == 1 and extent != 1:
                if dim is not None:
                    fixed[dim] = indices[0]
                dim, indices = None, range(extent)
            dims.append((dim, indices))
        return dims, fixed
    return of_dims(x, pick, readonly=True)


# ---- reading and writing by pieces ----

_MOST_PIECES = 64  # of a tile of the result; with more, each thread reads one copy


def pieces(place: Place, cuts: Sequence[Sequence[int]]) -> Iterator[Place]:
    """The place, cut at these offsets in each dimension."""
    bounds = [[0, *some, one.stop - one.start] for some, one in zip(cuts, place)]
    for ends in itertools.product(*(zip(one, one[1:]) for one in bounds)):
        yield tuple(slice(at.start + low, at.start + high) for at, (low, high) in zip(place, ends))


def joint_cuts(views: Sequence[View], place: Place) -> list[list[int]] | None:
    """Where a place is cut so that each part lies in one block of each of the bases. None: in too many parts."""
    made = [sorted({at for view in views for at in view._cuts(dim, one)}) for dim, one in enumerate(place)]
    return made if math.prod(len(one) + 1 for one in made) <= _MOST_PIECES else None


def read_into(view: View, place: Place, tile: numpy.ndarray) -> None:
    """Copies the elements at a place into a tile, of any type."""
    cuts = joint_cuts([view], place)
    if cuts is None:
        tile[...] = view._read([range(one.start, one.stop) for one in place])
        return
    for part in pieces(place, cuts):
        tile[tuple(slice(one.start - at.start, one.stop - at.start) for one, at in zip(part, place)) + (...,)] = view._part(part)


def memory_of(x: Array) -> Any:
    return seen(x).base._tiles


def same_elements(one: Array, other: Array) -> bool:
    """Whether they have the same element, or the same part of it, at each place."""
    first, second = seen(one), seen(other)
    return all(getattr(first, name) == getattr(second, name) for name in ('_field', '_dims', '_fixed')) and first.base is second.base


def apart_from(value: Any, out: Sequence[Any]) -> Any:
    """An operand that may be read while `out` is written: a copy, if other elements of it are in the same memory."""
    if out and isinstance(value, Array) and any(isinstance(one, Array) and memory_of(one) is memory_of(value) and not same_elements(one, value)
                                        for one in out):
        return value.copy()
    return value


def readable(x: Array) -> Array:
    """The array, of which any thread may read any element: of the program's memory a copy. All threads call."""
    return x if not x._is_of_memory or seen(x).base._open else x.copy()


def assign(to: Array, value: Any) -> None:
    """Gives elements other values, which are broadcast. All threads call, in an operation."""
    to._must_be_writable()
    if isinstance(value, Array):
        given = broadcasted(apart_from(readable(value), [to]), to.shape)
        with _agreement.together():
            for place, tile in to._own_pieces():
                read_into(given, place, tile)
        return
    value = numpy.broadcast_to(value, to.shape)
    with _agreement.together():
        for place, tile in to._own_pieces():
            tile[...] = value[place]


# ---- functions that need arrays with blocks of their own ----

def whole(x: Any) -> Any:
    """Views in it as arrays. All threads call."""
    if isinstance(x, View):
        return x.copy()
    return type(x)(whole(one) for one in x) if type(x) in (list, tuple) and any(isinstance(one, (View, list, tuple)) for one in x) else x


def of_arrays(function: Function) -> Function:
    """The function is given arrays in place of views. What it writes into `out` becomes the elements of a view."""
    names = list(inspect.signature(function).parameters)
    at = names.index('out') if 'out' in names else -1

    @functools.wraps(function)
    def called(*arguments: Any, **options: Any) -> Any:
        if 0 <= at < len(arguments):
            options['out'], arguments = arguments[at], arguments[:at] + arguments[at + 1:]
            if len(arguments) > at:
                options.update(zip(names[at + 1:], arguments[at:]))
                arguments = arguments[:at]
        out = options.get('out')
        made = function(*(whole(one) for one in arguments), **{name: whole(one) for name, one in options.items()})
        if isinstance(out, Array):
            if isinstance(out, View):
                assign(out, made)
            return out
        return made
    return called  # type: ignore[return-value]
