# SPDX-License-Identifier: BSD-3-Clause
"""When the memory of arrays is given back. All threads must free an array together, but each of them drops it, or the last
of its tiles, at a time of its own. Some allocations therefore ask which arrays no thread refers to any more. The memory of a
few of these is kept for the next arrays of the same layout: the results of expressions then lie where earlier ones were."""
from __future__ import annotations

import collections
import ctypes
import gc
import math
from typing import Any, Sequence
import weakref

import numpy

from .._base import _layouts, _library
from .._base._start import at_finalize, calling, checked, current, library, threads
from .._calls import _agreement

# An allocation asks if since the last question there were so many arrays, or so many bytes on a thread.
_ARRAYS, _BYTES = 16, 1 << 20


_new: Any = object.__new__


class Tiles:
    """An array and each of its tiles refer to this object. It lives as long as one of them does on this thread."""

    __slots__ = 'entry', 'freed', '__weakref__'
    entry: _Entry
    freed: bool


class _Entry:
    """An array that is not freed: its handle, its tiles, and its memory once the program has freed it."""

    tiles: weakref.ref[Tiles]  # of the array that has the memory, or had it last

    def __init__(self, handle: int, kind: tuple, of: numpy.ndarray | None, kept: list[_Entry]):
        self.handle, self.kind = handle, kind
        self.memory: _library.Pointer | None = None
        self.kept = kept                         # where it waits for the next array
        self.of = of                             # the program's memory, which the library uses until it has freed the array
        self.addresses: list[int] | None = None  # of the caller's blocks, once they are known
        self.bare: tuple[Any, Any, list[numpy.ndarray]] = None, None, []  # layout, type and blocks of the last array that asked for them

    def begin(self) -> Tiles:
        """An array gets the memory."""
        tiles = _new(Tiles)  # an __init__ takes longer than all of this
        tiles.entry, tiles.freed = self, False
        self.tiles = weakref.ref(tiles)
        return tiles

    def note(self) -> None:
        """The array is freed: no object that refers to it has elements any more."""
        tiles = self.tiles()
        if tiles is not None:
            tiles.freed = True

    def free(self) -> None:
        self.note()
        if self.memory is None:
            checked(calling('all_free')(self.handle))
        else:
            checked(calling('all_free_memory')(self.memory))


# Of large and of small ones. No more large ones than it keeps gather until an allocation asks.
_MOST = 8, 2 * _ARRAYS
_SMALL = _BYTES // _MOST[False]
_kept: tuple[list[_Entry], list[_Entry]] = [], []  # whose memory the next array of the same layout gets: the same on all threads
entries: dict[int, _Entry] = {}  # by number, of the same arrays on all threads and in the same order


# The numbers of the last arrays. One thread need not ask others: a new array gets the memory of one of these that it refers to no more, which
# caches have. An expression in a loop has its result, that of the turn before, and a temporary one.
_last: collections.deque[int] = collections.deque(maxlen=4)
_aliases: set[int] = set()  # the handles of other shapes of arrays, which any thread frees by itself


def alias(of: object, place: _library.Pointer, shape: Sequence[int], block: Sequence[int], grid: Sequence[int]) -> int:
    """A handle for the memory from a place on under another shape, for an object: it is given back with the object."""
    handle = library().view(place, len(shape), _library.sizes(shape), _library.sizes(block), of.itemsize,  # type: ignore[attr-defined]
                            len(grid), _library.ints(grid))
    if not handle:
        checked(-1)
    _aliases.add(handle)
    weakref.finalize(of, _free_alias, handle).atexit = False
    return handle


def _free_alias(handle: int) -> None:
    if handle in _aliases:
        _aliases.remove(handle)
        checked(library().all_free(handle))


class _Since:
    """What was allocated since the last question, and the number of the last array."""

    def __init__(self) -> None:
        self.arrays = self.nbytes = self.number = 0


_since = _Since()


@at_finalize
def _forget() -> None:
    _aliases.clear()
    _last.clear()
    for kept in _kept:
        kept.clear()
    for made in _layouts.layout, _layouts.spread_out:  # the next threads may own other blocks
        made.cache_clear()
    for entry in entries.values():
        entry.note()
    entries.clear()


def allocated(layout: _layouts.Layout, itemsize: int, of: numpy.ndarray | None = None, zeroed: bool = True) -> tuple[int, int, Tiles]:
    """A new array of the library, or a view of the caller's memory: its handle, its number here, and its tiles. All threads
    call. If it is not `zeroed`, the caller writes all elements before a barrier; only padding is zero."""
    entry: _Entry | None
    kind = layout.of_library, itemsize
    if current.threads == 1 and of is None:
        for number in _last:
            entry = entries.get(number)
            if entry is not None and entry.tiles() is None and entry.kind == kind and entry.memory is None and entry.of is None:
                if zeroed or layout.has_padding:
                    _clear(entry.handle, kind, zeroed)
                return entry.handle, number, entry.begin()
    if current.asks:
        _ask_if_due()
    nbytes = layout.size * itemsize // threads()
    _since.arrays += 1
    _since.nbytes += nbytes
    current.asks = _since.arrays >= _ARRAYS or _since.nbytes >= _BYTES
    kept = _kept[nbytes <= _SMALL]
    entry = _reused(kept, kind) if of is None else None
    if entry is None:
        entry = _Entry(_made(kind, of), kind, of, kept)
    elif zeroed or layout.has_padding:
        _clear(entry.handle, kind, zeroed)
        if zeroed:
            _agreement.barrier()  # before another thread writes there
    tiles = entry.begin()
    _since.number += 1
    entries[_since.number] = entry
    _last.appendleft(_since.number)
    return entry.handle, _since.number, tiles


@_agreement.at_begin
def _ask_if_due() -> bool:
    """Asks which arrays are unused, if much was allocated since the last question. An operation does so at its beginning, where the
    answer costs what a barrier costs. So most allocations ask nothing. All threads call: what was allocated is the same on all."""
    if not current.asks or not entries or _since.nbytes < _BYTES and _since.arrays < len(entries) // 4:
        return False
    _free_unused(list(entries))
    return True


def _made(kind: tuple, of: numpy.ndarray | None) -> int:
    (shape, block, grid), itemsize = kind
    memory = () if of is None else (of.ctypes.data if of.size else None, of.nbytes)
    name = 'all_alloc' if of is None else 'array_of'
    arguments = (*memory, len(shape), _library.sizes(shape), _library.sizes(block), itemsize, len(grid), _library.ints(grid))
    handle = calling(name)(*arguments)
    if not handle and b'must fit the shared heap' in library().last_error():
        gc.collect()  # an array that its sections refer to is in a cycle
        freed = _free_unused(list(entries)) + sum(map(len, _kept))
        for kept in _kept:
            while kept:
                kept.pop().free()
        if freed:
            handle = calling(name)(*arguments)
    if not handle:
        checked(-1)
    return handle


def _reused(kept: list[_Entry], kind: tuple) -> _Entry | None:
    """The memory of an array of this layout that no thread uses any more: that of the last one, which caches may still have."""
    for at in range(len(kept) - 1, -1, -1):
        if kept[at].kind == kind:
            return kept.pop(at)
    return None


def _clear(handle: int, kind: tuple, elements: bool) -> None:
    """Gives the caller's blocks zeros: their padding, or all `elements` too."""
    (shape, block, _), itemsize = kind
    nbytes, index = math.prod(block) * itemsize, (ctypes.c_size_t * len(shape))()
    for number in range(library().own_blocks(handle)):
        address = library().own_block(handle, number, index)
        if elements:
            ctypes.memset(address, 0, nbytes)
            continue
        for dim, (extent, size, at) in enumerate(zip(shape, block, index)):
            if at * size + size > extent:
                memory = numpy.frombuffer((ctypes.c_char * nbytes).from_address(address), 'u1').reshape(*block, itemsize)
                memory[(slice(None),) * dim + (slice(max(0, extent - at * size), None),)] = 0


def _free_unused(numbers: list[int]) -> int:
    """Frees those of some arrays that no thread refers to any more, and says how many. All threads call."""
    if len(numbers) == len(entries):
        _since.arrays = _since.nbytes = 0
        current.asks = False
    freed = 0
    for start in range(0, len(numbers), _agreement.MOST):
        some = numbers[start:start + _agreement.MOST]
        for at in _agreement.on_all([entries[one].tiles() is None for one in some]):
            _retire(entries.pop(some[at]))
            freed += 1
    return freed


def _retire(entry: _Entry) -> None:
    if entry.memory is not None or entry.of is not None:
        entry.free()
        return
    entry.kept.append(entry)
    if len(entry.kept) > _MOST[entry.kept is _kept[True]]:
        entry.kept.pop(0).free()


def free(number: int) -> None:
    """Frees an array that the program frees, and earlier ones whose tiles were held then. All threads call."""
    entry = entries[number]
    entry.note()
    entry.memory = library().all_free_handle(entry.handle)
    _free_unused([one for one, entry in entries.items() if entry.memory is not None])


def free_at_once(number: int) -> None:
    """Frees an array of the package's own, of which no tile is read any more. All threads call."""
    entries.pop(number).free()
