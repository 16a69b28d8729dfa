# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's medians, percentiles, histograms and counts, which sort or sum over all threads. All threads call."""
from __future__ import annotations

import builtins
import functools
from typing import Any, Callable

import numpy

from . import _axes
from ._fallback import Missing
from ._elementwise import broadcast_to, computed, elementwise, is_scalar, spread, stored
from ._indexing import gathered, line, reshape
from ._moves import concatenate, ravel, stack
from ._reductions import along
from ._searches import unique
from .._arrays._arrays import Array
from .._arrays._make import array, distributed, zeros
from ._tables import for_numpy
from ._warn import warn
from .._arrays._views import whole
from .._base import _layouts
from .._base._start import threads
from .._calls._agreement import together
from .._calls._shared import over_threads
from .._calls._scattered import fetched


def _by_sorting(x: Array, positions: Callable[[int], numpy.ndarray], value: Callable[[numpy.ndarray], Any]) -> Any:
    """A function of the values at some places among the sorted ones, which all threads sort."""
    order = _axes.sort(line(x))
    return value(fetched(order, positions(order.size)))


def _linear(values: numpy.ndarray, weight: float) -> Any:
    """Between two values, rounded as NumPy does."""
    low, high = values
    step = high - low
    return high - step * (1 - weight) if weight >= 0.5 else low + step * weight


def _quantile_of_all(x: Array, q: float, kind: numpy.dtype) -> Any:
    """As numpy.quantile with the method linear."""
    at = q * (x.size - 1)
    low = int(numpy.floor(at))
    has_nan = x.dtype.kind == 'f' and bool(numpy.any(numpy.isnan(x)))

    def value(some: numpy.ndarray) -> Any:
        made = _linear(some.astype(kind), at - low)  # of which NumPy warns also where there is a NaN
        return kind.type(numpy.nan if has_nan else made)
    return _by_sorting(x, lambda n: numpy.array([low, min(low + 1, n - 1)]), value)


def _of_no_elements(function: Any, x: Array, *arguments: Any, **options: Any) -> Any:
    """NumPy says what becomes of an array without elements."""
    made = function(numpy.empty(x.shape, x.dtype), *arguments, **options)
    return distributed(made) if numpy.ndim(made) else made


def _quantiles(function: Any, x: Array, q: Any, scale: float, axis: Any, out: Any, keepdims: bool, options: dict) -> Any:
    levels = gathered(q).astype('f8')
    if levels.size and (levels.min() < 0 or levels.max() > scale):
        raise ValueError(f'q: {levels.min()}..{levels.max()}, must be in 0..{scale:g}')
    if x.size == 0:
        return stored(_of_no_elements(function, x, gathered(q), axis=axis, keepdims=bool(keepdims), **options), out)
    x = whole(x)
    kind = function(numpy.ones(1, x.dtype), q if is_scalar(q) else numpy.ones(1), **options).dtype
    plain = not options and x.dtype.kind in 'iubf' and function in (numpy.quantile, numpy.percentile)

    def of_one(level: float) -> Any:
        if axis is None and plain and not keepdims:
            return _quantile_of_all(x, level / scale, kind)
        axes = _layouts.normal_axes(axis, x.ndim)
        made = along(lambda tile: function(tile.astype(kind, copy=False), level, axis=axes, keepdims=bool(keepdims), **options), x, axes,
                     not keepdims)
        return made if made.ndim else made._read_one(())
    if levels.ndim == 0:
        made = of_one(float(levels))
    else:
        some = [of_one(float(one)) for one in levels.ravel()] or [of_one(0.)]
        made = reshape(stack(some)[:levels.size], (*levels.shape, *numpy.shape(some[0])))
    return stored(made, out)


def _for_quantiles(name: str, scale: float) -> None:
    function = getattr(numpy, name)

    def quantiles(a: Array, q: Any, axis: Any = None, out: Any = None, overwrite_input: bool = False, method: str = 'linear',
                  keepdims: bool = False) -> Any:
        return _quantiles(function, a, q, scale, axis, out, keepdims, {} if method == 'linear' else {'method': method})
    for_numpy(name, views=True)(quantiles)


for _name, _scale in ('quantile', 1.), ('percentile', 100.), ('nanquantile', 1.), ('nanpercentile', 100.):
    _for_quantiles(_name, _scale)


@for_numpy(views=True)
def median(a: Array, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> Any:
    if a.size and axis is None and not keepdims and a.dtype.kind in 'iubf':
        kind = a.dtype if a.dtype.kind == 'f' else numpy.dtype('f8')
        if a.dtype.kind == 'f' and bool(numpy.any(numpy.isnan(a))):
            made = kind.type(numpy.nan)
        else:
            made = _by_sorting(a, lambda n: numpy.arange((n - 1) // 2, n // 2 + 1), lambda some: kind.type(numpy.mean(some)))
    else:
        made = _of_lines(numpy.median, a, axis, keepdims)
    return stored(made, out)


def _of_lines(function: Any, a: Array, axis: Any, keepdims: bool) -> Any:
    axes = _layouts.normal_axes(axis, a.ndim)
    if a.size == 0:
        return _of_no_elements(function, a, axis=axes, keepdims=bool(keepdims))
    made = along(lambda tile: function(tile, axis=axes, keepdims=bool(keepdims)), whole(a), axes, not keepdims)
    return made if made.ndim else made._read_one(())


@for_numpy(views=True)
def nanmedian(a: Array, axis: Any = None, out: Any = None, overwrite_input: bool = False, keepdims: bool = False) -> Any:
    made = _of_lines(numpy.nanmedian, a, axis, keepdims)
    return stored(made, out)


@for_numpy(views=True)
def partition(a: Array, kth: Any, axis: int | None = -1, kind: str = 'introselect', order: Any = None) -> Array:
    """Sorted, which is one of the orders that NumPy may give."""
    _must_be_there(a, kth, axis)
    return _axes.sort(a, axis)


@for_numpy()
def argpartition(a: Array, kth: Any, axis: int | None = -1, kind: str = 'introselect', order: Any = None) -> Array:
    _must_be_there(a, kth, axis)
    return _axes.argsort(a, axis)


def _must_be_there(a: Array, kth: Any, axis: int | None) -> None:
    """Refuses places that no element has along the axis."""
    extent, places = a.size if axis is None else a.shape[_layouts.normal_axis(axis, a.ndim)], gathered(kth)
    if places.dtype.kind not in 'iu':
        raise TypeError(f'kth: {kth}, must be integers')
    if a.size and places.size and not -extent <= places.min() <= places.max() < extent:
        raise ValueError(f'kth: {kth}, must be in {-extent}..{extent - 1}')


# ---- counting ----

def _with_others(x: Array, *others: Any) -> Any:
    """The caller's own elements of x in pieces, and those of the other arrays at the same places; None stays None."""
    others = tuple(None if other is None else broadcast_to(other, x.shape) for other in others)
    for place, tile in x._own_pieces():
        here = [range(one.start, one.stop) for one in place]
        yield tile, *(None if other is None else other._read(here) for other in others)


def _refuse_others(weights: Array, x: Array) -> None:
    if weights.shape != x.shape:
        raise ValueError(f'weights: {weights!r}, must have the shape of {x!r}')


def _least_and_most(a: Array) -> tuple[Any, Any]:
    """In the type of the array, to which NumPy rounds the edges."""
    some = numpy.min(a), numpy.max(a)
    return some if a.dtype.kind in 'iuf' else (float(some[0]), float(some[1]))


@for_numpy(views=True)
def histogram(a: Array, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> tuple[Any, Any]:
    """Both results are NumPy arrays, the same on all threads."""
    if isinstance(bins, str) or a.dtype.kind == 'c':
        raise Missing('numpy.histogram has no distributed version with a rule for bins, or of complex numbers')
    if a.dtype.kind == 'b':
        warn(f'Converting input from {a.dtype} to {numpy.uint8} for compatibility.')
    given = _least_and_most(a) if range is None and a.size and numpy.ndim(bins) == 0 else range
    bins = gathered(bins) if isinstance(bins, Array) else bins
    sample = numpy.empty(0, a.dtype if a.dtype.kind != 'b' else 'u1')
    if weights is not None:
        weights = distributed(weights)
        _refuse_others(weights, a)
    counts, edges = numpy.histogram(sample, bins, given, weights=None if weights is None else numpy.empty(0, weights.dtype))
    with together():
        for tile, of in _with_others(a, weights):
            counts = counts + numpy.histogram(tile, bins, given, weights=of)[0]
    counts = over_threads(counts, 'sum')
    return (counts / numpy.diff(edges) / counts.sum() if density else counts), edges


_FEW = 1 << 16  # counts that each thread has by itself before they are summed


@for_numpy(views=True)
def bincount(x: Array, /, weights: Any = None, minlength: int = 0) -> Array:
    if x.ndim != 1 or x.dtype.kind not in 'iub':
        raise TypeError(f'{x!r}, must be integers in one dimension')
    few = min(1, x.size)
    if weights is not None:
        weights = distributed(weights)
        _refuse_others(weights, x)
    dtype = numpy.bincount(numpy.zeros(few, x.dtype), None if weights is None else numpy.zeros(few, weights.dtype), minlength).dtype
    most = numpy.array([minlength])

    def of_threads() -> None:
        most[:] = over_threads(most, 'max')
    with together(of_threads):
        for _, tile in x._own_pieces():
            if tile.size:
                most[0] = builtins.max(most[0], 1 + int(tile.max()))
                if tile.min() < 0:
                    numpy.bincount([-1])  # raises what NumPy raises
    count = int(most[0])
    if threads() > 1 and count <= _FEW:
        mine = numpy.zeros(count, dtype)
        with together():
            _count_into(mine, x, weights)
        return array(over_threads(mine, 'sum'))
    parts = Array((threads(), count), (1, count), (), dtype) if threads() > 1 else spread((count,), dtype)
    with together():
        for _, to in parts._own_pieces():
            _count_into(to.reshape(-1), x, weights)
    if threads() == 1:
        return parts
    result = spread((count,), dtype, zeroed=False)
    computed([result], lambda number, place, tiles: numpy.sum(parts._read([range(threads()), range(place[0].start, place[0].stop)]), 0))
    return result


_ADDS_FAST = numpy.lib.NumpyVersion(numpy.__version__) >= '1.25.0'


def _count_into(to: numpy.ndarray, x: Array, weights: Any) -> None:
    """Adds the counts of the caller's numbers, or the sums of their weights, where they lie: NumPy's bincount would make another array."""
    for tile, of in _with_others(x, weights):
        if of is None and _ADDS_FAST and tile.dtype.kind != 'b':
            numpy.add.at(to, tile, 1)
        else:
            to += numpy.bincount(tile, of, len(to))


# ---- sets ----

def _flat(x: Any) -> Array:
    return ravel(distributed(x))


@for_numpy(views=True)
def union1d(ar1: Any, ar2: Any) -> Array:
    return unique(concatenate([_flat(ar1), _flat(ar2)]))


@for_numpy(views=True)
def intersect1d(ar1: Any, ar2: Any, assume_unique: bool = False, return_indices: bool = False) -> Array:
    if return_indices:
        raise Missing('intersect1d: return_indices is not supported')
    first, second = _flat(ar1), _flat(ar2)
    one = unique(first.astype(numpy.result_type(first.dtype, second.dtype), copy=False))
    return one[numpy.isin(one, second)]


@for_numpy(views=True)
def setdiff1d(ar1: Any, ar2: Any, assume_unique: bool = False) -> Array:
    one = _flat(ar1) if assume_unique else unique(_flat(ar1))
    return one[numpy.isin(one, _flat(ar2), invert=True)]


# ---- neighbours ----

@for_numpy(views=True)
def gradient(f: Array, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    axes = range(f.ndim) if axis is None else _layouts.named_axes(axis, f.ndim)
    f = f.astype('f8') if f.dtype.kind in 'iu' else f
    dtype = numpy.gradient(numpy.zeros(2, f.dtype)).dtype
    given = [gathered(one) if isinstance(one, Array) else one for one in varargs] or [1.0]
    given = given * len(axes) if len(given) == 1 and numpy.ndim(given[0]) == 0 else given
    if len(given) != len(axes):
        raise TypeError('varargs: must be one step, or one for each axis')
    if edge_order not in (1, 2):
        raise ValueError('edge_order: must be 1 or 2')
    made = []
    for dim, step in zip(axes, map(_steps, given)):
        if f.shape[dim] <= edge_order or numpy.ndim(step) and len(step) != f.shape[dim] - 1:
            raise ValueError(f'{f!r}, must have more than {edge_order} indices along axis {dim}, and as many as there are coordinates')
        made.append(_derivative(f, dim, step, dtype, edge_order))
    return made[0] if len(made) == 1 else tuple(made)


def _steps(given: Any) -> Any:
    """A step, or the steps between coordinates if they differ."""
    if numpy.ndim(given) == 0:
        return given
    if numpy.ndim(given) > 1:
        raise ValueError(f'varargs: {given!r}, must be steps, or coordinates along an axis')
    steps = numpy.diff(numpy.asarray(given).astype('f8') if numpy.asarray(given).dtype.kind in 'iu' else given)
    return steps[0] if steps.size and (steps == steps[0]).all() else steps


def _derivative(f: Array, dim: int, step: Any, dtype: numpy.dtype, edge_order: int) -> Array:
    """By central differences; at the edges by the two or three first elements."""
    def at(low: int | None, high: int | None) -> tuple:
        return (slice(None),) * dim + (slice(low, high),)

    def sum_of(parts: list[tuple[Any, tuple]]) -> Any:
        return functools.reduce(numpy.add, (weight * f[place] for weight, place in parts))
    result = zeros(f.shape, f.block, f.grid, dtype=dtype)
    if numpy.ndim(step):
        first, last, (before, after) = step[:2], step[:-3:-1], (one.reshape([-1 if axis == dim else 1 for axis in builtins.range(f.ndim)])
                                                               for one in (step[:-1], step[1:]))
        result[at(1, -1)] = sum_of([(-after / (before * (before + after)), at(None, -2)), ((after - before) / (before * after), at(1, -1)),
                                    (before / (after * (before + after)), at(2, None))])
    else:
        first = last = (step, step)
        result[at(1, -1)] = (f[at(2, None)] - f[at(None, -2)]) / (2.0 * step)
    if edge_order == 1:
        result[at(0, 1)] = (f[at(1, 2)] - f[at(0, 1)]) / first[0]
        result[at(-1, None)] = (f[at(-1, None)] - f[at(-2, -1)]) / last[0]
        return result
    for (near, far), sign, edge, places in ((first, 1, at(0, 1), (at(0, 1), at(1, 2), at(2, 3))),
                                           (last, -1, at(-1, None), (at(-1, None), at(-2, -1), at(-3, -2)))):
        weights = -(2 * near + far) / (near * (near + far)), (near + far) / (near * far), -near / (far * (near + far))
        result[edge] = sum_of([(sign * weight, place) for weight, place in zip(weights, places)][::sign])
    return result


@for_numpy(views=True)
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Array:
    """Each thread has all of the points; they are gathered if they are distributed."""
    xp, fp = (gathered(one) for one in (xp, fp))
    return elementwise(lambda one: numpy.interp(one, xp, fp, left, right, period), x)


# ---- in place ----

def partition_in_place(x: Array, kth: Any, axis: int = -1) -> None:
    x[...] = partition(x, kth, _layouts.normal_axis(axis, x.ndim))


def sort_in_place(x: Array, axis: int, **how: Any) -> None:
    x[...] = _axes.sort(x, _layouts.normal_axis(axis, x.ndim), **how)
