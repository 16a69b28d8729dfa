# SPDX-License-Identifier: BSD-3-Clause
"""Collectives that move pieces whose sizes differ. All members give all sizes, or each those of its own blocks (`_own`)."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Sequence

import numpy

from .._base import _library
from .._base._start import thread
from ._in_flight import ALLSYNC, Handle, called, of_sections

if TYPE_CHECKING:
    from ._sections import Blocks

__all__ = ['exchange_own', 'exchangev', 'gather_all_own', 'gather_allv', 'gather_own', 'gatherv', 'scatter_own', 'scatterv']

def _listed(name: str, values: Sequence[int] | numpy.ndarray | None, count: int) -> Any:
    if values is None:
        return None
    values = [int(one) for one in numpy.ravel(values)]
    if len(values) != count:
        raise ValueError(f'{name}: {len(values)} numbers, must be {count}')
    return _library.sizes(values)


@of_sections
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
    return called('scatterv', wait, dst.written.reference, src.start, _listed('counts', counts, len(dst)),
                 _listed('displs', displs, len(dst)), sync)


@of_sections
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
    return called('gatherv', wait, dst.written.start, src.reference, _listed('counts', counts, len(src)),
                 _listed('displs', displs, len(src)), sync)


@of_sections
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
    return called('gather_allv', wait, dst.written.reference, src.reference, _listed('counts', counts, len(src)),
                 _listed('displs', displs, len(src)), sync)


@of_sections
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
    return called('exchangev', wait, dst.written.reference, src.reference, _listed('counts', counts, count),
                 _listed('dst_displs', dst_displs, count), _listed('src_displs', src_displs, count), sync)


def _owned(blocks: Blocks) -> int:
    return sum(blocks.array.owner(*index) == thread() for index in blocks)


def _first_owned(blocks: Blocks) -> int:
    """1 where the first block of the section is the caller's, else 0."""
    return int(blocks.array.owner(*next(iter(blocks))) == thread())


def _call_own(name: str, wait: bool, dst: Any, src: Any, lists: list[Any], shape: tuple[int, int], sync: int) -> Any:
    received = numpy.zeros(shape, numpy.uintp)
    return called(name, wait, dst, src, *lists, received.ctypes.data_as(ctypes.POINTER(ctypes.c_size_t)), sync, result=received)


@of_sections
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
    return _call_own('exchange_own', wait, dst.written.reference, src.reference, [
        _listed('counts', counts, k * owned), _listed('dst_displs', dst_displs, k * mine), _listed('src_displs', src_displs, k * owned)],
        (mine, k), sync)


@of_sections
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
    return _call_own('gather_all_own', wait, dst.written.reference, src.reference,
                     [_listed('counts', counts, _owned(src)), _listed('displs', displs, mine * k)], (mine, k), sync)


@of_sections
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
    return _call_own('gather_own', wait, dst.written.start, src.reference,
                     [_listed('counts', counts, _owned(src)), _listed('displs', displs, mine * k)], (mine, k), sync)


@of_sections
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
    return _call_own('scatter_own', wait, dst.written.reference, src.start, [_listed('counts', counts, k), _listed('displs', displs, k)],
                     (_owned(dst), 1), sync)
