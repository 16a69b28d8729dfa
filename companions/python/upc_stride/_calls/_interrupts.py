# SPDX-License-Identifier: BSD-3-Clause
"""SIGINT, as by Ctrl-C, is taken where an operation of all threads begins, by all of them together.

A signal reaches threads at different places, some between two operations, some inside one. If each raised KeyboardInterrupt where it is, they
would be out of step, and the first operation of the program's handler, such as ``A.save(..)``, would wait for ever. So a thread notes the
signal, tells the others before the barrier at the beginning of its next operation, and behind that barrier all of them raise.
"""
from __future__ import annotations

import itertools
import os
import signal
import threading
import time
from types import FrameType
from typing import Any

from . import _shared
from .._base._start import at_finalize, at_init, thread, threads

_SAME = 0.5  # seconds in which further signals are those of the same key: each thread gets it from the terminal and from upcrun


class _State:
    process = 0             # which has set the handler; a child that it has forked is no thread
    pending = False         # a signal has come, and is not taken yet
    heard = -_SAME          # when


# Of two flags, which operations use in turn: a thread may tell the next signal before another has read this one.
_next_flag = itertools.cycle((1, 0)).__next__


def _hear(number: int, frame: FrameType | None) -> Any:
    if os.getpid() != _State.process:
        return signal.default_int_handler(number, frame)
    now = time.monotonic()
    if now - _State.heard < _SAME:
        return None
    _State.heard = now
    if _State.pending:
        _State.pending = False
        return signal.default_int_handler(number, frame)
    _State.pending = True
    if thread() == 0:
        os.write(2, b'upc_stride: interrupted; all threads stop in their next operation, or at once if interrupted again\n')
    return None


@at_init
def _begin() -> None:
    """All threads call. A handler of the program's stays."""
    if threads() == 1:
        return
    _shared.kept('interrupted', 2, 'u1')
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _State.process, _State.pending = os.getpid(), False
        signal.signal(signal.SIGINT, _hear)


@at_finalize
def _end() -> None:
    if _State.process == os.getpid() and signal.getsignal(signal.SIGINT) is _hear:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def is_pending() -> bool:
    """Whether this thread has a signal that is not taken yet."""
    return _State.pending


def barrier(frame: FrameType | None = None) -> None:
    """A barrier of all threads, which raises KeyboardInterrupt on all of them if one has got a signal before it."""
    if threads() == 1:
        return _shared.barrier(frame)
    flags, flag = _shared.kept('interrupted', 2, 'u1'), _next_flag()
    if _State.pending:
        for one in range(threads()):
            flags.put(2 * one + flag, 1)
    _shared.barrier(frame)
    mine = flags.mine
    if mine[flag]:
        mine[flag] = 0
        _State.pending, _State.heard = False, time.monotonic()
        raise KeyboardInterrupt
    return None
