# SPDX-License-Identifier: BSD-3-Clause
"""Collectives that move blocks, and pieces of blocks of one size."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Sequence

import numpy

from .._base import _library
from ._in_flight import ALLSYNC, Handle, called, of_sections

if TYPE_CHECKING:
    from ._sections import Blocks

__all__ = ['broadcast', 'exchange', 'gather', 'gather_all', 'lend', 'permute', 'scatter']

@of_sections
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
    return called('broadcast', wait, dst.written.reference, src.start, src.array.block_bytes if nbytes is None else nbytes, sync)


@of_sections
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
    handle = called('lend', wait, dst.written.reference, src.start, array.block_bytes, ctypes.byref(lent), sync, result=block)
    return handle if isinstance(handle, Handle) else block()


@of_sections
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
    return called('scatter', wait, dst.written.reference, src.start, dst.array.block_bytes if nbytes is None else nbytes, sync)


@of_sections
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
    return called('gather', wait, dst.written.start, src.reference, src.array.block_bytes if nbytes is None else nbytes, sync)


@of_sections
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
    return called('gather_all', wait, dst.written.reference, src.reference,
                 src.array.block_bytes if nbytes is None else nbytes, sync)


@of_sections
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
    return called('exchange', wait, dst.written.reference, src.reference,
                 src.array.block_bytes // max(1, len(src)) if nbytes is None else nbytes, sync)


@of_sections
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
    return called('permute', wait, dst.written.reference, src.reference, _library.ints(perm),
                 src.array.block_bytes if nbytes is None else nbytes, sync)
