# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's searches, and its sets of elements. All threads call."""
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy

from . import _indexing
from .._arrays._arrays import Array
from .._arrays._make import distributed, full, zeros
from ._fallback import Missing
from ._tables import for_numpy
from .._base import _layouts
from .._calls import _calls
from .._calls._scattered import fetched
from ._axes import argsort, cumsum, diff, sort
from ._elementwise import as_operand, elementwise, is_scalar, like
from ._indexing import gathered, reshape
from ._moves import moveaxis, take
from ._reductions import along


@for_numpy()
def nonzero(x: Array) -> tuple[Array, ...]:
    return _indexing.nonzero(x)


@for_numpy()
def searchsorted(a: Array, v: Any, side: str = 'left', sorter: Any = None) -> Any:
    """Each thread searches for the values of its own tiles, by bisection: in each round all threads fetch elements of a."""
    if side not in ('left', 'right'):
        raise ValueError(f'side: {side!r}, must be left or right')
    if a.ndim != 1:
        raise ValueError(f'{a!r}, must have one dimension')
    a = a if sorter is None else take(a, sorter)
    given, v = v, distributed(v)
    result, kind = like(v, numpy.intp), numpy.result_type(a.dtype, v.dtype)  # in which NumPy compares
    values = numpy.concatenate([one.ravel() for one in v._own_tiles()] or [numpy.empty(0, v.dtype)]).astype(kind)
    low, high = numpy.zeros(values.shape, 'i8'), numpy.full(values.shape, a.size, 'i8')
    for _ in range(a.size.bit_length()):
        middle = (low + high) // 2
        found = fetched(a, numpy.minimum(middle, a.size - 1)).astype(kind)
        with numpy.errstate(invalid='ignore'):
            after = (found < values) | ((found == found) & (values != values)) if side == 'left' else (found <= values) | (values != values)
        low, high = numpy.where((low < high) & after, middle + 1, low), numpy.where((low < high) & ~after, middle, high)
    at = 0
    for _, one in result.local:
        one[...] = low[at:at + one.size].reshape(one.shape)
        at += one.size
    _calls.barrier()
    return result._read_one(()) if is_scalar(given) else result


# ---- sets ----

def _sorted(x: Array, equal_nan: bool = False) -> tuple[Array, Array, Array]:
    """The elements in order, where they were, and true for each that differs from the one before. A NaN differs from all
    others, or with `equal_nan` from what is no NaN."""
    flat = reshape(x, -1)
    order = argsort(flat, kind='stable')
    values = take(flat, order)
    first = zeros(values.shape, dtype=bool)
    if x.size:
        first[0] = True
        later, before = values[1:], values[:-1]
        differs = later != before
        if equal_nan and x.dtype.kind in 'fcmM':
            is_nan = numpy.isnat if x.dtype.kind in 'mM' else numpy.isnan
            differs &= ~(is_nan(later) & is_nan(before))
        first[1:] = differs
    return values, order, first


class UniqueAll(NamedTuple):
    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCounts(NamedTuple):
    values: Array
    counts: Array


class UniqueInverse(NamedTuple):
    values: Array
    inverse_indices: Array


@for_numpy()
def unique_values(x: Array) -> Array:
    values, _, first = _sorted(x)
    return values[first]


@for_numpy()
def unique_counts(x: Array) -> UniqueCounts:
    values, _, first = _sorted(x)
    return UniqueCounts(values[first], _counts(first))


def _counts(first: Array) -> Array:
    return diff(nonzero(first)[0], append=numpy.array([first.size]))


@for_numpy()
def unique_inverse(x: Array) -> UniqueInverse:
    values, order, first = _sorted(x)
    return UniqueInverse(values[first], _inverse(x, order, first))


def _inverse(x: Array, order: Array, first: Array) -> Array:
    inverse = zeros(x.size, dtype=numpy.intp)
    inverse[order] = cumsum(first) - 1
    return reshape(inverse, x.shape)


@for_numpy()
def unique_all(x: Array, equal_nan: bool = False) -> UniqueAll:
    values, order, first = _sorted(x, equal_nan)
    return UniqueAll(values[first], order[first], _inverse(x, order, first), _counts(first))


def _unique_rows(x: Array, axis: int) -> UniqueAll:
    """What differs along an axis. NaN makes a row other than all others."""
    axis = _layouts.normal_axis(axis, x.ndim)
    rows = moveaxis(x, axis, 0)
    if x.dtype.kind not in 'biufcmMSU' or x.dtype.char in 'gG':
        raise Missing(f'axis: {axis} of {x!r}, must be None, or of rows of numbers, dates or texts')
    others = tuple(range(1, x.ndim))
    values, order, first = _sorted(along(_as_text, rows, others, True))
    if x.dtype.kind in 'fcmM':
        first |= take(numpy.any(rows != rows, others), order)
    return UniqueAll(take(x, order[first], axis), order[first], _inverse(values, order, first), _counts(first))


def _as_text(rows: numpy.ndarray) -> numpy.ndarray:
    """Each row as a text of bytes. Texts have the order of the rows: numbers one after another, of each the highest bits first."""
    width = math.prod(rows.shape[1:])
    if width == 0:
        return numpy.zeros(len(rows), 'S1')
    rows = numpy.ascontiguousarray(rows.reshape(len(rows), width))
    kind, size = rows.dtype.kind, rows.dtype.itemsize
    if kind == 'c':
        rows, kind, size = rows.view(rows.real.dtype), 'f', size // 2
    if kind in 'mM':
        rows, kind = rows.view(rows.dtype.str[0] + 'i8') - 1, 'i'  # NaT, the smallest one, becomes the largest
    elif kind == 'f':
        rows = numpy.where(rows != rows, rows.dtype.type(numpy.nan), rows + rows.dtype.type(0)).astype(rows.dtype.newbyteorder('='))
        bits = rows.view(f'i{size}')
        rows, kind = numpy.where(bits < 0, bits ^ numpy.iinfo(bits.dtype).max, bits), 'i'
    elif kind == 'U':
        rows, size = rows.view(rows.dtype.str[0] + 'u4'), 4
    if kind == 'i':
        rows = rows.astype(f'=i{size}').view(f'=u{size}') ^ numpy.array(1 << 8 * size - 1, f'u{size}')
    text = rows.astype(rows.dtype.newbyteorder('>'))
    return text.view(f'S{text.itemsize * text.shape[1]}')[:, 0]


@for_numpy()
def unique(x: Array, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, axis: int | None = None, *,
           equal_nan: bool = True) -> Any:
    made = unique_all(x, equal_nan) if axis is None or x.ndim == 1 and _layouts.normal_axis(axis, 1) == 0 else _unique_rows(x, axis)
    wanted = [made[0], *(one for one, asked in zip(made[1:], (return_index, return_inverse, return_counts)) if asked)]
    return wanted[0] if len(wanted) == 1 else tuple(wanted)


_GATHERED = 1 << 20  # bytes of a set that each thread has whole


@for_numpy()
def isin(element: Any, test_elements: Any, assume_unique: bool = False, invert: bool = False, *, kind: Any = None) -> Any:
    element, among = (numpy.asarray(one) if is_scalar(one) else as_operand(one) for one in (element, test_elements))
    element = distributed(element)
    numpy.result_type(element.dtype, among.dtype)  # raises if they have no common type
    if among.size == 0:
        return full(element.shape, invert, dtype=bool)
    if among.nbytes <= _GATHERED:
        every = gathered(among)
        return elementwise(lambda one: numpy.isin(one, every, assume_unique, invert), element)
    among = sort(reshape(distributed(among), -1))
    at = searchsorted(among, element)
    found = take(among, elementwise(numpy.minimum, at, among.size - 1)) == element
    return ~found if invert else found
