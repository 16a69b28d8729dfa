# SPDX-License-Identifier: BSD-3-Clause
"""Sections of arrays from Python's indices and slices. A section that is made once may be used in many calls."""
from __future__ import annotations

import ctypes
import functools
import itertools
import math
import operator
from typing import TYPE_CHECKING, Any, Callable, Generic, Iterator, Sequence, TypeVar

import numpy

from .._base import _library, _values
from .._base._start import calling, checked, library, threads

if TYPE_CHECKING:
    from .._arrays._arrays import Array


def interval(key: Any, extent: int) -> tuple[_library.Interval, range]:
    """One index or slice of Python as an interval of the library, which includes both bounds; and the indices it picks."""
    if isinstance(key, slice):
        start, stop, step = key.indices(extent)
        picked = range(start, stop, step)
        if len(picked) == 0:
            return _library.Interval(_library.STEP, 1, 1, 0), picked
        return _library.Interval(_library.STEP, picked[0], step, picked[-1]), picked
    if isinstance(key, (bool, numpy.bool_)):  # which Python takes for 1 and 0, and so does NumPy before 2
        raise IndexError(f'{key}, must be an integer or a slice')
    try:
        at = operator.index(key)
    except TypeError:
        raise TypeError(f'an index of type {type(key).__name__}, must be an integer or a slice') from None
    at += extent if at < 0 else 0
    if not 0 <= at < extent:
        raise IndexError(f'{key}, must be in {-extent}..{extent - 1}')
    return _library.Interval(_library.AT, at, 1, 0), range(at, at + 1)


def parts(picked: range, size: int) -> Iterator[tuple[int, slice, slice]]:
    """For each run of indices in one block of `size`: the block, where they are in it, and where among those picked."""
    start, step = 0, picked.step
    while start < len(picked):
        block, inside = divmod(picked[start], size)
        rest = size - 1 - inside if step > 0 else inside
        count = min(len(picked) - start, rest // abs(step) + 1)
        stop = inside + count * step
        yield block, slice(inside, stop if stop >= 0 else None, step), slice(start, start + count)
        start += count


def full_key(key: Any, ndim: int) -> tuple:
    """The key with an index or slice for each dimension."""
    key = key if isinstance(key, tuple) else (key,)
    dots = [at for at, one in enumerate(key) if one is Ellipsis]
    if len(key) - len(dots) > ndim or len(dots) > 1:
        raise IndexError(f'{len(key)} indices of an array with {ndim} dimensions')
    if dots:
        key = key[:dots[0]] + (slice(None),) * (ndim - len(key) + 1) + key[dots[0] + 1:]
    return key + (slice(None),) * (ndim - len(key))


class Section:
    """Blocks or elements of an array."""

    def __init__(self, array: Array, key: Any, extents: Sequence[int]):
        self.array = array
        self.section = _library.Section(array._handle, None, 0, len(array._layout.stored))
        self.picked: list[range] = []
        intervals = self.section.interval
        for dim, (one, extent) in enumerate(zip(full_key(key, array.ndim) or (0,), extents or (1,))):
            intervals[dim], picked = interval(one, extent)
            self.picked.append(picked)
        self._reference = ctypes.byref(self.section)

    def _checked_reference(self) -> Any:
        """What the library's calls take. It names the library's array, which another array may have after a free."""
        _ = self.array._handle
        return self._reference

    @functools.cached_property
    def is_of_all(self) -> bool:
        """Whether a call with it is one of all threads. It is one at least if this is the whole of an array of which each thread has a block."""
        array, whole = self.array, self.array.shape if isinstance(self, Elements) else self.array.nblocks
        if [len(picked) for picked in self.picked] != [*(whole or (1,))]:
            return False
        if array.grid and math.prod(array.grid) != threads():
            return False
        has = zip(array.nblocks, array.grid) if array.grid else [(math.prod(array.nblocks), threads())]
        return array.size > 0 and all(blocks >= owners for blocks, owners in has)

    @property
    def written(self) -> Any:
        """The section, for a call that writes to it."""
        self.array._must_be_writable()
        return self

    def _told(self) -> str:
        return f'{type(self).__name__.lower()} {self.picked} of {self.array._told()}'

    def __len__(self) -> int:
        return math.prod(len(picked) for picked in self.picked)

    def __reduce__(self) -> Any:
        raise TypeError('a section of a distributed array is not pickled; make it again on each thread')


class Blocks(Section):
    """Some blocks of an array, for the collectives: ``A.blocks[0, 1:3]``.

    Attributes
    ----------
    array : Array
    picked : list of range
        The indices of the blocks in each dimension.
    """

    def __init__(self, array: Array, key: Any):
        super().__init__(array, key, array.nblocks)
        first = [picked[0] * size if len(picked) else 0 for picked, size in zip(self.picked, array.block)]
        self._start = array._place(first)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """The indices of the blocks, in the section's order."""
        return itertools.product(*self.picked)

    @property
    def reference(self) -> Any:
        return self._checked_reference()

    @property
    def start(self) -> _library.Pointer:
        """Where the first block is."""
        _ = self.array._handle
        return self._start

    @property
    def elements_reference(self) -> Any:
        raise TypeError('a section of blocks, made by A.blocks[..]; this call takes elements, A.elements[..]')

    def is_here(self) -> bool:
        """True if the caller owns at least one of these blocks. Any thread calls, alone.

        Examples
        --------
        >>> A = us.zeros(us.threads(), block=1)
        >>> A.blocks[us.thread()].is_here()
        True
        """
        return checked(library().have_affinity(self.reference)) == 1


class Elements(Section):
    """Some elements of an array, for `copy` and `transform`: ``A.elements[0:10, ::2]``.

    Examples
    --------
    >>> A, B = us.array(numpy.arange(6)), us.zeros(3, dtype='i8')
    >>> us.copy(B.elements[:], A.elements[::2])
    >>> B.tolist()
    [0, 2, 4]
    """

    def __init__(self, array: Array, key: Any):
        super().__init__(array, key, array.shape)
        self._key = full_key(key, array.ndim)

    @property
    def elements_reference(self) -> Any:
        return self._checked_reference()

    @property
    def reference(self) -> Any:
        raise TypeError('a section of elements, made by A.elements[..]; this call takes blocks, A.blocks[..]')

    start = reference

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the elements as a NumPy array."""
        return tuple(len(picked) for picked, one in zip(self.picked, self._key) if isinstance(one, slice))

    def to_numpy(self) -> numpy.ndarray:
        """The elements as a NumPy array. Any thread calls, alone, and reads them from all other threads too.

        Examples
        --------
        >>> us.array(numpy.arange(6)).elements[1:6:2].to_numpy()
        array([1, 3, 5])
        """
        return self.array._read(self.picked).reshape(self.shape)

    def put(self, values: Any) -> None:
        """Writes the elements. Any thread calls, alone, and writes them on all other threads too. They are seen after a barrier.

        Examples
        --------
        >>> A = us.zeros(4)
        >>> if us.thread() == 0:
        ...     A.elements[1:3].put([5, 6])
        >>> us.barrier()
        >>> A.tolist()
        [0.0, 5.0, 6.0, 0.0]
        """
        self.written.array._write(self.picked, self._of_shape(_values.assigned(values, self.array.dtype)))

    def add(self, values: Any, op: str = 'sum') -> None:
        """Changes the elements, ``element = element op value``. Any thread may call, several at the same time: each change is
        atomic.

        Parameters
        ----------
        values : array_like
            A value for each element, or what NumPy broadcasts to their shape.
        op : str
            As in `reduce`; for complex numbers 'sum'.

        Examples
        --------
        >>> A = us.zeros(4)
        >>> A.elements[1:3].add(1)                    # each thread
        >>> us.barrier()
        >>> bool((A[1:3] == us.threads()).all())
        True
        """
        dtype = self.array.dtype
        operation, number = _values.accumulation(op, dtype)
        given = self._of_shape(_values.operand(values, dtype, op))
        section = self.written.elements_reference
        if given.size:
            checked(calling('acc_patch')(section, operation, number, given.ctypes.data, None))

    def _of_shape(self, values: numpy.ndarray) -> numpy.ndarray:
        return numpy.ascontiguousarray(numpy.broadcast_to(values, self.shape))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray:
        return numpy.asarray(self.to_numpy(), dtype)


_Made = TypeVar('_Made')


class Indexer(Generic[_Made]):
    """A.blocks, A.elements or A.tile, without the brackets that follow. It keeps what it has made for indices without a
    slice, since a loop over blocks asks for the same indices again."""

    _MOST = 4096

    def __init__(self, array: Array, make: Callable[[Array, Any], _Made], kept: dict[Any, _Made]):
        self._array, self._make, self._kept = array, make, kept

    def __getitem__(self, key: Any) -> _Made:
        try:
            return self._kept[key]
        except KeyError:
            pass
        except TypeError:  # a slice has no hash
            return self._make(self._array, key)
        if len(self._kept) >= self._MOST:
            self._kept.clear()
        made = self._kept[key] = self._make(self._array, key)
        return made
