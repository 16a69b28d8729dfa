# SPDX-License-Identifier: BSD-3-Clause
"""SIGINT, as by Ctrl-C, is taken where an operation of all threads begins, by all of them together.

A signal reaches threads at different places, some between two operations, some inside one. If each raised KeyboardInterrupt where it is, they
would be out of step, and the first operation of the program's handler, such as ``A.save(..)``, would wait for ever. So a thread notes the
signal, tells the others before the barrier at the beginning of its next operation, and behind that barrier all of them raise. A collective of
all threads that waits for all of them is such a barrier, too. One thread raises at once where it is in no call of the package, else soon after.
"""
from __future__ import annotations

import itertools
import os
import pathlib
import signal
import threading
import time
from types import FrameType
from typing import Any

from . import _shared
from .._base._start import at_finalize, at_init, current, library, thread, threads

_SAME = 0.5   # seconds in which further signals are those of the same key: each thread gets it from the terminal and from upcrun
_LATE = 5.0   # seconds in which a thread that has raised for another's signal may get its own: hosts may be busy
_GRACE = 1.0  # seconds after which a cell of a notebook that calls no operation is interrupted where it is
_SOON = 0.02  # seconds after which one thread looks again whether it is still in a call
_PACKAGE = pathlib.Path(__file__).parents[1]
_OF_NOTEBOOKS = {str(_PACKAGE / name) for name in ('kernel.py', '_cells.py')}


class _State:
    process = 0             # which has set the handler; a child that it has forked is no thread
    pending = 0             # so many signals have come, and are not taken yet
    heard = -_SAME          # when the last one came
    expected = 0.0          # until when the thread's own one may come, of a key that is taken already
    in_notebook = False
    is_late = False         # the next signal says that the grace is over
    is_alone = False        # the thread has raised where it was, the others have not


# Of two flags, which operations use in turn: a thread may tell the next signal before another has read this one.
_next_flag = itertools.cycle((1, 0)).__next__


def _is_in_call(frame: FrameType | None) -> bool:
    """Whether the program is in a call of the package."""
    while frame is not None and frame.f_code.co_filename not in _OF_NOTEBOOKS:
        if frame.f_code.co_filename.startswith(f'{_PACKAGE}{os.sep}'):
            return True
        frame = frame.f_back
    return False


def _hear(number: int, frame: FrameType | None) -> Any:
    if os.getpid() != _State.process:
        return signal.default_int_handler(number, frame)
    now, is_late = time.monotonic(), _State.is_late
    _State.is_late = False
    if not _State.pending if is_late else now - _State.heard < _SAME:
        return None
    if not is_late and now < _State.expected:
        _State.expected = 0.
        return None
    is_one = threads() == 1
    if (_State.pending or is_one) and not _is_in_call(frame) or _State.pending > 1 and not is_late:
        _State.pending, _State.heard, _State.is_alone = 0, now, True
        return signal.default_int_handler(number, frame)
    if not is_late:
        _State.pending, _State.heard = _State.pending + 1, now
        if thread() == 0 and not _State.in_notebook and not is_one:
            os.write(2, b'upc_stride: interrupted; all threads stop in their next operation, or at once if interrupted again\n')
    if _State.in_notebook or is_one:
        grace = threading.Timer(_SOON if is_one else _GRACE, _end_grace)
        grace.daemon = True
        grace.start()
    return None


def _end_grace() -> None:
    if _State.pending:
        _State.is_late = True
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def hear_in_notebook() -> Any:
    """Has this thread take SIGINT while it runs a cell, and forgets those of earlier cells. Returns the handler that was there before."""
    before = signal.signal(signal.SIGINT, _hear)
    _State.process, _State.pending, _State.expected, _State.is_alone, _State.in_notebook = os.getpid(), 0, 0., False, True
    return before


@at_init
def _begin() -> None:
    """All threads call. A handler of the program's stays."""
    _shared.kept('interrupted', 2, 'u1')
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _State.process, _State.pending, _State.expected = os.getpid(), 0, 0.
        signal.signal(signal.SIGINT, _hear)


@at_finalize
def _end() -> None:
    if _State.process == os.getpid() and signal.getsignal(signal.SIGINT) is _hear:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def is_pending() -> bool:
    """Whether this thread has a signal that is not taken yet."""
    return _State.pending > 0


def is_alone() -> bool:
    """Whether this thread has been interrupted where it was, in a cell of a notebook, and the others have not."""
    return _State.is_alone


def tell() -> int:
    """Tells the others of a signal, before a call that ends on no thread before all have begun it. Returns what `take` is given behind it."""
    flag = _next_flag()
    if _State.pending:
        flags = _shared.kept('interrupted', 2, 'u1')
        for one in range(threads()):
            flags.put(2 * one + flag, 1)
    return flag


def take(flag: int) -> None:
    """Raises KeyboardInterrupt on all threads if one has told of a signal."""
    mine = _shared.kept('interrupted', 2, 'u1').mine
    if mine[flag]:
        mine[flag] = 0
        _raise()


def _raise() -> None:
    now = time.monotonic()
    _State.expected = 0. if _State.pending else now + _LATE
    _State.pending, _State.heard = 0, now
    raise KeyboardInterrupt


def barrier(frame: FrameType | None = None) -> None:
    """A barrier of all threads, which raises KeyboardInterrupt on all of them if one has got a signal before it."""
    if current.threads == 1:
        _ = library().barrier_all  # an error in a process that the thread has forked
        if _State.pending:
            _raise()
        return
    flag = tell()
    _shared.barrier(frame)
    take(flag)
