# SPDX-License-Identifier: BSD-3-Clause
"""Collectives in flight: how one is started, what waits for it, and barriers. Other files of this folder have the collectives. All owners
of the blocks call, with the same arguments; other threads may call, and return at once."""
from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any, Callable, Generic, Sequence, TypeVar

from .._base import _library, _values
from .._base._start import calling, checked, current
from . import _interrupts
from ._refusals import refuse, refusing
from ._sections import Section

if TYPE_CHECKING:
    from ._sections import Blocks

__all__ = ['ALLSYNC', 'Handle', 'MYSYNC', 'NOSYNC', 'Prepared', 'barrier', 'prepare', 'test_all', 'wait_all', 'wait_any', 'wait_some']

Collective = TypeVar('Collective', bound=Callable)
Result = TypeVar('Result')

# Who waits: all threads of the call for all data (the default); each thread for its own data; no thread.
ALLSYNC, MYSYNC, NOSYNC = 0, _library.IN_MYSYNC | _library.OUT_MYSYNC, _library.IN_NOSYNC | _library.OUT_NOSYNC
_PREPARE: Any = object()  # in place of `wait`
OTHERWISE_PREPARED: dict[Callable, Callable] = {}  # what prepares a call that cannot be split


class Handle(Generic[Result]):
    """A call that was started with `wait=False`. It is complete when `wait` returns, or `test` is true."""
    _handle: ctypes.c_void_p

    def __init__(self, kept: Any, result: Result):
        self._handle, self._kept, self._result = ctypes.c_void_p(), kept, result
        self._sections: list[Section] = []  # their arrays stay until the call is complete

    def wait(self) -> Result:
        """Waits until the call is complete. Each thread calls that has started it. Returns what the call returns if it is not split.

        Examples
        --------
        >>> p = us.threads()
        >>> A, B = us.full(p, 3., 1), us.zeros(p, 1)
        >>> handle = us.broadcast(B.blocks[:], A.blocks[0], wait=False)
        >>> handle.wait()
        >>> float(B[0])
        3.0
        """
        checked(calling('wait')(ctypes.byref(self._handle)))
        _values.raise_failure()
        return self._returned()

    def _returned(self) -> Result:
        """What is known only when the call is complete has a function in its place."""
        return self._result() if callable(self._result) else self._result  # pyright: ignore

    def test(self) -> bool:
        """True if the call is complete. Each thread calls that has started it.

        Examples
        --------
        >>> p = us.threads()
        >>> A, B = us.full(p, 3., 1), us.zeros(p, 1)
        >>> handle = us.broadcast(B.blocks[:], A.blocks[0], wait=False)
        >>> while not handle.test():
        ...     pass
        """
        done = ctypes.c_int()
        checked(calling('test')(ctypes.byref(self._handle), ctypes.byref(done)))
        _values.raise_failure()
        return bool(done.value)


class Prepared(Handle[Result]):
    """A call that `prepare` has made. It is started, and waited for or tested, as often as the program likes."""

    def start(self) -> None:
        """Starts the call, with what its arrays hold now. All owners of the blocks call.

        Examples
        --------
        >>> p = us.threads()
        >>> A, B = us.full(p, 3., 1), us.zeros(p, 1)
        >>> call = us.prepare(us.broadcast, B.blocks[:], A.blocks[0])
        >>> call.start()
        >>> call.wait()
        >>> call.free()
        """
        checked(calling('start_call')(self._handle))
        _values.raise_failure()

    def free(self) -> None:
        """Ends the use of the call, which is not in flight. All owners of the blocks call.

        Examples
        --------
        >>> A, B = (us.full(us.threads(), one, 1) for one in (3., 0.))
        >>> call = us.prepare(us.broadcast, B.blocks[:], A.blocks[0])
        >>> call.free()
        """
        checked(calling('free_call')(ctypes.byref(self._handle)))


def prepare(call: Callable, *arguments: Any, **named: Any) -> Prepared:
    """Prepares a collective, which is started later, many times. All owners of the blocks call, with the same arguments.
    A prepared `fetch` gets the elements of the same indices at each start: each thread says once what it needs of others.

    Examples
    --------
    >>> p = us.threads()
    >>> parts, sums = us.full(p, 1., 1), us.zeros(p, 1)
    >>> total = us.prepare(us.reduce_all, sums.blocks[:], parts.blocks[:])
    >>> for step in range(100):
    ...     total.start()
    ...     total.wait()
    >>> total.free()
    """
    if call in OTHERWISE_PREPARED:
        return OTHERWISE_PREPARED[call](*arguments, **named)
    return call(*arguments, **named, wait=_PREPARE)


def _several(name: str, handles: Sequence[Handle], *results: Any) -> None:
    """A wait or test of several calls. The handles of those that it completes become null."""
    pointers = (ctypes.c_void_p * len(handles))(*(one._handle for one in handles))
    try:
        checked(calling(name)(pointers, len(handles), *results))
    finally:
        for one, pointer in zip(handles, pointers):
            one._handle.value = pointer
    _values.raise_failure()


def wait_all(handles: Sequence[Handle]) -> list[Any]:
    """Waits until all calls are complete. Each thread calls, with its own handles. Returns what each returns if it is not split.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> handle = us.broadcast(B.blocks[:], A.blocks[0], wait=False)
    >>> us.wait_all([handle])
    [None]
    """
    _several('wait_all', handles)
    return [one._returned() for one in handles]


def wait_any(handles: Sequence[Handle]) -> int | None:
    """Waits until a call of the list is complete, and returns its place. Each thread calls, with its own handles. None: all were complete already.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> handle = us.broadcast(B.blocks[:], A.blocks[0], wait=False)
    >>> us.wait_any([handle])
    0
    """
    index = _library.sizes([0])
    _several('wait_any', handles, index)
    return None if index[0] == len(handles) else index[0]


def wait_some(handles: Sequence[Handle]) -> list[int]:
    """Waits until a call of the list is complete, and returns the places of all that are. Each thread calls, with its own handles. Empty: all were complete already.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> handle = us.broadcast(B.blocks[:], A.blocks[0], wait=False)
    >>> us.wait_some([handle])
    [0]
    """
    indices, done = _library.sizes([0] * len(handles)), _library.sizes([0])
    _several('wait_some', handles, indices, done)
    return list(indices[:done[0]])


def test_all(handles: Sequence[Handle]) -> bool:
    """True if all calls are complete. Each thread calls, with its own handles.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> handle = us.broadcast(B.blocks[:], A.blocks[0], wait=False)
    >>> while not us.test_all([handle]):
    ...     pass
    """
    done = _library.ints([0])
    _several('test_all', handles, done)
    return bool(done[0])


def of_sections(call: Collective) -> Collective:
    """The collective, which refuses a dst or src that is no section, or of another type than the other."""
    @functools.wraps(call)
    def checking(*arguments: Any, **named: Any) -> Any:
        given = {**dict(zip(names, arguments)), **named}
        current.asked = False
        try:
            return made(given, arguments, named)
        except Exception as failure:
            refuse(failure, call.__name__, bool(elements), **{name: given.get(name) for name in names})
            raise

    def made(given: dict, arguments: tuple, named: dict) -> Any:
        for name in names:
            if name in given and not isinstance(given[name], Section):
                raise TypeError(f'{name}: of type {type(given[name]).__name__}; this call takes a section, '
                                f'such as A.{"elements" if name in elements else "blocks"}[...]')
        between = [given[name].array.dtype for name in names if name in given]
        if len(set(between)) > 1:  # what is moved as bytes has the same meaning at both ends
            raise TypeError(f'dst: of {between[0]}, must be of {between[1]}, as src')
        amount = arguments[at] if len(arguments) > at else named.get(order[at]) if at < len(order) else None
        meets = (may_meet and amount != 0 and current.frame is None and named.get('wait', True) is True
                 and named.get('sync', ALLSYNC) == ALLSYNC and any(given[name].is_of_all for name in names if name in given))
        flag = _interrupts.tell() if meets else 0
        result = call(*arguments, **named)
        if meets:
            _interrupts.take(flag)
        if isinstance(result, Handle):
            result._sections = [given[name] for name in names]
        return result
    types = call.__annotations__
    order = [name for name in types if name != 'return']
    at = next((at for at, name in enumerate(order) if name in ('nbytes', 'nelems', 'width')), len(order))
    may_meet = call.__name__ != 'lend' and not any('counts' in name for name in order)  # which may move nothing
    names = [name for name in list(types)[:2] if types[name] in ('Blocks', 'Elements')]
    elements = [name for name in names if types[name] == 'Elements']
    return checking  # type: ignore[return-value]


def called(name: str, wait: bool, *arguments: Any, result: Any = None) -> Any:
    if wait and wait is not _PREPARE:
        status = calling(name)(*arguments)
        current.asked = True
        if status != 0:
            checked(-1)
        _values.raise_failure()
        return result
    prepares = wait is _PREPARE
    handle = (Prepared if prepares else Handle)(arguments, result)
    status = calling(name + ('_init' if prepares else '_nb'))(ctypes.byref(handle._handle), *arguments)
    current.asked = True
    checked(status)
    _values.raise_failure()
    return handle


def barrier(blocks: Blocks | None = None, *, wait: bool = True) -> Handle | None:
    """A barrier of all threads, or of the owners of some blocks.
    All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    blocks : Blocks, optional
    wait : bool
        False: only starts it; for the owners of blocks only.

    Examples
    --------
    >>> us.barrier()
    """
    if blocks is None:
        if wait is not True:
            raise ValueError('blocks: None, must be some blocks for a barrier that is started, or prepared, and waited for')
        _interrupts.barrier()
        return None
    with refusing(blocks):
        if not isinstance(blocks, Section):
            raise TypeError(f'blocks: of type {type(blocks).__name__}; this call takes a section, such as A.blocks[...]')
        return called('barrier', wait, blocks.reference)
