# SPDX-License-Identifier: BSD-3-Clause
"""Collectives that combine the values of blocks. If `op` is a function of Python, all threads call: what it raises on one of them, all
raise. Of a call with ``wait=False`` only the threads raise on which it has failed."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

from . import _agreement
from .._base import _values
from ._in_flight import ALLSYNC, Handle, called, of_sections

if TYPE_CHECKING:
    from ._sections import Blocks

__all__ = ['prefix_reduce', 'prefix_reduce_exclusive', 'reduce', 'reduce_all', 'reduce_scatter']

def _reduction(name: str, wait: bool, dst: Any, src: Blocks, nelems: int | None, op: str | Callable, ordered: bool,
               sync: int) -> Handle | None:
    form, how = _values.combination(op, src.array.dtype, ordered)
    arguments = name + form, wait, dst, src.reference, src.array.block_elements if nelems is None else nelems, *how, sync
    if callable(op) and wait is True:
        with _agreement.together():
            return called(*arguments)
    return called(*arguments)


@of_sections
def reduce(dst: Blocks, src: Blocks, nelems: int | None = None, op: str | Callable = 'sum', *, ordered: bool = False,
           sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Combines the blocks of src, value by value, into the first block of dst.
    All owners of the blocks call, with the same arguments. If `op` is a function, all threads call: what it raises, all raise.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.reduce(B.blocks[0], A.blocks[:], op='max')
    >>> int(B[0]) == p - 1
    True
    """
    return _reduction('reduce', wait, dst.written.start, src, nelems, op, ordered, sync)


@of_sections
def reduce_all(dst: Blocks, src: Blocks, nelems: int | None = None, op: str | Callable = 'sum', *,
               ordered: bool = False, sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Combines the blocks of src, value by value, into every block of dst.
    All owners of the blocks call, with the same arguments. If `op` is a function, all threads call: what it raises, all raise.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.reduce_all(B.blocks[:], A.blocks[:])
    >>> bool((B == p * (p - 1) // 2).all())
    True
    """
    return _reduction('reduce_all', wait, dst.written.reference, src, nelems, op, ordered, sync)


@of_sections
def prefix_reduce(dst: Blocks, src: Blocks, nelems: int | None = None, op: str | Callable = 'sum', *,
                  ordered: bool = False, sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Block i of dst gets the combination of blocks 0 to i of src.
    All owners of the blocks call, with the same arguments. If `op` is a function, all threads call: what it raises, all raise.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.prefix_reduce(B.blocks[:], A.blocks[:])
    >>> B.tolist() == numpy.cumsum(range(p)).tolist()
    True
    """
    return _reduction('prefix_reduce', wait, dst.written.reference, src, nelems, op, ordered, sync)


@of_sections
def prefix_reduce_exclusive(dst: Blocks, src: Blocks, nelems: int | None = None, op: str | Callable = 'sum', *,
                            ordered: bool = False, sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Block i of dst gets the combination of blocks 0 to i - 1 of src. Block 0 stays as it is.
    All owners of the blocks call, with the same arguments. If `op` is a function, all threads call: what it raises, all raise.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.array(numpy.arange(p), 1)
    >>> B = us.zeros(p, 1, dtype=A.dtype)
    >>> us.prefix_reduce_exclusive(B.blocks[:], A.blocks[:])
    >>> B.tolist() == [0, *numpy.cumsum(range(p)).tolist()[:-1]]
    True
    """
    return _reduction('prefix_reduce_exclusive', wait, dst.written.reference, src, nelems, op, ordered, sync)


@of_sections
def reduce_scatter(dst: Blocks, src: Blocks, nelems: int | None = None, op: str | Callable = 'sum', *,
                   ordered: bool = False, sync: int = ALLSYNC, wait: bool = True) -> Handle | None:
    """Combines piece i of every block of src into block i of dst. A piece has `nelems` values (a block of dst).
    All owners of the blocks call, with the same arguments. If `op` is a function, all threads call: what it raises, all raise.

    Examples
    --------
    >>> p = us.threads()
    >>> A = us.full(p * p, 3., p)
    >>> B = us.zeros(p, 1)
    >>> us.reduce_scatter(B.blocks[:], A.blocks[:])
    >>> bool((B == 3 * p).all())
    True
    """
    nelems = dst.array.block_elements if nelems is None else nelems
    return _reduction('reduce_scatter', wait, dst.written.reference, src, nelems, op, ordered, sync)
