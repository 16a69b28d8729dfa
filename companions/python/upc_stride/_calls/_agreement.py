# SPDX-License-Identifier: BSD-3-Clause
"""What all threads must know alike before they go on: what others have written, which arrays none of them uses, and whether
one has failed."""
from __future__ import annotations

import functools
import itertools
import os
import pickle
import sys
import traceback
from types import FrameType
from typing import Any, Callable, TypeVar
import zlib

import numpy

from . import _interrupts, _shared
from .._base._library import Error
from .._base._start import at_init, current, in_checked_mode, program_line, thread, threads
from ._shared import barrier

MOST = 1024  # flags that threads compare in one call
_BITS = 62   # flags in a word

Function = TypeVar('Function', bound=Callable)


class _Begin:
    """The question that all threads are asked when an operation begins (at_begin)."""

    ask: Callable[[], bool] = staticmethod(lambda: False)


def at_begin(ask: Callable[[], bool]) -> Callable[[], bool]:
    """Has a question of all threads asked at the beginning of operations. It says on all threads alike whether it was asked: its
    answer then stands for the barrier."""
    _Begin.ask = staticmethod(ask)
    return ask


def ask_at_begin(frame: FrameType) -> bool:
    """Asks the question, if it is due, in a line of the program: its answer then stands for the barrier. What it frees writes no elements."""
    current.noted = None
    if not current.asks:
        return False
    current.frame = frame
    try:
        asked = _Begin.ask()
    finally:
        current.frame = None
    if asked:
        current.wrote = False
    return asked


class OfLibrary:
    """What has an array of the library, which the program may have freed."""

    @property
    def _handle(self) -> Any:
        """The library's array; an error if it was freed."""
        raise NotImplementedError

    def _told(self) -> str:
        """In words that are the same on all threads, and others for each other array and view."""
        raise NotImplementedError


class Own:
    """An argument that may differ between threads, so checked mode does not compare it."""

    def __init__(self, value: Any):
        self.value = value


def _refuse_freed(arguments: tuple) -> None:
    for one in arguments:
        if isinstance(one, tuple):  # the operands of a ufunc
            _refuse_freed(one)
        elif isinstance(one, OfLibrary):
            _ = one._handle


def collective(operation: Function) -> Function:
    """An operation that all threads call: it begins with a barrier, and refuses arrays that were freed.

    The contract: what any thread has written before the operation, into its tiles or by a call of one thread, is seen in it on
    all threads. An operation ends with a barrier or a collective of all threads after its last access to memory of other
    threads, so after it a thread may change its tiles at once. The operations that it calls need no other barrier at their
    beginning: in between only the package writes, and a step that writes ends with a barrier too. `_at_once` has operations that begin
    without it, where no thread has written elements of others.
    """
    @functools.wraps(operation)
    def called(*arguments: Any, **options: Any) -> Any:
        if current.frame is not None:
            return operation(*arguments, **options)
        if in_checked_mode():
            _check_same(operation.__name__, arguments, options)
        frame = sys._getframe(1)
        if not ask_at_begin(frame):
            _interrupts.barrier(frame)
        _refuse_freed(arguments)
        current.frame = frame
        try:
            return operation(*arguments, **options)
        finally:
            current.frame = None
    return called  # type: ignore[return-value]


# ---- checked mode ----

def compared(call: Function) -> Function:
    """A call of all threads that is no operation, since it has barriers of its own or none: checked mode compares its arguments."""
    @functools.wraps(call)
    def called(*arguments: Any, **options: Any) -> Any:
        if threads() > 1 and current.frame is None and in_checked_mode():
            _check_same(call.__name__, arguments, options)
        return call(*arguments, **options)
    return called  # type: ignore[return-value]


def _bytes_of(value: numpy.ndarray) -> bytes:
    """The same on all threads: long doubles and fields of structures may have any bytes between them, and objects any address."""
    return value.tobytes() if value.dtype.kind in 'biufcSUmM' and value.dtype.char not in 'gG' else repr(value.tolist()).encode()


def _told(value: Any) -> str:
    """An argument in words that are the same on all threads."""
    if hasattr(value, '_told'):  # an array, a section of one, a generator
        return value._told()
    if isinstance(value, numpy.ndarray):
        return f'array of {value.shape} {value.dtype} {zlib.crc32(_bytes_of(value)):08x}'
    if isinstance(value, (tuple, list)):
        return f'({", ".join(_told(one) for one in value)})'
    if isinstance(value, dict):
        return ', '.join(f'{name}={_told(one)}' for name, one in value.items())
    if isinstance(value, os.PathLike):
        return repr(os.fspath(value))
    if isinstance(value, (int, float, complex, str, bytes, slice, range, numpy.generic, numpy.dtype, type(None), type(Ellipsis))):
        return repr(value)
    return getattr(value, '__name__', type(value).__name__)


def _check_same(name: str, arguments: tuple, options: dict) -> None:
    """Raises on all threads if they have called different operations, or with different arguments."""
    if threads() == 1:
        return
    told = f'{name}({", ".join([_told(arguments)[1:-1], *([_told(options)] if options else [])])})'
    other = other_than_first(zlib.crc32(told.encode()))
    if other is not None:
        lines = [from_thread(one, f'thread {one} calls {told} in {program_line()}') for one in (0, other)]
        raise Error(f'the threads go different ways: {lines[0]}, {lines[1]}')


# ---- agreement ----

def agree(number: int, what: Callable[[], str]) -> None:
    """Raises on all threads if their numbers, of at most 62 bits, differ. It begins as a barrier does."""
    if threads() == 1:
        return
    most = _shared.words_over_threads([number, -number], 'max')
    if most[0] != -most[1]:
        told = ', '.join(f'thread {one} {from_thread(one, what())}' for one in (0, other_than_first(number) or 0))
        raise Error(f'threads name different elements or values: {told}; all must name the same here, or one uses one_sided[..]')


def other_than_first(number: int) -> int | None:
    """The first thread whose number differs from that of thread 0."""
    numbers = numpy.zeros(threads(), 'i8')
    numbers[thread()] = number
    numbers = _shared.over_threads(numbers, 'sum')
    return next((one for one in range(threads()) if numbers[one] != numbers[0]), None)


def in_operation() -> bool:
    """Whether the caller is in an operation of all threads."""
    return current.frame is not None


@at_init
def _prepare() -> None:
    """Makes the shared memory that a failing thread uses, and finds out which threads share memory. Threads that do tell each other values
    from then on. All threads call."""
    if threads() > 1:
        if _shared.all_are_near() and _shared.all_see():
            _shared.Places.words()
        _shared.kept('failed', 2, 'u1')
        _shared.kept('reports', 1, 'i8')


def on_all(here: list[bool]) -> list[int]:
    """The places of the flags that are true on all threads. All threads call, with as many flags."""
    true = [at for at, one in enumerate(here) if one]
    if threads() == 1:
        return true
    words = [0] * -(-len(here) // _BITS)  # whose number differs less than that of flags, so their reductions are kept
    for at in true:
        words[at // _BITS] |= 1 << at % _BITS
    alike = _shared.words_over_threads(words, 'bitwise_and')
    return true if alike == words else [at for at in true if alike[at // _BITS] >> at % _BITS & 1]


# Of two flags, which operations use in turn: a thread may tell the next failure before another has read this one.
_next_flag = itertools.cycle((1, 0)).__next__


class together:
    """``with together():`` has the caller's part of an operation, and the barrier at its end, or what ends on no thread before all have
    begun it, and raises on all threads or on none. If the part fails on a thread, it raises on all.

    A thread that has failed sets a flag on every thread before the end, so success costs no more than the end.
    """

    def __init__(self, end: Callable[[], Any] | None = None):
        self._end = end or barrier

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, failure: BaseException | None, traceback: Any) -> None:
        if threads() == 1:
            if failure is None:
                self._end()
            return
        flags = _shared.kept('failed', 2, 'u1')
        flag = _next_flag()
        if failure is not None:
            for one in range(threads()):
                flags.put(2 * one + flag, 1)
        error = None
        try:
            self._end()
        except Exception as raised:  # on all threads, behind what they tell each other: NumPy's, of what comes of all parts
            error = raised
        mine = flags.mine
        if mine[flag]:
            mine[flag] = 0
            first = _of_first(failure)
            if first is not failure:
                raise first
        elif error is not None:
            raise error


def _of_first(failure: BaseException | None) -> BaseException:
    """The failure of the first thread that has one."""
    first = int(_shared.over_threads(numpy.array([threads() if failure is None else thread()]), 'min')[0])
    told = _shared.from_thread(first, _sent(failure) if first == thread() else b'')
    if failure is not None:
        return failure
    other = pickle.loads(told)
    if isinstance(other, BaseException):
        return other
    made = Error(f'thread {first}: {other}')
    made.reported_as = other
    return made


def _sent(failure: BaseException | None) -> bytes:
    """By pickle: the exception, with a note where it was raised, or its text if it cannot be pickled."""
    if hasattr(failure, 'add_note'):
        last = traceback.extract_tb(failure.__traceback__)[-1]  # type: ignore[union-attr]
        failure.add_note(f'Thread {thread()} has raised it in {last.filename}:{last.lineno}, {last.name}.')  # type: ignore[union-attr]
    try:
        text = pickle.dumps(failure)
        pickle.loads(text)
        return text
    except Exception:
        return pickle.dumps(f'{type(failure).__name__}: {failure}')


def must_be_thread(root: int) -> None:
    if not 0 <= root < threads():
        raise ValueError(f'root: {root}, must be a thread, 0..{threads() - 1}')


def from_thread(root: int, value: Any) -> Any:
    """The value that thread `root` passes, on every thread: a small object, by pickle."""
    must_be_thread(root)
    return pickle.loads(_shared.from_thread(root, pickle.dumps(value) if thread() == root else b''))
