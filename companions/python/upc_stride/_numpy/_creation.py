# SPDX-License-Identifier: BSD-3-Clause
"""Arrays whose elements follow from their indices. All threads call, and each computes its own elements."""
from __future__ import annotations

import math
import numbers
import operator
from typing import Any, Callable, Sequence

import numpy

from .._arrays import _make
from .._arrays._arrays import Array
from ._alike import BY_VALUE
from ._tables import for_numpy
from .._base import _layouts
from .._base._start import threads
from .._calls._agreement import collective, together
from ._elementwise import of_places


def _made(shape: Sequence[int], dtype: Any, values: Callable[..., Any], block: int | Sequence[int] | None, grid: Sequence[int] | None) -> Array:
    grid = tuple(grid or ())
    return of_places(shape, dtype, values, _layouts.block_of(block, shape, grid, threads()), grid)


@collective
def ones(shape: int | Sequence[int], block: int | Sequence[int] | None = None, grid: Sequence[int] | None = None, dtype: Any = 'f8') -> Array:
    """An array of ones. All threads call.

    Examples
    --------
    >>> us.ones((2, 2), dtype='i8').tolist()
    [[1, 1], [1, 1]]
    """
    return _make.full(shape, 1, block, grid, 'f8' if dtype is None else dtype)


@collective
def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, *, block: int | Sequence[int] | None = None,
           grid: Sequence[int] | None = None) -> Array:
    """Numbers with equal distances, as `numpy.arange`. All threads call.

    Parameters
    ----------
    start : number
        The first number. If it is the only argument, it is `stop`, and the numbers begin at 0.
    stop : number, optional
        The end of the interval, which is not in it.
    step : number
        The distance.
    dtype : dtype, optional
        The default is NumPy's.

    Examples
    --------
    >>> us.arange(5).tolist(), us.arange(1, 2, 0.25).tolist()
    ([0, 1, 2, 3, 4], [1.0, 1.25, 1.5, 1.75])
    """
    start, stop = (0, start) if stop is None else (start, stop)
    given = start, stop, step
    if not all(isinstance(one, numbers.Real) for one in given):
        raise TypeError(f'start, stop, step: {given}, must be real numbers; us.array takes what numpy.arange makes of others')
    if all(isinstance(one, numbers.Integral) for one in given):
        count = len(range(*map(int, given)))
    else:
        count = max(0, math.ceil((stop - start) / step))
    dtype = numpy.dtype(numpy.result_type(*(numpy.arange(one, one) for one in given)) if dtype is None else dtype)
    if dtype.kind == 'b' and count > 2:
        raise TypeError(f'dtype: bool, of {count} numbers; must be a type of numbers')
    first, second = numpy.array([[start], [start + step]], dtype).astype('f4' if dtype == 'f2' else dtype)  # NumPy computes so, too
    distance = second if dtype.kind == 'b' else second - first  # arrays: they wrap without a warning
    return _made((count,), dtype, lambda at: first + at.astype(first.dtype) * distance, block, grid)


@collective
def linspace(start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: Any = None, *, block: int | Sequence[int] | None = None,
             grid: Sequence[int] | None = None) -> Array:
    """Numbers with equal distances in an interval, as `numpy.linspace`. All threads call.

    Parameters
    ----------
    start, stop : number
        The first number, and the end of the interval.
    num : int
        How many numbers there are.
    endpoint : bool
        True: `stop` is the last number.
    dtype : dtype, optional
        The default is NumPy's. To integers numbers are rounded down.

    Examples
    --------
    >>> us.linspace(0, 1, 5).tolist()
    [0.0, 0.25, 0.5, 0.75, 1.0]
    """
    num = operator.index(num)
    if num < 0:
        raise ValueError(f'num: {num}, must not be negative')
    if not all(isinstance(one, numbers.Number) for one in (start, stop)):
        raise TypeError(f'start, stop: {start!r}, {stop!r}, must be numbers')
    kind = numpy.linspace(start, stop, 0).dtype
    dtype = kind if dtype is None else numpy.dtype(dtype)
    pieces = num - 1 if endpoint else num
    first, length = kind.type(start), numpy.subtract(stop, start, dtype=kind)
    step = length / pieces if pieces > 0 else length

    def values(at: numpy.ndarray) -> numpy.ndarray:
        made = at.astype(kind)
        made = (made * step if step != 0 or pieces <= 0 else made / pieces * length) + first  # too short a step is zero
        if endpoint and num > 1:
            made[at == num - 1] = stop
        return numpy.floor(made) if dtype.kind in 'iu' else made
    return _made((num,), dtype, values, block, grid)


@collective
def eye(n: int, m: int | None = None, k: int = 0, dtype: Any = 'f8', *, block: int | Sequence[int] | None = None,
        grid: Sequence[int] | None = None) -> Array:
    """A matrix of zeros with ones on a diagonal, as `numpy.eye`. All threads call.

    Parameters
    ----------
    n : int
        The number of rows.
    m : int, optional
        The number of columns; the default is n.
    k : int
        The diagonal: 0 is the main one, 1 the one above.

    Examples
    --------
    >>> us.eye(2, 3, 1).tolist()
    [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    shape = _layouts.extents((n, n if m is None else m))
    zero, one = numpy.zeros((), dtype), numpy.ones((), dtype)
    return _made(shape, zero.dtype, lambda i, j: numpy.where(j - i[:, None] == k, one, zero), block, grid)


@collective
def fromfunction(function: Callable[..., Any], shape: int | Sequence[int], dtype: Any = 'f8', *, block: int | Sequence[int] | None = None,
                 grid: Sequence[int] | None = None) -> Array:
    """An array whose elements a function computes from their indices, as `numpy.fromfunction`. All threads call.

    Parameters
    ----------
    function : function
        Each thread calls it for each of its blocks, and once before to find the type of its result. It gets an array for each dimension
        with the index of each element of the block.
    dtype : dtype
        The type of the indices.

    Examples
    --------
    >>> us.fromfunction(lambda i, j: 10 * i + j, (2, 3), 'i8').tolist()
    [[0, 1, 2], [10, 11, 12]]
    """
    shape, dtype = _layouts.extents(shape), numpy.dtype(dtype)

    def values(*at: numpy.ndarray) -> Any:
        return function(*numpy.broadcast_arrays(*numpy.ix_(*(one.astype(dtype) for one in at))))
    with together():
        sample = numpy.asarray(values(*(numpy.zeros(min(1, extent), dtype) for extent in shape)))
    return _made(shape, sample.dtype, values, block, grid)


# ---- what NumPy's functions make, given like= ----

@for_numpy('zeros', 'empty', views=True)
def _zeros(shape: Any, dtype: Any = 'f8', order: str = 'C', *, device: Any = None) -> Any:
    return _make.zeros(shape, dtype=dtype)


@for_numpy('ones', views=True)
def _ones(shape: Any, dtype: Any = None, order: str = 'C', *, device: Any = None) -> Any:
    return ones(shape, dtype=dtype)


@for_numpy('full', views=True)
def _full(shape: Any, fill_value: Any, dtype: Any = None, order: str = 'C', *, device: Any = None) -> Any:
    return _make.full(shape, fill_value, dtype=dtype)


@for_numpy('arange', views=True)
def _arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, *, device: Any = None) -> Any:
    return arange(start, stop, step, dtype)


@for_numpy('eye', views=True)
def _eye(N: int, M: int | None = None, k: int = 0, dtype: Any = 'f8', order: str = 'C', *, device: Any = None) -> Any:
    return eye(N, M, k, dtype)


@for_numpy('identity', views=True)
def _identity(n: int, dtype: Any = 'f8') -> Any:
    return eye(n, dtype=dtype)


@for_numpy('fromfunction', views=True)
def _fromfunction(function: Callable[..., Any], shape: Any, *, dtype: Any = 'f8', **options: Any) -> Any:
    return fromfunction(lambda *at: function(*at, **options), shape, dtype)


@for_numpy('array', views=True)
def _array(values: Any, dtype: Any = None, order: str = 'K', *, copy: bool | None = True, subok: bool = False, ndmin: int = 0, device: Any = None) -> Any:
    """Without `copy` an array of the type is given back, so what the program assigns to the result is assigned to it."""
    is_one = isinstance(values, Array) and (dtype is None or values.dtype == dtype)
    if copy is False and not is_one and not BY_VALUE:  # NumPy 1 copies what it must
        raise ValueError('copy: False; the elements lie on several threads')
    made = values if is_one and not copy else _make.array(values, dtype=dtype)
    if made.ndim < ndmin:
        made = made[(None,) * (ndmin - made.ndim) + (Ellipsis,)]
        return made.copy() if copy else made
    return made


@for_numpy('asarray', 'asanyarray', views=True)
def _asarray(values: Any, dtype: Any = None, order: str = 'K', *, device: Any = None, copy: bool | None = None) -> Any:
    return _array(values, dtype, order, copy=copy)
