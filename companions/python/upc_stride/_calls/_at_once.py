# SPDX-License-Identifier: BSD-3-Clause
"""Operations of a few steps among threads that share memory: a barrier at their end, and none at their beginning.

An operation begins with a barrier since another thread may have written elements of the caller (`_agreement.collective`). Most programs do
not do that between two operations, and a thread knows whether it has done so. Here each thread computes at once, and tells the others at the
end whether it may have written what they have read. If one has, all of them begin again, with the barrier. The same happens if the
part of a thread fails, so that all threads raise what the usual way raises.
"""
from __future__ import annotations

import sys
from typing import Any, Callable, Sequence

import numpy

from . import _agreement, _interrupts, _shared
from ._shared import Places
from .._base._start import current, in_checked_mode, library, thread

_PAUSE = 32  # operations that begin with a barrier after one that had to begin again


class _Pause:
    left = 0


class Told:
    """Arrays of one shape and type, of at most FEW bytes, that all threads tell each other. All threads make it."""

    def __init__(self, shape: Sequence[int], dtype: numpy.dtype):
        self.parts = Places.arrays(shape, dtype)
        self.mine = [parts[thread()] for parts in self.parts]
        self.addresses = [mine.ctypes.data for mine in self.mine]

    def combined(self, turn: int, function: numpy.ufunc) -> Any:
        """What all threads have told, combined in the order of the threads."""
        parts = self.parts[turn]
        made = parts[0][()] if len(parts) == 1 else function(parts[0], parts[1])
        for one in parts[2:]:
            made = function(made, one)
        return made


def may_be() -> bool:
    """Whether operations are carried out here: the same on all threads."""
    return not in_checked_mode() and (current.threads == 1 or _shared.all_see())


def begin() -> bool:
    """Begins an operation here, which the caller ends by `current.frame = None`. False on all threads alike: it begins with a barrier."""
    if current.frame is not None or not may_be():
        return False
    if _Pause.left:
        _Pause.left -= 1
        return False
    _ = library().barrier_all  # an error in a process that the thread has forked, before it writes to the thread's places
    frame = sys._getframe(2)
    if current.asks:
        _agreement.ask_at_begin(frame)
    current.frame, current.noted = frame, None
    return True


def at_once(part: Callable[[int], None]) -> int:
    """Has the caller's part of an operation that has begun carried out, given the place for what it tells others. Ends when all threads have ended it.
    Returns the place; -1 on all threads alike: they must begin again."""
    turn = Places.next()
    if current.threads == 1:
        if _interrupts.is_pending():
            return -1
        try:
            part(turn)
        except Exception:  # it is raised when all begin again
            return -1
        return turn
    failed = True
    if not current.may_have_written():
        try:
            part(turn)
            failed = False
        except BaseException:  # it is raised when all begin again, unless it is a signal
            pass
    states = Places.words()[turn]  # their first word: 1 if all must begin again
    states[thread()][0] = failed or _interrupts.is_pending()
    _shared.barrier()
    for one in states:
        if one[0]:
            _Pause.left = _PAUSE
            return -1
    return turn
