# SPDX-License-Identifier: BSD-3-Clause
"""One value of each thread, teams without an array, and one partner: single elements that are changed at once, events, locks."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Sequence

import numpy

from . import _agreement, _interrupts
from ._refusals import refusing
from .._base import _library, _values
from .._base._start import calling, checked, current, library
from ._elements import _indices
from ._sections import Blocks, Section

__all__ = ['Lock', 'Team', 'await_event', 'broadcast_value', 'compare_swap', 'fetch_op', 'max_value', 'min_value', 'post', 'prefix_value',
           'reduce_value', 'split', 'sum_value', 'sync_threads', 'team']


class Team(Section):
    """Some threads, without an array: `team` and `split` make them. `barrier` takes them, and the calls of values. `len` is how many
    they are. Any thread calls, alone.

    Examples
    --------
    >>> len(us.team([0]))
    1
    """

    def __init__(self, section: _library.Section):
        self.section = section
        self._reference = ctypes.byref(section)

    @property
    def reference(self) -> Any:
        return self._reference

    def __len__(self) -> int:
        return checked(library().picked(self._reference, None))

    def __getattr__(self, name: str) -> Any:
        if name in ('array', 'picked'):
            raise TypeError('a team has no data; this call takes a section, such as A.blocks[...]')
        raise AttributeError(name)


def team(threads: Sequence[int]) -> Team:
    """A team of some threads, in the order of the list. Any thread calls, alone.

    Parameters
    ----------
    threads : sequence of int
        Each at most once.

    Examples
    --------
    >>> us.barrier(us.team([0]))
    """
    made = _library.Section()
    checked(calling('threads_listed')(ctypes.byref(made), _library.ints(threads or [0]), len(threads)))
    return Team(made)


def split(colour: int, key: int = 0, members: Blocks | Team | None = None) -> Team:
    """The team of the members with the caller's colour, by key and then by their order. All threads call, or the members alone.

    Parameters
    ----------
    colour : int
        Negative: the caller gets a team of nobody.
    key : int
    members : Team or Blocks, optional
        The default is all threads.

    Examples
    --------
    >>> odd_or_even = us.split(us.thread() % 2)
    >>> us.sum_value(1, odd_or_even) == len(range(us.thread() % 2, us.threads(), 2))
    True
    >>> fourth = us.split(us.thread() // 2 % 2, members=odd_or_even)
    """
    made = _library.Section()
    with refusing(members):
        given = ctypes.c_int(colour).value, ctypes.c_int(key).value
        if given != (colour, key):
            raise OverflowError(f'colour: {colour}, and key: {key}, must be integers of 32 bits')
        checked(calling('team_split')(ctypes.byref(made), _members(members), colour, key))
    return Team(made)


def _members(members: Blocks | Team | None) -> Any:
    if members is None:
        return None
    _values.must_be(isinstance(members, (Blocks, Team)), 'members', members, 'a team, or a section, such as A.blocks[...]')
    return members.reference


def _combined(name: str, value: Any, op: str | Callable, ordered: bool, members: Blocks | Team | None, first: Any = None) -> Any:
    """NumPy's value of each member, combined. `first`: what the first member gets, if it gets nothing."""
    with refusing(members):
        given = numpy.ascontiguousarray(value).reshape(numpy.shape(value))
        result = given.copy() if first is None else numpy.full_like(given, first)
        form, how = _values.combination(op, given.dtype, ordered)
        if form and given.size != 1:
            raise ValueError(f'value: {given.size} numbers, must be one for a function')
        counts = () if form else (given.size,)
        meets = name == 'all_reduce_value' and members is None and given.size > 0 and current.frame is None
        flag = _interrupts.tell() if meets else 0
        checked(calling(name + form)(result.ctypes.data, given.ctypes.data, *counts, *how, _members(members)))
    if form:
        _raise_failure(members)
    if meets:
        _interrupts.take(flag)
    return result if isinstance(value, numpy.ndarray) else result[()].item() if isinstance(value, (bool, int, float, complex)) else result[()]


def _raise_failure(members: Blocks | Team | None) -> None:
    """What a function has raised on one member, all raise."""
    if members is None:
        with _agreement.together():
            _values.raise_failure()
        return
    failed = numpy.array([_values.has_failed()], 'i4')
    max_of = _values.combination('max', failed.dtype, False)[1]
    anywhere = failed.copy()
    checked(calling('all_reduce_value')(anywhere.ctypes.data, failed.ctypes.data, 1, *max_of, _members(members)))
    _values.raise_failure()
    if anywhere[0]:
        raise _library.Error('op: the function has raised an exception on another thread')


def reduce_value(value: Any, op: str | Callable = 'sum', members: Blocks | Team | None = None, *, ordered: bool = False) -> Any:
    """The values of all members, combined. Each of them gives one, and all get the result. All threads call, or the members alone.

    Parameters
    ----------
    value : number or numpy.ndarray
        At most 1024 bytes. The result is of the same kind.
    op : str or function
        As in `reduce`.
    members : Team or Blocks, optional
        The owners of the blocks; the default is all threads. Others get their own value back.
    ordered : bool
        The values are combined in the order of the members.

    Examples
    --------
    >>> us.reduce_value(us.thread(), 'max') == us.threads() - 1
    True
    """
    return _combined('all_reduce_value', value, op, ordered, members)


def sum_value(value: Any, members: Blocks | Team | None = None) -> Any:
    """The sum of the values of all members. All threads call, or the members alone.

    Parameters
    ----------
    value : number or numpy.ndarray
    members : Team or Blocks, optional
        The default is all threads.

    Examples
    --------
    >>> us.sum_value(0.5) == us.threads() / 2
    True
    """
    return reduce_value(value, 'sum', members)


def min_value(value: Any, members: Blocks | Team | None = None) -> Any:
    """The least of the values of all members. All threads call, or the members alone.

    Parameters
    ----------
    value : number or numpy.ndarray
    members : Team or Blocks, optional
        The default is all threads.

    Examples
    --------
    >>> us.min_value(us.thread())
    0
    """
    return reduce_value(value, 'min', members)


def max_value(value: Any, members: Blocks | Team | None = None) -> Any:
    """The greatest of the values of all members. All threads call, or the members alone.

    Parameters
    ----------
    value : number or numpy.ndarray
    members : Team or Blocks, optional
        The default is all threads.

    Examples
    --------
    >>> us.max_value(us.thread() + 1) == us.threads()
    True
    """
    return reduce_value(value, 'max', members)


def prefix_value(value: Any, op: str | Callable = 'sum', members: Blocks | Team | None = None, *, exclusive: bool = False,
                 first: Any = 0) -> Any:
    """The values of the caller and of the members before it, combined. All threads call, or the members alone.

    Parameters
    ----------
    value : number or numpy.ndarray
        At most 1024 bytes.
    op : str or function
        As in `reduce`; functions are for sums with the caller's own value. The order is that of the members.
    members : Team or Blocks, optional
        The default is all threads.
    exclusive : bool
        True: without the caller's own value.
    first : number
        What the first member gets, if `exclusive`.

    Examples
    --------
    >>> us.prefix_value(2) == 2 * (us.thread() + 1)
    True
    >>> us.prefix_value(2, exclusive=True) == 2 * us.thread()
    True
    """
    if exclusive and callable(op):
        raise ValueError('op: a function, must be one of reduce by name, if exclusive')
    if exclusive:
        return _combined('all_prefix_exclusive_value', value, op, True, members, first)
    return _combined('all_prefix_value', value, op, True, members)


def broadcast_value(value: Any, root: int = 0, members: Blocks | Team | None = None) -> Any:
    """The root's value. All threads call, or the members alone, with values of one kind.

    Parameters
    ----------
    value : number or numpy.ndarray
        At most 1024 bytes. All members give one of the same type and size.
    root : int
        A thread that is a member.
    members : Team or Blocks, optional
        The default is all threads. Others get their own value back.

    Examples
    --------
    >>> us.broadcast_value(us.thread() + 5)
    5
    """
    with refusing(members):
        given = numpy.ascontiguousarray(value).reshape(numpy.shape(value)).copy()
        if given.dtype.hasobject:
            raise TypeError(f'value: of {given.dtype}, must be numbers')
        checked(calling('all_broadcast_value')(given.ctypes.data, given.nbytes, root, _members(members)))
    return given if isinstance(value, numpy.ndarray) else given[()].item() if isinstance(value, (bool, int, float, complex)) else given[()]


# ---- one partner ----

def _element(array: Any, index: Any) -> Any:
    """Where the element with this number, or these indices, is."""
    shape = array.shape if hasattr(array, '_numbered') else ()
    number = numpy.ravel_multi_index(tuple(index), shape) if isinstance(index, tuple) else index
    base, (number,) = array._numbered(_indices('A', array, [number])) if shape else (array, _indices('A', array, [index]))
    return base, base._place([int(one) for one in numpy.unravel_index(int(number), base.shape)])


def fetch_op(A: Any, index: Any, value: Any, op: str = 'sum') -> Any:
    """Changes one element at once, ``A[index] = A[index] op value``, and returns what it was. Any thread calls, alone.

    Parameters
    ----------
    A : Array
        Of integers or real numbers of 4 or 8 bytes.
    index : int or tuple of int
        An element, counted row by row, or its indices.
    value : number
    op : str
        As in `update`; 'put' swaps.

    Examples
    --------
    >>> counter = us.zeros(1, dtype='i8')
    >>> number = us.fetch_op(counter, 0, 1)  # another one on each thread
    >>> bool(us.sum_value(number) == sum(range(us.threads())))
    True
    """
    if op != 'put' and op not in _values.OPERATIONS:
        raise ValueError(f'op: {op!r}, must be put or one of {", ".join(_values.OPERATIONS)}')
    base, place = _element(A, index)
    A._must_be_writable()
    given, before = numpy.ascontiguousarray(_values.operand(value, base.dtype, op)), numpy.empty((), base.dtype)
    operation = _library.PUT if op == 'put' else _values.OPERATIONS[op]
    checked(calling('fetch_op')(before.ctypes.data, place, operation, _values.type_of(base.dtype), given.ctypes.data))
    return before[()]


def compare_swap(A: Any, index: Any, expected: Any, value: Any) -> Any:
    """Gives an element a value if it is the expected one, at once, and returns what it was. Any thread calls, alone.

    Parameters
    ----------
    A : Array
        Of integers or real numbers of 4 or 8 bytes.
    index : int or tuple of int
        An element, counted row by row, or its indices.
    expected : number
    value : number

    Examples
    --------
    >>> winner = us.full(1, -1)
    >>> first = us.compare_swap(winner, 0, -1, us.thread()) == -1
    >>> us.sum_value(int(first))
    1
    """
    base, place = _element(A, index)
    A._must_be_writable()
    _values.must_be(expected is not None, 'expected', expected, 'a number')
    _values.must_be(value is not None, 'value', value, 'a number')
    wanted, given = (numpy.ascontiguousarray(_values.element(one, base.dtype)) for one in (expected, value))
    before = numpy.empty((), base.dtype)
    checked(calling('compare_swap')(before.ctypes.data, place, _values.type_of(base.dtype), wanted.ctypes.data, given.ctypes.data))
    return before[()]


def _event(events: Any, index: Any) -> Any:
    _values.must_be(hasattr(events, '_numbered') and events.dtype in ('i8', 'u8'), 'events', events, "an array of 'u8'")
    return _element(events, index)[1]


def post(events: Any, index: Any) -> None:
    """Posts an event: the element, which counts, gets one more. Any thread calls, alone.

    Parameters
    ----------
    events : Array
        Of 'u8', zero at the beginning.
    index : int or tuple of int

    Examples
    --------
    >>> events = us.zeros(us.threads(), 1, dtype='u8')
    >>> us.post(events, (us.thread() + 1) % us.threads())
    >>> us.await_event(events, us.thread())  # the left neighbour has come here
    """
    checked(calling('post')(_event(events, index)))


def await_event(events: Any, index: Any, count: int = 1) -> None:
    """Waits until an event has been posted so often, and takes these posts. Any thread calls, alone.

    Parameters
    ----------
    events : Array
        Of 'u8', zero at the beginning. An element of the caller's own blocks needs no messages.
    index : int or tuple of int
    count : int

    Examples
    --------
    >>> events = us.zeros(us.threads(), 1, dtype='u8')
    >>> us.post(events, us.thread())
    >>> us.await_event(events, us.thread())
    """
    if count < 0:
        raise ValueError(f'count: {count}, must be at least 0')
    checked(calling('await')(_event(events, index), count))


def sync_threads(threads: Sequence[int]) -> None:
    """Waits for each thread of the list until it makes such a call with the caller in its list. Each thread of the list calls.

    Parameters
    ----------
    threads : sequence of int

    Examples
    --------
    >>> us.sync_threads([us.thread()])
    >>> us.sync_threads(range(us.threads()))
    """
    checked(calling('sync_threads')(_library.ints(threads or [0]), len(threads)))


class Lock:
    """A lock, which one thread at a time holds. All threads make it, and free it, together.

    Examples
    --------
    >>> A, lock = us.zeros(1), us.Lock()
    >>> with lock:
    ...     us.put_elements(A, [0], us.get_elements(A, [0]) + 1)
    >>> us.barrier()
    >>> bool(A[0] == us.threads())
    True
    >>> lock.free()
    """

    def __init__(self) -> None:
        self._lock: _library.Pointer | None = calling('all_lock')()

    def _made(self) -> _library.Pointer:
        if self._lock is None:
            raise ValueError('lock: it was freed')
        return self._lock

    def __enter__(self) -> Lock:
        checked(calling('lock')(self._made()))
        return self

    def __exit__(self, *_: Any) -> None:
        checked(calling('unlock')(self._made()))

    def attempt(self) -> bool:
        """True if the caller holds the lock now; it does not wait. Any thread calls, alone. `release` gives it back.

        Examples
        --------
        >>> lock = us.Lock()
        >>> if lock.attempt():
        ...     lock.release()
        """
        taken = ctypes.c_int()
        checked(calling('try_lock')(self._made(), ctypes.byref(taken)))
        return bool(taken.value)

    def release(self) -> None:
        """Gives back the lock that the caller holds. Any thread calls, alone.

        Examples
        --------
        >>> lock = us.Lock()
        >>> if lock.attempt():
        ...     lock.release()
        """
        checked(calling('unlock')(self._made()))

    def free(self) -> None:
        """Ends the use of the lock, which nobody holds. All threads call.

        Examples
        --------
        >>> us.Lock().free()
        """
        checked(calling('all_free_lock')(self._made()))
        self._lock = None
