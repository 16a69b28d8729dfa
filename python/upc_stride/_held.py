# SPDX-License-Identifier: BSD-3-Clause
"""Tiles that the program still holds when it frees their array: they go on reading their values. The memory is given back
when no thread holds one any more, which each later allocation and free looks at."""
from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, NamedTuple

from . import _calls, _library
from ._start import at_finalize, calling, checked, library, thread, threads

if TYPE_CHECKING:
    from ._arrays import Array

_MOST = 1024  # arrays that are looked at together


class Tiles:
    """The memory of each tile of an array refers to this object. It lives as long as one of these tiles on this thread."""


class _Kept(NamedTuple):
    tiles: weakref.ref[Tiles]
    memory: _library.Pointer


class _Flags:
    """What each thread says, and what any thread has said: arrays with a block for each thread."""

    def __init__(self) -> None:
        from ._make import zeros
        said, found = (zeros(threads() * _MOST, _MOST, dtype='u1') for _ in range(2))
        self._said, self._found = said.tile[thread()], found.tile[thread()]
        self._src, self._dst = said.blocks[:], found.blocks[:]

    def any(self, said: list[bool]) -> list[bool]:
        count = len(said)
        self._said[:count] = said
        _calls.reduce_all(self._dst, self._src, count, 'max')
        return [bool(one) for one in self._found[:count]]


_kept: list[_Kept] = []     # of the same arrays on all threads, in the same order
_flags: list[_Flags] = []   # none or one


@at_finalize
def _forget() -> None:
    _kept.clear()
    _flags.clear()


def _held_anywhere(tiles: list[weakref.ref[Tiles]]) -> list[bool]:
    """For each array: does a thread hold tiles of it? All threads call."""
    here = [one() is not None for one in tiles]
    if threads() == 1:
        return here
    if not _flags:
        _flags.append(_Flags())
    return _flags[0].any(here)


def look() -> None:
    """Gives memory back whose tiles are gone. All threads call."""
    some = _kept[:_MOST]
    if not some:
        return
    held = _held_anywhere([one.tiles for one in some])
    _kept[:_MOST] = [one for one, still in zip(some, held) if still]
    for one, still in zip(some, held):
        if not still:
            checked(calling('all_free_memory')(one.memory))


def free(array: Array, tiles: weakref.ref[Tiles]) -> None:
    """Frees an array; its memory too, unless a thread holds tiles. All threads call."""
    look()
    if _held_anywhere([tiles]) == [False]:
        checked(calling('all_free')(array._handle))
    else:
        _kept.append(_Kept(tiles, library().all_free_handle(array._handle)))
