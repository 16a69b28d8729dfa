# SPDX-License-Identifier: BSD-3-Clause
"""What all threads must know alike before they go on: what others have written, which arrays none of them uses, and whether
one has failed."""
from __future__ import annotations

import contextlib
import functools
import pickle
from typing import TYPE_CHECKING, Any, Callable, Iterator, TypeVar

import numpy

from . import _calls
from ._library import Error
from ._protocols import Protocols
from ._start import at_finalize, thread, threads

if TYPE_CHECKING:
    from ._arrays import Array

MOST = 1024  # flags that threads compare in one call

Operation = TypeVar('Operation', bound=Callable)


class _Inside:
    """Whether the caller is in an operation."""

    operation = False


def _refuse_freed(arguments: tuple) -> None:
    for one in arguments:
        if isinstance(one, tuple):  # the operands of a ufunc
            _refuse_freed(one)
        elif isinstance(one, Protocols):
            _ = one._handle


def collective(operation: Operation) -> Operation:
    """An operation that all threads call: it begins with a barrier, and refuses arrays that were freed.

    The contract: what any thread has written before the operation, into its tiles or by a call of one thread, is seen in it on
    all threads. An operation ends with a barrier or a collective of all threads after its last access to memory of other
    threads, so after it a thread may change its tiles at once. The operations that it calls need no other barrier at their
    beginning: in between only the package writes, and a step that writes ends with a barrier too.
    """
    @functools.wraps(operation)
    def called(*arguments: Any, **options: Any) -> Any:
        if _Inside.operation:
            return operation(*arguments, **options)
        _calls.barrier()
        _refuse_freed(arguments)
        _Inside.operation = True
        try:
            return operation(*arguments, **options)
        finally:
            _Inside.operation = False
    return called  # type: ignore[return-value]

_scratch: dict[str, Any] = {}


@at_finalize
def _forget() -> None:
    _scratch.clear()


def prepare() -> None:
    """Makes the arrays of this file, before the first array of the program. All threads call."""
    if _scratch or threads() == 1:
        return
    from ._make import zeros
    for name, block in ('here', MOST), ('everywhere', MOST), ('failed', 2):
        _scratch[name] = None  # what zeros calls prepares nothing
        _scratch[name] = zeros(threads() * block, block, dtype='u1')


def on_all(here: list[bool]) -> list[bool]:
    """For each flag: is it true on all threads? All threads call, with as many flags, at most MOST."""
    if threads() == 1 or not here:
        return here
    src, dst = _scratch['here'], _scratch['everywhere']
    src.tile[thread()][:len(here)] = here
    _calls.reduce_all(dst.blocks[:], src.blocks[:], len(here), 'min')
    return [bool(one) for one in dst.tile[thread()][:len(here)]]


class _Turn:
    """Which of two flags this operation uses. A thread may tell the next failure before another has read this one."""

    number = 0


@contextlib.contextmanager
def together() -> Iterator[None]:
    """The caller's part of an operation, and the barrier at its end. If the part fails on a thread, it raises on all.

    A thread that has failed sets a flag on every thread before the barrier, so success costs no more than the barrier.
    """
    flags = _scratch.get('failed')
    failure = None
    try:
        yield
    except Exception as error:
        failure = error
    if flags is None:
        if failure is not None:
            raise failure
        return
    _Turn.number ^= 1
    if failure is not None:
        for one in range(threads()):
            flags[2 * one + _Turn.number] = 1
    _calls.barrier()
    mine = flags.tile[thread()]
    if mine[_Turn.number]:
        mine[_Turn.number] = 0
        raise _of_first(failure)


def _of_first(failure: BaseException | None) -> BaseException:
    """The failure of the first thread that has one."""
    from ._make import broadcast_object
    from ._reductions import over_threads
    first = int(over_threads(numpy.array([threads() if failure is None else thread()]), 'min')[0])
    told = broadcast_object(_sent(failure) if first == thread() else None, first)
    if failure is not None:
        return failure
    other = pickle.loads(told)
    return other if isinstance(other, Exception) else Error(f'thread {first}: {other}')


def _sent(failure: BaseException | None) -> bytes:
    """By pickle: the exception, or its text if it cannot be pickled."""
    try:
        text = pickle.dumps(failure)
        pickle.loads(text)
        return text
    except Exception:
        return pickle.dumps(f'{type(failure).__name__}: {failure}')
