# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's sums, means, variances and other reductions. All threads call. Without axis the result is a number, the same on every thread."""
from __future__ import annotations

import builtins
import math
from typing import Any, Callable

import numpy

from .._arrays._arrays import Array
from ._tables import for_numpy
from .._base import _layouts
from .._calls._agreement import together
from .._calls._shared import over_threads
from ._again import reduced_again
from ._elementwise import broadcast_to, elementwise, of_out, of_type, own_parts, rows_of, stored
from ._reductions import must_fit, reduced
from ._warn import warn


def _reduction(name: str, function: numpy.ufunc, *other_names: str, has_dtype: bool = False) -> Callable:
    """NumPy's reduction of this name by a ufunc. Sums and products have a parameter dtype before `out`; the others do not."""
    def with_dtype(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, keepdims: bool = False,
                   initial: Any = None, where: Any = True) -> Any:
        return reduced(x, function, axis, dtype, out, bool(keepdims), initial, where)

    def without_dtype(x: Array, axis: Any = None, out: Array | None = None, keepdims: bool = False, initial: Any = None,
                      where: Any = True) -> Any:
        return reduced(x, function, axis, None, out, bool(keepdims), initial, where)

    def at_once(x: Any, axis: Any = None, *more: Any, **options: Any) -> Any:
        return None if more or options else reduced_again(x, function, axis)

    made = with_dtype if has_dtype else without_dtype
    made.__name__, made.__qualname__, made.__doc__ = name, name, f'As `numpy.{name}`. All threads call. Without axis the result is a number.'
    return for_numpy(name, *other_names, views=True, at_once=at_once)(made)


sum = _reduction('sum', numpy.add, has_dtype=True)
prod = _reduction('prod', numpy.multiply, has_dtype=True)
min = _reduction('min', numpy.minimum, 'amin')
max = _reduction('max', numpy.maximum, 'amax')
any = _reduction('any', numpy.logical_or)
all = _reduction('all', numpy.logical_and)


# ---- what means and variances need ----

def count_of(x: Array, axis: Any, where: Any, keepdims: bool) -> Any:
    """How many elements are combined into each result."""
    if where is not True:
        return sum(broadcast_to(where, x.shape), axis, numpy.intp, keepdims=keepdims)
    return math.prod(x.shape[dim] for dim in _layouts.normal_axes(axis, x.ndim))


def _native(dtype: Any) -> numpy.dtype:
    """The type in this machine's order of bytes, which all results have."""
    return numpy.dtype(dtype).newbyteorder('=')


def _sum(x: Array, axis: Any, dtype: Any, out: Any, keepdims: bool, where: Any, is_rounded: bool) -> Any:
    """The sum as NumPy's mean and variance take it: half-precision numbers are added as `float32`, and the sum of a variance is one of them;
    `out` gives the type of the result."""
    is_half = _native(dtype or x.dtype).char == 'e'
    total = sum(x, axis, 'f4' if is_half else of_out(numpy.add, x, dtype, out), keepdims=keepdims, where=where)
    if out is None:
        return total.astype('f2') if is_half and is_rounded else total
    if not numpy.can_cast(total.dtype, out.dtype, 'same_kind') or out.dtype.kind in 'SU':
        raise TypeError(f'out: of {out.dtype}, must take values of {total.dtype}')
    return total.astype(out.dtype)


def _divided(total: Any, count: Any, quietly: bool = False) -> Any:
    """The total divided by the count. As in NumPy, the quotient has the type of the total."""
    ignored: Any = {'invalid': 'ignore', 'divide': 'ignore'} if quietly else {}
    with numpy.errstate(**ignored):
        if not isinstance(total, Array):
            return total.dtype.type(total / count)
        if total.dtype.kind in 'iub':
            return elementwise(lambda one, of: numpy.true_divide(one, of).astype(one.dtype), total, count)
        return numpy.true_divide(total, _as_type(count, total.dtype))


def warn_if(is_so: Any, text: str) -> None:
    """Warns on all threads if something is true, or true of an element."""
    if any(is_so) if isinstance(is_so, Array) else is_so:
        warn(text)


def _as_type(count: Any, dtype: numpy.dtype) -> Any:
    """A count as a divisor of values of this type. A time is divided by an integer."""
    if dtype.kind == 'm':
        return count
    return count.astype(dtype) if isinstance(count, Array) else dtype.type(count)


# ---- means and variances ----

def _mean_at_once(x: Any, axis: Any = None, *more: Any, **options: Any) -> Any:
    return None if more or options or not isinstance(x, Array) else reduced_again(x, numpy.add, axis, x.dtype, True)


@for_numpy(views=True, at_once=_mean_at_once)
def mean(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, keepdims: bool = False, *,
         where: Any = True) -> Any:
    final = _final(x, dtype, 'fcm')
    if x.dtype.kind == 'm' and final.kind != 'm':
        raise TypeError(f'dtype: {final}, of times; must be one of times')
    if where is True and x.size and final.kind in 'fc' and final.char != 'e' and out is None:
        count = _as_type(count_of(x, axis, True, keepdims), final)
        return reduced(x, numpy.add, axis, final, None, bool(keepdims), divisor=count)
    count = count_of(x, axis, where, keepdims)
    warn_if(count == 0, 'Mean of empty slice')
    return mean_where(x, axis, dtype, out, keepdims, where, count)


def _final(x: Array, dtype: Any, kinds: str) -> Any:
    """The type of a result that has the elements' type if it is one of these kinds."""
    return _native(dtype or (x.dtype if x.dtype.kind in kinds else 'f8'))


def mean_where(x: Array, axis: Any, dtype: Any, out: Any, keepdims: bool, where: Any, count: Any, quietly: bool = False) -> Any:
    """The mean of so many elements."""
    must_fit(out, x, _layouts.normal_axes(axis, x.ndim), keepdims)
    made = _mean(x, axis, dtype, out, keepdims, where, count, quietly, quietly)
    return of_type(made, _final(x, dtype, 'fcm'), None) if out is None else stored(made, out)


def _mean(x: Array, axis: Any, dtype: Any, out: Any, keepdims: bool, where: Any, count: Any, quietly: bool, is_rounded: bool) -> Any:
    total = _sum(x, axis, dtype if x.dtype.kind in 'fcm' or dtype is not None else 'f8', out, keepdims, where, is_rounded)
    return _divided(total, count, quietly)


@for_numpy(views=True)
def var(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, ddof: float = 0,
        keepdims: bool = False, *, correction: float | None = None, where: Any = True) -> Any:
    count = count_of(x, axis, where, keepdims) - (ddof if correction is None else correction)
    warn_if(count <= 0, 'Degrees of freedom <= 0 for slice')
    final = _final(x, dtype, 'fc')
    is_one_number = len(_layouts.normal_axes(axis, x.ndim)) == x.ndim and x.size > 0 and where is True and not keepdims and out is None
    if is_one_number and final.kind == 'f' and final.char != 'e' and x.dtype.kind in 'fiub':
        return _divided(_squares_around(x, mean(x, None, final)), builtins.max(count, 0))
    return var_where(x, axis, dtype, out, keepdims, where, count)


def var_where(x: Array, axis: Any, dtype: Any, out: Any, keepdims: bool, where: Any, count: Any, quietly: bool = False) -> Any:
    """The variance of elements with so many degrees of freedom."""
    must_fit(out, x, _layouts.normal_axes(axis, x.ndim), keepdims)
    if out is not None and out.dtype.kind == 'c' and x.dtype.kind != 'c':
        raise TypeError(f'out: of {out.dtype}, must be of real numbers, as the variance is')
    final = _final(x, dtype, 'fc')
    total = _sum_of_squares(x, axis, final if dtype is not None or x.dtype.kind in 'iub' else None, out, keepdims, where, quietly)
    made = _divided(total, numpy.maximum(count, 0) if isinstance(count, Array) else builtins.max(count, 0), quietly)
    return stored(made, out) if final.char != 'e' or out is not None else of_type(made, final, None)


def _sum_of_squares(x: Array, axis: Any, dtype: Any, out: Any, keepdims: bool, where: Any, quietly: bool) -> Any:
    """The sum of the squares of all distances from the means along the axes."""
    distance = x - _mean(x, axis, dtype, None, True, where, count_of(x, axis, where, True), quietly, True)
    is_real = x.dtype.kind in 'fiu' or distance.dtype.kind != 'c'
    square = numpy.multiply(distance, distance, out=distance) if is_real else distance.real ** 2 + distance.imag ** 2
    return _sum(square, axis, dtype, out, keepdims, where, True)


def _squares_around(x: Array, centre: Any) -> Any:
    """The sum of the squares of all distances from one number. Only the distances of some rows of a tile are in memory at a time."""
    mine, dtype = numpy.zeros(1, numpy.promote_types(centre.dtype, 'f8')), numpy.promote_types(x.dtype, centre.dtype)

    def of_threads() -> None:
        mine[:] = over_threads(mine, 'sum')
    with together(of_threads):
        for _, tile in x._own_pieces():
            for rows in rows_of(tile):
                distance = numpy.asarray(numpy.subtract(tile[rows], centre, dtype=dtype))
                mine += numpy.multiply(distance, distance, out=distance).sum()
    return mine.astype(centre.dtype)[0]


@for_numpy(views=True)
def std(x: Array, axis: Any = None, dtype: Any = None, out: Array | None = None, ddof: float = 0,
        keepdims: bool = False, *, correction: float | None = None, where: Any = True) -> Any:
    return root(var(x, axis, dtype, out, ddof, keepdims, correction=correction, where=where))


def root(variance: Any) -> Any:
    return elementwise(numpy.sqrt, variance, out=(variance,)) if isinstance(variance, Array) else variance.dtype.type(numpy.sqrt(variance))


@for_numpy(views=True)
def count_nonzero(x: Array, axis: Any = None, *, keepdims: bool = False) -> Any:
    if keepdims or len(_layouts.normal_axes(axis, x.ndim)) < x.ndim:
        return sum(elementwise(_is_true, x), axis, numpy.intp, keepdims=keepdims)
    mine = numpy.zeros(1, numpy.intp)

    def of_threads() -> None:
        mine[:] = over_threads(mine, 'sum')
    with together(of_threads):
        for tile in map(numpy.atleast_1d, own_parts(x)):
            for rows in rows_of(tile):
                mine += numpy.count_nonzero(_is_true(tile[rows]))
    return mine[0]


def _is_true(tile: numpy.ndarray) -> numpy.ndarray:
    """Numbers are true unless they are 0, texts unless they are empty."""
    if tile.dtype.kind in 'biufc':
        return tile != 0
    made = numpy.zeros(tile.shape, bool)
    made[numpy.nonzero(tile)] = True
    return made


@for_numpy(views=True)
def ptp(a: Array, axis: Any = None, out: Array | None = None, keepdims: bool = False) -> Any:
    made = numpy.subtract(max(a, axis, keepdims=keepdims), min(a, axis, keepdims=keepdims))  # no warning if the difference does not fit, as in NumPy
    return stored(made, out)
