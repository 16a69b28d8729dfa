# SPDX-License-Identifier: BSD-3-Clause
"""The collectives. All owners of the blocks call, with the same arguments; other threads may call, and return at once."""
from __future__ import annotations

import ctypes
import functools
from typing import TYPE_CHECKING, Any, Callable, Generic, Sequence, TypeVar

import numpy

from . import _agreement
from .._base import _library, _values
from .._base._start import calling, checked, thread
from ._scattered import as_sizes, fetched, updated
from ._sections import Section

if TYPE_CHECKING:
    from .._arrays._arrays import Array
    from ._sections import Blocks, Elements

__all__ = ['ALLSYNC', 'MYSYNC', 'NOSYNC', 'Handle', 'Prepared', 'acc_elements', 'barrier', 'broadcast', 'copy', 'exchange', 'exchange_own', 'exchangev',
           'fetch', 'gather', 'gather_all', 'gather_all_own', 'gather_allv', 'gather_own', 'gatherv', 'get_elements', 'halo', 'lend', 'permute', 'prefix_reduce',
           'prefix_reduce_exclusive', 'prepare', 'put_elements', 'reduce', 'reduce_all', 'reduce_scatter', 'scatter', 'scatter_own', 'scatterv',
           'test_all', 'transform', 'update', 'wait_all', 'wait_any', 'wait_some']

Collective = TypeVar('Collective', bound=Callable)
Result = TypeVar('Result')

# Who waits: all threads of the call for all data (the default); each thread for its own data; no thread.
ALLSYNC, MYSYNC, NOSYNC = 0, _library.IN_MYSYNC | _library.OUT_MYSYNC, _library.IN_NOSYNC | _library.OUT_NOSYNC


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


_PREPARE: Any = object()  # in place of `wait`


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
    if call is fetch:
        return _prepared_fetch(*arguments, **named)
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


def _of_sections(call: Collective) -> Collective:
    """The collective, which refuses a dst or src that is no section, or of another type than the other."""
    @functools.wraps(call)
    def checking(*arguments: Any, **named: Any) -> Any:
        given = {**dict(zip(names, arguments)), **named}
        for name in names:
            if name in given and not isinstance(given[name], Section):
                raise TypeError(f'{name}: of type {type(given[name]).__name__}; this call takes a section, '
                                f'such as A.{"elements" if name in elements else "blocks"}[...]')
        between = [given[name].array.dtype for name in names if name in given]
        if len(set(between)) > 1:  # what is moved as bytes has the same meaning at both ends
            raise TypeError(f'dst: of {between[0]}, must be of {between[1]}, as src')
        result = call(*arguments, **named)
        if isinstance(result, Handle):
            result._sections = [given[name] for name in names]
        return result
    types = call.__annotations__
    names = [name for name in list(types)[:2] if types[name] in ('Blocks', 'Elements')]
    elements = [name for name in names if types[name] == 'Elements']
    return checking  # type: ignore[return-value]


def _call(name: str, wait: bool, *arguments: Any, result: Any = None) -> Any:
    if wait and wait is not _PREPARE:
        if calling(name)(*arguments) != 0:
            checked(-1)
        _values.raise_failure()
        return result
    prepares = wait is _PREPARE
    handle = (Prepared if prepares else Handle)(arguments, result)
    checked(calling(name + ('_init' if prepares else '_nb'))(ctypes.byref(handle._handle), *arguments))
    _values.raise_failure()
    return handle


@_of_sections
def broadcast(dst: Blocks, src: Blocks, nbytes: int | None = None, *, sync: int = ALLSYNC,
              wait: bool = True) -> Handle | None:
    """Copies one block to every block of a section. All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    src : Blocks
        One block, or the first of several.
    nbytes : int, optional
        How many bytes; the default is a whole block of src.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.broadcast(B.blocks[:], A.blocks[p - 1])
    >>> bool((B == p - 1).all())
    True
    """
    return _call('broadcast', wait, dst.reference, src.start, src.array.block_bytes if nbytes is None else nbytes, sync)


@_of_sections
def lend(dst: Blocks, src: Blocks, *, sync: int = ALLSYNC, wait: bool = True) -> numpy.ndarray | Handle | None:
    """Lends one block to the owners of a section, who only read it: a `broadcast` without copies, where that can be.
    All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    dst : Blocks
        The blocks that may receive copies. What they hold after the call is undefined.
    src : Blocks
        One block, or the first of several.

    Returns
    -------
    numpy.ndarray, Handle or None
        The block, read-only: in its owner's memory, if that is near, else in one of the caller's blocks of dst. None for a
        thread that takes no part. With `wait=False`, `Handle.wait` returns it. The owner changes the block only after all
        have met again, for example in a barrier.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.lend(B.blocks[:], A.blocks[p - 1]).tolist() == [p - 1]
    True
    """
    lent, array, first = ctypes.c_void_p(), src.array, next(iter(src))

    def block() -> numpy.ndarray | None:
        if lent.value is None:
            return None
        memory: Any = (ctypes.c_char * array.block_bytes).from_address(lent.value)
        memory.tiles = array._tiles, dst.array._tiles
        extents = (slice(0, extent - at * size) for at, size, extent in zip(first, array.block, array.shape))
        whole = numpy.frombuffer(memory, array.dtype).reshape(array.block)[tuple(extents)]
        whole.flags.writeable = False
        return whole
    handle = _call('lend', wait, dst.reference, src.start, array.block_bytes, ctypes.byref(lent), sync, result=block)
    return handle if isinstance(handle, Handle) else block()


@_of_sections
def scatter(dst: Blocks, src: Blocks, nbytes: int | None = None, *, sync: int = ALLSYNC,
            wait: bool = True) -> Handle | None:
    """Piece i of the first block of src goes to block i of dst.
    All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    dst : Blocks
    src : Blocks
        The block in which the pieces lie one after another.
    nbytes : int, optional
        The bytes of a piece; the default is a block of dst.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p * p), p)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.scatter(B.blocks[:], A.blocks[0])
    >>> B.tolist() == list(range(p))
    True
    """
    return _call('scatter', wait, dst.reference, src.start, dst.array.block_bytes if nbytes is None else nbytes, sync)


@_of_sections
def gather(dst: Blocks, src: Blocks, nbytes: int | None = None, *, sync: int = ALLSYNC,
           wait: bool = True) -> Handle | None:
    """Block i of src goes to piece i of the first block of dst.
    All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    dst : Blocks
        The block in which the pieces will lie one after another.
    src : Blocks
    nbytes : int, optional
        The bytes of a piece; the default is a block of src.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p * p, p, dtype=A.dtype)
    >>> us.gather(B.blocks[0], A.blocks[:])
    >>> B[:p].tolist() == list(range(p))
    True
    """
    return _call('gather', wait, dst.start, src.reference, src.array.block_bytes if nbytes is None else nbytes, sync)


@_of_sections
def gather_all(dst: Blocks, src: Blocks, nbytes: int | None = None, *, sync: int = ALLSYNC,
               wait: bool = True) -> Handle | None:
    """Block i of src becomes piece i of every block of dst. All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    dst : Blocks
        Blocks with as many pieces as src has blocks.
    src : Blocks
    nbytes : int, optional
        The bytes of a piece; the default is a block of src.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p * p, p, dtype=A.dtype)
    >>> us.gather_all(B.blocks[:], A.blocks[:])
    >>> B.tolist() == p * list(range(p))
    True
    """
    return _call('gather_all', wait, dst.reference, src.reference,
                 src.array.block_bytes if nbytes is None else nbytes, sync)


@_of_sections
def exchange(dst: Blocks, src: Blocks, nbytes: int | None = None, *, sync: int = ALLSYNC,
             wait: bool = True) -> Handle | None:
    """Piece i of src block j becomes piece j of dst block i. In MPI this is an all-to-all. All owners of the blocks
    call, with the same arguments.

    Parameters
    ----------
    dst, src : Blocks
        k blocks each, of k pieces.
    nbytes : int, optional
        The bytes of a piece; the default is a k-th of a block of src.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p * p), p)
    >>> B = us.zeros(p * p, p, dtype=A.dtype)
    >>> us.exchange(B.blocks[:], A.blocks[:])
    >>> B.reshape(p, p).tolist() == A.reshape(p, p).T.tolist()
    True
    """
    return _call('exchange', wait, dst.reference, src.reference,
                 src.array.block_bytes // max(1, len(src)) if nbytes is None else nbytes, sync)


@_of_sections
def permute(dst: Blocks, src: Blocks, perm: Sequence[int], nbytes: int | None = None, *, sync: int = ALLSYNC,
            wait: bool = True) -> Handle | None:
    """Block i of src goes to block perm[i] of dst. All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    dst, src : Blocks
    perm : sequence of int
        Each of 0..k-1 once.
    nbytes : int, optional
        The default is a block of src.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.permute(B.blocks[:], A.blocks[:], range(p - 1, -1, -1))
    >>> B.tolist() == list(range(p))[::-1]
    True
    """
    perm = list(perm)
    if len(perm) != len(src):
        raise ValueError(f'perm: {len(perm)} numbers, must be {len(src)}')
    return _call('permute', wait, dst.reference, src.reference, _library.ints(perm),
                 src.array.block_bytes if nbytes is None else nbytes, sync)


def _listed(name: str, values: Sequence[int] | numpy.ndarray | None, count: int) -> Any:
    if values is None:
        return None
    values = [int(one) for one in numpy.ravel(values)]
    if len(values) != count:
        raise ValueError(f'{name}: {len(values)} numbers, must be {count}')
    return _library.sizes(values)


@_of_sections
def scatterv(dst: Blocks, src: Blocks, counts: Sequence[int], displs: Sequence[int] | None = None, *,
             sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """counts[i] bytes, from byte displs[i] of the first block of src on, go to block i of dst.
    All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    src : Blocks
        The block in which the pieces lie.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(2 * p), 2 * p)
    >>> B = us.zeros(2 * p, 2, dtype=A.dtype)
    >>> us.scatterv(B.blocks[:], A.blocks[0], [8] * p)  # bytes of each piece
    >>> B[::2].tolist() == list(range(p))
    True
    """
    return _call('scatterv', wait, dst.reference, src.start, _listed('counts', counts, len(dst)),
                 _listed('displs', displs, len(dst)), sync)


@_of_sections
def gatherv(dst: Blocks, src: Blocks, counts: Sequence[int], displs: Sequence[int] | None = None, *,
            sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """counts[i] bytes of block i of src go to the first block of dst, from byte displs[i] on.
    All owners of the blocks call, with the same arguments.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(2 * p), 2)
    >>> B = us.zeros(2 * p, 2 * p, dtype=A.dtype)
    >>> us.gatherv(B.blocks[0], A.blocks[:], [8] * p)  # bytes of each piece
    >>> B[:p].tolist() == A[::2].tolist()
    True
    """
    return _call('gatherv', wait, dst.start, src.reference, _listed('counts', counts, len(src)),
                 _listed('displs', displs, len(src)), sync)


@_of_sections
def gather_allv(dst: Blocks, src: Blocks, counts: Sequence[int], displs: Sequence[int] | None = None, *,
                sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """counts[i] bytes of block i of src go to every block of dst, from byte displs[i] on.
    All owners of the blocks call, with the same arguments.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p * p, p, dtype=A.dtype)
    >>> us.gather_allv(B.blocks[:], A.blocks[:], [8] * p)  # bytes of each piece
    >>> B.tolist() == p * list(range(p))
    True
    """
    return _call('gather_allv', wait, dst.reference, src.reference, _listed('counts', counts, len(src)),
                 _listed('displs', displs, len(src)), sync)


@_of_sections
def exchangev(dst: Blocks, src: Blocks, counts: Any, dst_displs: Any = None, src_displs: Any = None, *,
              sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """counts[j, i] bytes of src block j, from src_displs[j, i] on, go to dst block i, from dst_displs[j, i] on.
    All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    dst, src : Blocks
        k blocks each.
    counts, dst_displs, src_displs : array_like of int, k x k
        In bytes. Without displacements the pieces lie one after another.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p * p), p)
    >>> B = us.zeros(p * p, p, dtype=A.dtype)
    >>> us.exchangev(B.blocks[:], A.blocks[:], numpy.full((p, p), 8))  # bytes of each piece
    >>> B.reshape(p, p).tolist() == A.reshape(p, p).T.tolist()
    True
    """
    count = len(src) * len(src)
    return _call('exchangev', wait, dst.reference, src.reference, _listed('counts', counts, count),
                 _listed('dst_displs', dst_displs, count), _listed('src_displs', src_displs, count), sync)


@_of_sections
def exchange_own(dst: Blocks, src: Blocks, counts: Any, dst_displs: Any = None, src_displs: Any = None, *,
                 sync: int = ALLSYNC, wait: bool = True) -> numpy.ndarray | Handle:
    """The same as `exchangev`, with the lists of the caller's own blocks alone. All owners of the blocks call, each with its own
    lists. The library finds out what others send.

    Parameters
    ----------
    dst, src : Blocks
        k blocks each.
    counts, src_displs : array_like of int
        For each of the caller's blocks of src k numbers: the bytes for block i of dst, and where they begin.
    dst_displs : array_like of int
        For each of the caller's blocks of dst k numbers: where the bytes of block j of src go.

    Returns
    -------
    numpy.ndarray or Handle
        For each of the caller's blocks of dst, the bytes that have come from each block of src.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p * p), p)
    >>> B = us.zeros(p * p, p, dtype=A.dtype)
    >>> us.exchange_own(B.blocks[:], A.blocks[:], [[8] * p]).tolist() == [[8] * p]
    True
    """
    k = len(src)
    mine, owned = _owned(dst), _owned(src)
    return _call_own('exchange_own', wait, dst.reference, src.reference, [
        _listed('counts', counts, k * owned), _listed('dst_displs', dst_displs, k * mine), _listed('src_displs', src_displs, k * owned)],
        (mine, k), sync)


def _owned(blocks: Blocks) -> int:
    return sum(blocks.array.owner(*index) == thread() for index in blocks)


def _first_owned(blocks: Blocks) -> int:
    """1 where the first block of the section is the caller's, else 0."""
    return int(blocks.array.owner(*next(iter(blocks))) == thread())


def _call_own(name: str, wait: bool, dst: Any, src: Any, lists: list[Any], shape: tuple[int, int], sync: int) -> Any:
    received = numpy.zeros(shape, numpy.uintp)
    return _call(name, wait, dst, src, *lists, received.ctypes.data_as(ctypes.POINTER(ctypes.c_size_t)), sync, result=received)


@_of_sections
def gather_all_own(dst: Blocks, src: Blocks, counts: Any, displs: Any = None, *, sync: int = ALLSYNC,
                   wait: bool = True) -> numpy.ndarray | Handle:
    """The same as `gather_allv`, with the counts of the caller's own blocks alone. All owners of the blocks call, each with its
    own lists. The library finds out what others send.

    Parameters
    ----------
    dst, src : Blocks
    counts : array_like of int
        For each of the caller's blocks of src the bytes that go to every block of dst.
    displs : array_like of int
        For each of the caller's blocks of dst, and each block of src, where its bytes go. By default one piece follows the other.

    Returns
    -------
    numpy.ndarray or Handle
        For each of the caller's blocks of dst, the bytes that have come from each block of src.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p * p, p, dtype=A.dtype)
    >>> us.gather_all_own(B.blocks[:], A.blocks[:], [8]).tolist() == [[8] * p]
    True
    """
    mine, k = _owned(dst), len(src)
    return _call_own('gather_all_own', wait, dst.reference, src.reference,
                     [_listed('counts', counts, _owned(src)), _listed('displs', displs, mine * k)], (mine, k), sync)


@_of_sections
def gather_own(dst: Blocks, src: Blocks, counts: Any, displs: Any = None, *, sync: int = ALLSYNC,
               wait: bool = True) -> numpy.ndarray | Handle:
    """The same as `gatherv`, with the counts of the caller's own blocks alone. All owners of the blocks call. See `gather_all_own`.

    Parameters
    ----------
    dst : Blocks
        Its first block gets the pieces. The owner of this block is the root.
    src : Blocks
    counts : array_like of int
        For each of the caller's blocks of src the bytes that go to dst.
    displs : array_like of int
        On the root: where the bytes of each block of src go. By default one piece follows the other. Others give None.

    Returns
    -------
    numpy.ndarray or Handle
        On the root, the bytes that have come from each block of src.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(2 * p), 2)
    >>> B = us.zeros(2 * p, 2 * p, dtype=A.dtype)
    >>> received = us.gather_own(B.blocks[0], A.blocks[:], [8])
    >>> B[:p].tolist() == A[::2].tolist()
    True
    """
    mine, k = _first_owned(dst), len(src)
    return _call_own('gather_own', wait, dst.start, src.reference,
                     [_listed('counts', counts, _owned(src)), _listed('displs', displs, mine * k)], (mine, k), sync)


@_of_sections
def scatter_own(dst: Blocks, src: Blocks, counts: Any = None, displs: Any = None, *, sync: int = ALLSYNC,
                wait: bool = True) -> numpy.ndarray | Handle:
    """The same as `scatterv`, with the lists at the root alone. All owners of the blocks call.

    Parameters
    ----------
    dst : Blocks
    src : Blocks
        Its first block has the pieces. The owner of this block is the root.
    counts, displs : array_like of int
        On the root: the bytes that go to each block of dst, and where they begin. By default one piece follows the other. Others
        give None.

    Returns
    -------
    numpy.ndarray or Handle
        For each of the caller's blocks of dst the bytes that have come.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), p)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.scatter_own(B.blocks[:], A.blocks[0], [8] * p if us.thread() == 0 else None).tolist()
    [[8]]
    >>> B.tolist() == A.tolist()
    True
    """
    k = len(dst) * _first_owned(src)
    return _call_own('scatter_own', wait, dst.reference, src.start, [_listed('counts', counts, k), _listed('displs', displs, k)],
                     (_owned(dst), 1), sync)


def _reduction(name: str, wait: bool, dst: Any, src: Blocks, nelems: int | None, op: str | Callable, ordered: bool,
               sync: int) -> Handle | None:
    form, how = _values.combination(op, src.array.dtype, ordered)
    return _call(name + form, wait, dst, src.reference, src.array.block_elements if nelems is None else nelems, *how, sync)


@_of_sections
def reduce(dst: Blocks, src: Blocks, nelems: int | None = None, op: str | Callable = 'sum', *, ordered: bool = False,
           sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Combines the blocks of src, value by value, into the first block of dst.
    All owners of the blocks call, with the same arguments.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.reduce(B.blocks[0], A.blocks[:], op='max')
    >>> int(B[0]) == p - 1
    True
    """
    return _reduction('reduce', wait, dst.start, src, nelems, op, ordered, sync)


@_of_sections
def reduce_all(dst: Blocks, src: Blocks, nelems: int | None = None, op: str | Callable = 'sum', *,
               ordered: bool = False, sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Combines the blocks of src, value by value, into every block of dst.
    All owners of the blocks call, with the same arguments.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.reduce_all(B.blocks[:], A.blocks[:])
    >>> bool((B == p * (p - 1) // 2).all())
    True
    """
    return _reduction('reduce_all', wait, dst.reference, src, nelems, op, ordered, sync)


@_of_sections
def prefix_reduce(dst: Blocks, src: Blocks, nelems: int | None = None, op: str | Callable = 'sum', *,
                  ordered: bool = False, sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Block i of dst gets the combination of blocks 0 to i of src.
    All owners of the blocks call, with the same arguments.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.prefix_reduce(B.blocks[:], A.blocks[:])
    >>> B.tolist() == numpy.cumsum(range(p)).tolist()
    True
    """
    return _reduction('prefix_reduce', wait, dst.reference, src, nelems, op, ordered, sync)


@_of_sections
def prefix_reduce_exclusive(dst: Blocks, src: Blocks, nelems: int | None = None, op: str | Callable = 'sum', *,
                            ordered: bool = False, sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Block i of dst gets the combination of blocks 0 to i - 1 of src. Block 0 stays as it is.
    All owners of the blocks call, with the same arguments.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.prefix_reduce_exclusive(B.blocks[:], A.blocks[:])
    >>> B.tolist() == [0, *numpy.cumsum(range(p)).tolist()[:-1]]
    True
    """
    return _reduction('prefix_reduce_exclusive', wait, dst.reference, src, nelems, op, ordered, sync)


@_of_sections
def reduce_scatter(dst: Blocks, src: Blocks, nelems: int | None = None, op: str | Callable = 'sum', *,
                   ordered: bool = False, sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Combines piece i of every block of src into block i of dst. A piece has `nelems` values (a block of dst).
    All owners of the blocks call, with the same arguments.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.full(p * p, 3, p)
    >>> B = us.zeros(p, 1)
    >>> us.reduce_scatter(B.blocks[:], A.blocks[:])
    >>> bool((B == 3 * p).all())
    True
    """
    nelems = dst.array.block_elements if nelems is None else nelems
    return _reduction('reduce_scatter', wait, dst.reference, src, nelems, op, ordered, sync)


@_of_sections
def copy(dst: Elements, src: Elements, *, sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Assigns elements, `dst[...] = src[...]`, between arrays of any two layouts.
    All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    dst, src : Elements
        Sections of elements, for example `B.elements[0:10, :]`, with as many elements in each dimension.

    Examples
    --------
    >>> A, B = us.array(numpy.arange(10.)), us.zeros(10, block=2)
    >>> us.copy(B.elements[0:5], A.elements[::2])
    >>> B.tolist()
    [0.0, 2.0, 4.0, 6.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    return _call('copy', wait, dst.elements_reference, src.elements_reference, sync)


@_of_sections
def transform(dst: Elements, src: Elements, order: Sequence[int] | None = None, alpha: Any = None, beta: Any = None, *,
              sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """The same as `copy`, with a transposition, scaling and adding: ``dst = alpha * src.transpose(order) + beta * dst``.
    All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    dst, src : Elements
    order : sequence of int, optional
        Dimension k of dst is dimension order[k] of src.
    alpha, beta : number, optional
        The defaults are 1 and 0.

    Examples
    --------
    >>> A, B = us.array([[1., 2.], [3., 4.]]), us.zeros((2, 2))
    >>> us.transform(B.elements[...], A.elements[...], (1, 0), alpha=10)
    >>> B.tolist()
    [[10.0, 30.0], [20.0, 40.0]]
    """
    dtype = src.array.dtype
    if order is not None and len(order) != src.array.ndim:
        raise ValueError(f'order: {len(order)} numbers, must be {src.array.ndim}')
    factors = [None if one is None else _values.operand(one, dtype, 'transform') for one in (alpha, beta)]
    kind = _values.type_of_bytes(dtype) if alpha is None and beta is None else _values.type_of(dtype)
    return _call('transform', wait, dst.elements_reference, src.elements_reference, None if order is None else _library.ints(list(order)),
                 *(None if one is None else one.ctypes.data for one in factors), kind, sync)


@_of_sections
def halo(src: Blocks, width: int = 1, *, corners: bool = False, periodic: bool = False, sync: int = ALLSYNC,
         wait: bool = True) -> list[tuple[tuple[int, ...], numpy.ndarray]] | Handle:
    """Copies the caller's blocks of src, each with a border of `width` elements of its neighbours on every side.
    All owners of the blocks call, with the same arguments.

    Parameters
    ----------
    src : Blocks
        Consecutive blocks, of 1 to 3 dimensions.
    width : int
    corners : bool
        The border includes the corners, which lie beyond the block in several dimensions.
    periodic : bool
        The last block of a dimension is a neighbour of the first. Otherwise elements beyond the section are 0.

    Returns
    -------
    list of (index, numpy.ndarray), or Handle
        For each of the caller's blocks its index and the copy. With `wait=False`, `Handle.wait` returns this list.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.full(4 * p, 1.)
    >>> index, tile = us.halo(A.blocks[:], 1, periodic=True)[0]
    >>> tile.tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    if width < 0:
        raise ValueError(f'width: {width}, must not be negative')
    array, me = src.array, thread()
    mine = [index for index in src if array.owner(*index) == me]
    memory = numpy.zeros((len(mine), *(size + 2 * width for size in array.block)), array.dtype)
    tiles = [(index, whole[tuple(slice(0, min(size, extent - at * size) + 2 * width)
                                 for at, size, extent in zip(index, array.block, array.shape))])
             for index, whole in zip(mine, memory)]
    parts = (_library.CORNERS if corners else 0) | (_library.PERIODIC if periodic else 0)
    address = ctypes.c_void_p(memory.ctypes.data) if mine else None
    return _call('halo', wait, address, src.reference, width, parts, sync, result=tiles)


def _indices(array: Array, index: Any) -> numpy.ndarray:
    """Indices of elements as the library takes them. It has no negative ones, and would see a large number."""
    _ = array._handle
    index = numpy.asarray(index)
    if index.size and index.dtype.kind not in 'iu':
        raise TypeError(f'index: of {index.dtype}, must be integers')
    if index.size and not 0 <= index.min() <= index.max() < array.size:
        wrong = index.min() if index.min() < 0 else index.max()
        raise IndexError(f'index: {wrong}, must be in 0..{array.size - 1}')
    return numpy.ascontiguousarray(index, numpy.uintp)


def fetch(src: Array, index: Any, *, sync: int = ALLSYNC) -> numpy.ndarray:
    """Reads single elements of any blocks. All threads call, each with its own indices.

    Parameters
    ----------
    src : Array
    index : array_like of int
        Elements counted row by row, as `src.to_numpy().ravel()` counts them. The list may be empty.

    Returns
    -------
    numpy.ndarray
        Their values, in the shape of index.

    Examples
    --------
    >>> A = us.array([5, 6, 7])
    >>> us.fetch(A, [2, 0]).tolist()
    [7, 5]
    """
    with _agreement.together():  # each thread has indices of its own, and may have a wrong one
        index = _indices(src, index)
    return fetched(*src._numbered(index), sync)


def _prepared_fetch(src: Array, index: Any, *, sync: int = ALLSYNC) -> Prepared[numpy.ndarray]:
    with _agreement.together():
        index = _indices(src, index)
    array, numbers = src._numbered(index)
    numbers, values = numpy.ascontiguousarray(numbers, numpy.uintp), numpy.empty(numbers.shape, array.dtype)
    handle = Prepared((array, values), values)
    checked(calling('fetch_init')(ctypes.byref(handle._handle), values.ctypes.data, array._handle, as_sizes(numbers),
                                 numbers.size, sync))
    return handle


def update(dst: Array, index: Any, values: Any, op: str = 'sum') -> None:
    """Changes single elements of any blocks, ``dst[index] = dst[index] op value``. All threads call, each with its own
    indices.

    Parameters
    ----------
    dst : Array
    index : array_like of int
        Elements counted row by row. The same index may appear several times, on several threads.
    values : array_like
        A value for each index, or one for all.
    op : str
        As in `reduce`, or 'put': the element becomes the value. If several threads put different values of 16 bytes to
        one element, it may get a half of each.

    Examples
    --------
    >>> A = us.zeros(3)
    >>> us.update(A, [1], 2)  # from each thread
    >>> bool(A[1] == 2 * us.threads())
    True
    """
    if op != 'put' and op not in _values.OPERATIONS:
        raise ValueError(f'op: {op!r}, must be put or one of {", ".join(_values.OPERATIONS)}')
    with _agreement.together():  # each thread has indices and values of its own
        index = _indices(dst, index)
        values = _values_for(dst, index, values, op)
    updated(*dst._numbered(index), values, op)


def get_elements(src: Array, index: Any) -> numpy.ndarray:
    """Single elements of any blocks. Any thread calls, alone.

    Parameters
    ----------
    src : Array
    index : array_like of int
        Elements counted row by row.

    Examples
    --------
    >>> A = us.array([5, 6, 7])
    >>> us.get_elements(A, [2, 0]).tolist()
    [7, 5]
    """
    src, index = src._numbered(_indices(src, index))
    values = numpy.empty(index.shape, src.dtype)
    checked(calling('get_elements')(values.ctypes.data, src._handle, as_sizes(index), index.size))
    return values


def _values_for(dst: Array, index: numpy.ndarray, values: Any, op: str = 'put') -> numpy.ndarray:
    """A value of dst's type for each index."""
    return numpy.ascontiguousarray(numpy.broadcast_to(_values.operand(values, dst.dtype, op), index.shape))


def put_elements(dst: Array, index: Any, values: Any) -> None:
    """Writes single elements of any blocks. Any thread calls, alone.

    Parameters
    ----------
    dst : Array
    index : array_like of int
        Elements counted row by row.
    values : array_like
        A value for each index, or one for all.

    Examples
    --------
    >>> A = us.zeros(us.threads())
    >>> us.put_elements(A, [us.thread()], 3)
    >>> bool((A == 3).all())
    True
    """
    dst, index = dst._numbered(_indices(dst, index))
    values = _values_for(dst, index, values)
    checked(calling('put_elements')(dst._handle, as_sizes(index), index.size, values.ctypes.data))


def acc_elements(dst: Array, index: Any, values: Any, op: str = 'sum') -> None:
    """Changes single elements of any blocks, ``dst[index] = dst[index] op value``. Any thread calls, alone; each change is
    atomic.

    Parameters
    ----------
    dst : Array
    index : array_like of int
        Elements counted row by row. The same index may appear several times, on several threads.
    values : array_like
        A value for each index, or one for all.
    op : str
        As in `reduce`; for complex numbers 'sum'.

    Examples
    --------
    >>> A = us.zeros(2)
    >>> us.acc_elements(A, [1], 1)
    >>> bool(A[1] == us.threads())
    True
    """
    dst, index = dst._numbered(_indices(dst, index))
    values = _values_for(dst, index, values, op)
    operation, number = _values.accumulation(op, dst.dtype)
    checked(calling('acc_elements')(dst._handle, as_sizes(index), index.size, operation, number, values.ctypes.data))


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
        checked(calling('barrier_all')())
        return None
    if not isinstance(blocks, Section):
        raise TypeError(f'blocks: of type {type(blocks).__name__}; this call takes a section, such as A.blocks[...]')
    return _call('barrier', wait, blocks.reference)
