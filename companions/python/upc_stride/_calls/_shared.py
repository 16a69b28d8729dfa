# SPDX-License-Identifier: BSD-3-Clause
"""Memory of the package's own, with a block for each thread, in which threads tell each other small things."""
from __future__ import annotations

import ctypes
import itertools
import operator
from types import FrameType
from typing import Any, Callable, Sequence

import numpy

from .._base import _library, _values
from .._base._start import at_finalize, calling, checked, in_checked_mode, library, thread, threads


class Shared:
    """A block of `count` values for each thread. All threads make it. It stays until the end."""

    def __init__(self, count: int, dtype: Any):
        self.dtype = numpy.dtype(dtype)
        self.handle = calling('all_alloc')(1, _library.sizes([threads() * count]), _library.sizes([count]), self.dtype.itemsize, 0,
                                            _library.ints([]))
        if not self.handle:
            checked(-1)
        address = library().own_block(self.handle, 0, _library.sizes([0]))
        memory: Any = (ctypes.c_char * (count * self.dtype.itemsize)).from_address(address)
        self.mine = numpy.frombuffer(memory, self.dtype)
        self._all = self._blocks(_library.Interval(_library.ALL, 0, 1, 0))

    def _blocks(self, interval: _library.Interval) -> _library.Section:
        section = _library.Section(self.handle, None, 0, 1)
        section.interval[0] = interval
        return section

    @property
    def all(self) -> Any:
        """The blocks of all threads, for a collective."""
        return ctypes.byref(self._all)

    def put(self, place: int, value: Any) -> None:
        """Writes one value, counted from the first thread's. Any thread may."""
        given = numpy.full(1, value, self.dtype)
        checked(library().put(library().at(self.handle, _library.sizes([place])), given.ctypes.data, self.dtype.itemsize))

    def start_of(self, place: int) -> _library.Pointer:
        return library().at(self.handle, _library.sizes([place]))

    def free(self) -> None:
        """All threads call."""
        checked(calling('all_free')(self.handle))


def barrier(frame: FrameType | None = None) -> None:
    """Of all threads, in a line of the program that may be known. One thread waits for nobody."""
    if threads() == 1:
        _ = library().barrier_all  # an error in a process that the thread has forked
    elif calling('barrier_all', frame)() < 0:
        checked(-1)


FEW = 4096  # bytes of a thread's block in the two that are kept for values of few bytes
_kept: dict[str, Shared] = {}
_known: dict[str, bool] = {}


@at_finalize
def _forget() -> None:
    _kept.clear()
    _few.clear()
    _known.clear()
    Places.forget()


def is_kept(name: str) -> bool:
    return name in _kept


def kept(name: str, count: int, dtype: Any) -> Shared:
    """The shared memory of this name. The first call makes it, so all threads call."""
    if name not in _kept:
        _kept[name] = Shared(count, dtype)
    return _kept[name]


def all_are_near() -> bool:
    """Whether all threads share memory by address: the same on all of them. All threads call."""
    if 'near' not in _known:
        near = all(near_blocks(kept('parts', FEW, 'u1')))
        _known['near'] = bool(over_threads(numpy.array([near], 'u1'), 'min')[0])
    return _known['near']


def near_blocks(own: Shared) -> list[Any]:
    """The address of each thread's block; None: the caller does not share its memory."""
    return [library().near_block(own.handle, _library.sizes([one])) for one in range(threads())]


_MOST_SEEN = 8  # threads, each of which reads the values of all


def all_see() -> bool:
    """Whether each thread sees the values of all: the same on all of them. It says no while the threads start, and in checked mode, which
    compares collectives, but takes the barrier of a thread that tells values for any other barrier."""
    return _known.get('near', False) and threads() <= _MOST_SEEN and not in_checked_mode()


class Places:
    """Where a few threads that share memory tell each other values, in a third of the time of a collective: a thread writes its own, and
    reads those of the others after a barrier. Each has two places, in turn. Before a thread writes to one again, all have read it: they have
    begun the next use in between."""

    AT = 16             # where the values begin: the state of an operation is before them, in the same line of a cache
    EACH = AT + FEW + 48  # bytes of a place
    next = itertools.cycle((1, 0)).__next__  # gives the place for the next values
    _blocks: list[Any] = []
    _words: list[list[memoryview]] = []

    @classmethod
    def blocks(cls) -> list[Any]:
        """The memory of each thread: both places. All threads call."""
        if not cls._blocks:
            if threads() == 1:
                cls._blocks.append((ctypes.c_char * (2 * cls.EACH))())
            else:
                near = near_blocks(kept('places', 2 * cls.EACH, 'u1'))
                cls._blocks.extend((ctypes.c_char * (2 * cls.EACH)).from_address(one) for one in near)
        return cls._blocks

    @classmethod
    def arrays(cls, shape: Any, dtype: numpy.dtype) -> list[list[numpy.ndarray]]:
        """The values as arrays, by place and thread. All threads call."""
        return [[numpy.ndarray(shape, dtype, block, at + cls.AT) for block in cls.blocks()] for at in (0, cls.EACH)]

    @classmethod
    def words(cls) -> list[list[memoryview]]:
        """All words of the places: first the state, from AT on the values."""
        if not cls._words:
            cls._words.extend([memoryview(block).cast('B')[at:at + cls.EACH].cast('q') for block in cls.blocks()] for at in (0, cls.EACH))
        return cls._words

    @classmethod
    def forget(cls) -> None:
        cls._blocks.clear()
        cls._words.clear()


def over_threads(values: numpy.ndarray, op: Any) -> numpy.ndarray:
    """Combines the arrays of all threads, which have one shape, element by element. Every thread gets the result.

    No barrier follows: the call ends on no thread before all values have arrived, and its next use begins on all threads.
    """
    if threads() == 1 or values.size == 0:
        return values
    key = op, values.dtype, values.size, _known.get('near')
    call = _few.get(key)
    if call is None:
        few = values.nbytes <= FEW
        if few and _Seen.fits(op, values.dtype):
            call = _Seen(op, values.dtype, values.size)
        else:
            call = _Combined(op, values.dtype, values.size,
                             *(kept(name, FEW, 'u1') if few else Shared(values.nbytes, 'u1') for name in ('parts', 'combined')))
        if few and isinstance(op, (str, numpy.ufunc)) and len(_few) < 100:
            _few[key] = call
    result = call.of(values if values.ndim == 1 else values.reshape(-1))
    if values.nbytes > FEW and isinstance(call, _Combined):
        call.free()
    return result if values.ndim == 1 else result.reshape(values.shape)


_OF_WORDS: dict[str, Callable[[int, int], int]] = {'bitwise_and': operator.and_, 'bitwise_or': operator.or_, 'max': max}


def words_over_threads(words: Sequence[int], op: str) -> Sequence[int]:
    """The same of a few integers of Python, with fewer steps: after an operation that has filled the caches, each is slow."""
    if threads() == 1:
        return words
    if not all_see() or 8 * len(words) > FEW:
        return over_threads(numpy.array(words, 'i8'), op).tolist()
    parts, combine, first = Places.words()[Places.next()], _OF_WORDS[op], Places.AT // 8
    mine = parts[thread()]
    for at, word in enumerate(words):
        mine[first + at] = word
    barrier()
    for one in parts:
        words = list(map(combine, words, one[first:]))
    return words


def disjoint(values: numpy.ndarray) -> numpy.ndarray:
    """Combines arrays in which each element is zero on all threads but one, of any type. Every thread gets the result."""
    return over_threads(values.reshape(-1).view('u1'), 'bitwise_or').view(values.dtype).reshape(values.shape)


def from_each(values: numpy.ndarray) -> numpy.ndarray:
    """The arrays of all threads, which have one shape, as the rows of one array. Every thread gets it."""
    rows = numpy.zeros((threads(), *values.shape), values.dtype)
    rows[thread()] = values
    return disjoint(rows)


class _Combined:
    """The arguments of a reduction of values, which lie in shared memory."""

    def __init__(self, op: Any, dtype: numpy.dtype, count: int, parts: Shared, combined: Shared):
        self._parts, self._combined = (one.mine[:count * dtype.itemsize].view(dtype) for one in (parts, combined))
        form, how = _values.combination(op, dtype, False)
        self._name, self._arguments = 'reduce_all' + form, (combined.all, parts.all, count, *how, 0)
        self._may_overflow = op == 'sum' and dtype.kind in 'fc'
        self._shared = parts, combined

    def of(self, values: numpy.ndarray) -> numpy.ndarray:
        self._parts[...] = values
        checked(calling(self._name)(*self._arguments))
        _values.raise_failure()
        if self._may_overflow and not numpy.isfinite(self._combined).all():
            return numpy.add.reduce(from_each(values))  # which warns of what led to it
        return self._combined.copy()

    def free(self) -> None:
        for one in self._shared:
            one.free()


class _Seen:
    """The same in places (`Places`)."""

    _UFUNCS: dict[Any, numpy.ufunc] = {'bitwise_or': numpy.bitwise_or, 'bitwise_and': numpy.bitwise_and, 'sum': numpy.add,
                                       'max': numpy.maximum, 'min': numpy.minimum}

    @classmethod
    def fits(cls, op: Any, dtype: numpy.dtype) -> bool:
        """The minimum and maximum of real numbers are other ones than NumPy's where a value is NaN."""
        kinds = 'iufc' if op == 'sum' else 'iu'
        return all_see() and isinstance(op, str) and op in cls._UFUNCS and dtype.kind in kinds and dtype.isnative and dtype.char != 'e'

    def __init__(self, op: str, dtype: numpy.dtype, count: int):
        self._parts = Places.arrays(count, dtype)
        self._own = [parts[thread()] for parts in self._parts]
        self._combine, self._may_overflow = self._UFUNCS[op], op == 'sum' and dtype.kind in 'fc'

    def of(self, values: numpy.ndarray) -> numpy.ndarray:
        turn = Places.next()
        parts = self._parts[turn]
        self._own[turn][...] = values
        barrier()
        if self._may_overflow:
            return numpy.add.reduce(parts)  # as a reduction of NumPy it warns
        result = self._combine(parts[0], parts[1])
        for one in parts[2:]:
            self._combine(result, one, out=result)
        return result


_few: dict[tuple, _Combined | _Seen] = {}  # those of few values: the library finds the plan of a call with the same arguments


def from_thread(root: int, text: bytes) -> bytes:
    """Bytes of one thread, on every thread."""
    if threads() == 1:
        return text
    length = int(over_threads(numpy.array([len(text) if thread() == root else 0], 'i8'), 'max')[0])
    few = length <= FEW
    copies = kept('combined', FEW, 'u1') if few else Shared(length, 'u1')
    own = kept('parts', FEW, 'u1') if few else Shared(length, 'u1')
    if thread() == root:
        own.mine[:length] = numpy.frombuffer(text, 'u1')
    checked(calling('broadcast')(copies.all, own.start_of(root * len(own.mine)), length, 0))
    made = copies.mine[:length].tobytes()
    if not few:
        copies.free()
        own.free()
    return made
