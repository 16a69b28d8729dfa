# SPDX-License-Identifier: BSD-3-Clause
"""Single elements, which all threads read or change together, or any thread alone."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy

from . import _agreement
from .._base import _values
from .._base._start import calling, checked
from ._in_flight import ALLSYNC, OTHERWISE_PREPARED, Prepared
from ._scattered import as_sizes, fetched, updated

if TYPE_CHECKING:
    from .._arrays._arrays import Array

__all__ = ['acc_elements', 'fetch', 'get_elements', 'put_elements', 'update']

def _indices(name: str, array: Array, index: Any) -> numpy.ndarray:
    """Indices of elements of the argument `name`, as the library takes them. It has no negative ones, and would see a large number."""
    _values.must_be(hasattr(array, '_numbered'), name, array, 'an array, such as us.zeros(3)')
    _values.must_be(index is not None, 'index', index, 'integers')
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
        index = _indices('src', src, index)
    return fetched(*src._numbered(index), sync)


def _prepared_fetch(src: Array, index: Any, *, sync: int = ALLSYNC) -> Prepared[numpy.ndarray]:
    with _agreement.together():
        index = _indices('src', src, index)
    array, numbers = src._numbered(index)
    numbers, values = numpy.ascontiguousarray(numbers, numpy.uintp), numpy.empty(numbers.shape, array.dtype)
    handle = Prepared((array, values), values)
    checked(calling('fetch_init')(ctypes.byref(handle._handle), values.ctypes.data, array._handle, as_sizes(numbers),
                                 numbers.size, sync))
    return handle


OTHERWISE_PREPARED[fetch] = _prepared_fetch


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
        index = _indices('dst', dst, index)
        dst._must_be_writable()
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
    index = _indices('src', src, index)
    src, index = src._numbered(index)
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
    index = _indices('dst', dst, index)
    dst._must_be_writable()
    dst, index = dst._numbered(index)
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
    index = _indices('dst', dst, index)
    dst._must_be_writable()
    dst, index = dst._numbered(index)
    values = _values_for(dst, index, values, op)
    operation, number = _values.accumulation(op, dst.dtype)
    checked(calling('acc_elements')(dst._handle, as_sizes(index), index.size, operation, number, values.ctypes.data))
