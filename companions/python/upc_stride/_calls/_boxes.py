# SPDX-License-Identifier: BSD-3-Clause
"""Collectives on boxes of elements, wherever blocks end."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Sequence

import numpy

from .._base import _library, _values
from .._base._start import thread
from ._in_flight import ALLSYNC, Handle, called, of_sections

if TYPE_CHECKING:
    from ._sections import Blocks, Elements

__all__ = ['copy', 'halo', 'transform']

@of_sections
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
    return called('copy', wait, dst.written.elements_reference, src.elements_reference, sync)


@of_sections
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
    return called('transform', wait, dst.written.elements_reference, src.elements_reference, None if order is None else _library.ints(list(order)),
                 *(None if one is None else one.ctypes.data for one in factors), kind, sync)


@of_sections
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
    return called('halo', wait, address, src.reference, width, parts, sync, result=tiles)
