# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's reductions that leave out NaN. All threads call."""
from __future__ import annotations

from typing import Any

import numpy

from . import _axes, _statistics
from ._elementwise import elementwise
from ._reductions import reduced
from ._statistics import warn_if
from .._arrays._arrays import Array
from ._tables import for_numpy


def _has_nan(x: Array) -> bool:
    return x.dtype.kind in 'fc'


def _without(x: Array, value: Any) -> Array:
    """The elements, with a value in place of each NaN."""
    if not _has_nan(x):
        return x
    number = x.dtype.type(value)
    return elementwise(lambda tile: numpy.where(numpy.isnan(tile), number, tile), x)


@for_numpy(views=True)
def nansum(a: Array, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
    return _statistics.sum(_without(a, 0), axis, dtype, out, keepdims, initial, where)


@for_numpy(views=True)
def nanprod(a: Array, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
    return _statistics.prod(_without(a, 1), axis, dtype, out, keepdims, initial, where)


@for_numpy(views=True)
def nanmin(a: Array, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
    return _of_order(a, numpy.fmin, axis, out, keepdims, initial, where)


@for_numpy(views=True)
def nanmax(a: Array, axis: Any = None, out: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
    return _of_order(a, numpy.fmax, axis, out, keepdims, initial, where)


def _of_order(a: Array, function: numpy.ufunc, axis: Any, out: Any, keepdims: bool, initial: Any, where: Any) -> Any:
    made = reduced(a, function, axis, None, out, bool(keepdims), initial, where)
    if _has_nan(a):
        warn_if(numpy.isnan(made), 'All-NaN slice encountered')
    return made


@for_numpy(views=True)
def nanmean(a: Array, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False, *, where: Any = True) -> Any:
    if not _has_nan(a):
        return _statistics.mean(a, axis, dtype, out, keepdims, where=where)
    if dtype is not None and numpy.dtype(dtype).kind not in 'fc':
        raise TypeError(f'dtype: {dtype}, must be of real or complex numbers, as {a!r} is')
    where = _known(a, where)
    count = _statistics.count_of(a, axis, where, keepdims)
    made = _statistics.mean_where(a, axis, dtype, out, keepdims, where, count, quietly=True)
    warn_if(count == 0, 'Mean of empty slice')
    return made


def _known(a: Array, where: Any) -> Any:
    known = elementwise(lambda tile: ~numpy.isnan(tile), a)
    return known if where is True else known & where


@for_numpy(views=True)
def nanvar(a: Array, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *, where: Any = True) -> Any:
    if not _has_nan(a):
        return _statistics.var(a, axis, dtype, out, ddof, keepdims, where=where)
    where = _known(a, where)
    count = _statistics.count_of(a, axis, where, keepdims) - ddof
    made = _statistics.var_where(a, axis, dtype, out, keepdims, where, count, quietly=True)
    warn_if(count <= 0, 'Degrees of freedom <= 0 for slice.')
    if not isinstance(made, Array):
        return made if count > 0 else made.dtype.type(numpy.nan)
    return elementwise(lambda one, of: numpy.where(of > 0, one, one.dtype.type(numpy.nan)), made, count, out=(made,))


@for_numpy(views=True)
def nanstd(a: Array, axis: Any = None, dtype: Any = None, out: Any = None, ddof: float = 0, keepdims: bool = False, *, where: Any = True) -> Any:
    return _statistics.root(nanvar(a, axis, dtype, out, ddof, keepdims, where=where))


def _place(a: Array, function: Any, other: float, axis: Any, out: Any, keepdims: bool) -> Any:
    if _has_nan(a):
        empty = _statistics.all(elementwise(numpy.isnan, a), axis)
        if bool(empty if axis is None else _statistics.any(empty)):
            raise ValueError(f'{function.__name__}: All-NaN slice encountered')
        a = _without(a, other)
    return function(a, axis, out, keepdims=keepdims)


@for_numpy(views=True)
def nanargmin(a: Array, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _place(a, numpy.argmin, numpy.inf, axis, out, keepdims)


@for_numpy(views=True)
def nanargmax(a: Array, axis: Any = None, out: Any = None, *, keepdims: bool = False) -> Any:
    return _place(a, numpy.argmax, -numpy.inf, axis, out, keepdims)


@for_numpy(views=True)
def nancumsum(a: Array, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    return _axes.cumsum(_without(a, 0), axis, dtype, out)


@for_numpy(views=True)
def nancumprod(a: Array, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    return _axes.cumprod(_without(a, 1), axis, dtype, out)
