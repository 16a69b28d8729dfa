# SPDX-License-Identifier: BSD-3-Clause
"""The namespace of the Python array API standard (https://data-apis.org/array-api) for distributed arrays: what
``A.__array_namespace__()`` returns. All threads call its functions, with the same arguments. Reductions give an array."""
from __future__ import annotations

import builtins
import inspect
import math
import sys
from typing import Any

import numpy

from .._arrays import _make
from .._arrays._arrays import Array
from .._base import _layouts, _library
from .._base._start import threads
from .._numpy import _axes, _creation, _functions, _moves, _positions, _products, _searches, _statistics
from .._numpy._elementwise import broadcast_to, elementwise, spread
from .._numpy._functions import where
from .._numpy._indexing import reshape as _reshape
from .._numpy._joins import pad  # which the standard has not, but xarray calls; so are cross, einsum and gradient
from .._numpy._linear import cross, einsum
from .._numpy._moves import (concatenate as concat, expand_dims, flip, matrix_transpose, moveaxis, permute_dims, reshaped, roll, squeeze, stack, take, take_along_axis, tile, tril, triu)
from .._numpy._orders import gradient
from .._numpy._products import matmul, tensordot
from .._numpy._searches import isin
from . import fft, linalg

VERSIONS = '2022.12', '2023.12', '2024.12', '2025.12'
__array_api_version__ = VERSIONS[-1]


def _namespace(self: Array, /, *, api_version: str | None = None) -> Any:
    """This module: what programs of the array API call for arrays."""
    if api_version not in (None, *VERSIONS):
        raise ValueError(f'api_version: {api_version!r}, must be one of {", ".join(VERSIONS)}')
    return sys.modules[__name__]


broadcast_shapes = numpy.broadcast_shapes

Array.__array_namespace__ = _namespace  # type: ignore[attr-defined]


e, inf, nan, pi, newaxis = math.e, math.inf, math.nan, math.pi, None

_DTYPES = {name: numpy.dtype(name) for name in (
    'bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float32 float64 complex64 complex128').split()}
globals().update(_DTYPES)

# Ufuncs of NumPy are called as they are; on the right the name in NumPy 1.
_UFUNCS = {**{one: one for one in (
    'abs add bitwise_and bitwise_or bitwise_xor ceil copysign cos cosh divide equal exp expm1 floor floor_divide greater '
    'greater_equal hypot isfinite isinf isnan less less_equal log log10 log1p log2 logaddexp logical_and logical_not logical_or '
    'logical_xor maximum minimum multiply negative nextafter not_equal positive reciprocal remainder sign signbit sin sinh sqrt '
    'square subtract tan tanh trunc').split()},
    'acos': 'arccos', 'acosh': 'arccosh', 'asin': 'arcsin', 'asinh': 'arcsinh', 'atan': 'arctan', 'atan2': 'arctan2',
    'atanh': 'arctanh', 'bitwise_invert': 'invert', 'bitwise_left_shift': 'left_shift', 'bitwise_right_shift': 'right_shift',
    'conj': 'conjugate', 'pow': 'power'}
for _name, _in_numpy in _UFUNCS.items():
    globals()[_name] = getattr(numpy, _in_numpy)


def _of_floats(function: Any) -> Any:
    """Integers stay as they are, by the standard."""
    def called(x: Any, /) -> Any:
        return x.copy() if x.dtype.kind in 'biu' else elementwise(function, x)
    called.__name__ = function.__name__
    return called


ceil, floor, trunc, round = (_of_floats(one) for one in (numpy.ceil, numpy.floor, numpy.trunc, numpy.round))


def real(x: Any, /) -> Array:
    return _functions.real(asarray(x))


def imag(x: Any, /) -> Array:
    return _functions.imag(asarray(x))


def clip(x: Any, /, min: Any = None, max: Any = None) -> Array:
    return _functions.clip(x, min, max)


# ---- reductions ----

def _array(value: Any) -> Array:
    return _make.distributed(value)


def all(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    return _array(_statistics.all(_array(x), axis, keepdims=keepdims))


def any(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    return _array(_statistics.any(_array(x), axis, keepdims=keepdims))


def max(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    return _array(_statistics.max(_array(x), axis, keepdims=keepdims))


def min(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    return _array(_statistics.min(_array(x), axis, keepdims=keepdims))


def mean(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    return _array(_statistics.mean(_array(x), axis, keepdims=keepdims))


def sum(x: Array, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Array:
    return _array(_statistics.sum(_array(x), axis, dtype, keepdims=keepdims))


def prod(x: Array, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Array:
    return _array(_statistics.prod(_array(x), axis, dtype, keepdims=keepdims))


def std(x: Array, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Array:
    return _array(_statistics.std(_array(x), axis, correction=correction, keepdims=keepdims))


def var(x: Array, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Array:
    return _array(_statistics.var(_array(x), axis, correction=correction, keepdims=keepdims))


def argmax(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    return _array(_positions.argmax(_array(x), axis, keepdims=keepdims))


def argmin(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    return _array(_positions.argmin(_array(x), axis, keepdims=keepdims))


def count_nonzero(x: Array, /, *, axis: Any = None, keepdims: bool = False) -> Array:
    return _array(_statistics.count_nonzero(_array(x), axis, keepdims=keepdims))


def vecdot(x1: Array, x2: Array, /, *, axis: int = -1) -> Array:
    return _array(_products.vecdot(x1, x2, axis=axis))


# ---- along an axis ----

def reshape(x: Array, /, shape: Any, *, copy: bool | None = None) -> Array:
    """By the standard a program does not know whether this is a view, so it may write to a copy."""
    made = reshaped(x, shape, copy=copy)
    made._readonly = made._readonly and made.base is not None
    return made


def unstack(x: Array, /, *, axis: int = 0) -> tuple[Array, ...]:
    rows = moveaxis(x, axis, 0)
    return tuple(rows[at, ...] for at in range(len(rows)))


def cumulative_sum(x: Array, /, *, axis: Any = None, dtype: Any = None, include_initial: bool = False) -> Array:
    return _axes.cumulative_sum(_array(x), axis=axis, dtype=dtype, include_initial=include_initial)


def cumulative_prod(x: Array, /, *, axis: Any = None, dtype: Any = None, include_initial: bool = False) -> Array:
    return _axes.cumulative_prod(_array(x), axis=axis, dtype=dtype, include_initial=include_initial)


def diff(x: Array, /, n: int = 1, *, axis: int = -1, prepend: Any = None, append: Any = None) -> Array:  # scikit-learn gives n by its place
    return _axes.diff(_array(x), n, axis, prepend, append)


def sort(x: Array, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Array:
    made = _axes.sort(_array(x), axis, kind='stable')
    return flip(made, axis=axis) if descending else made


def argsort(x: Array, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Array:
    if not descending:
        return _axes.argsort(_array(x), axis, kind='stable')
    return x.shape[axis] - 1 - flip(_axes.argsort(flip(x, axis=axis), axis, kind='stable'), axis=axis)


def searchsorted(x1: Array, x2: Any, /, *, side: str = 'left', sorter: Any = None) -> Array:
    return _array(_searches.searchsorted(x1, x2, side, sorter))


def unique_all(x: Array, /) -> Any:
    return _searches.unique_all(_array(x))


def unique_counts(x: Array, /) -> Any:
    return _searches.unique_counts(_array(x))


def unique_inverse(x: Array, /) -> Any:
    return _searches.unique_inverse(_array(x))


def unique_values(x: Array, /) -> Array:
    return _searches.unique_values(_array(x))


def nonzero(x: Array, /) -> tuple[Array, ...]:
    return _searches.nonzero(x)


def repeat(x: Array, repeats: Any, /, *, axis: Any = None) -> Array:
    return _moves.repeat(x, repeats, axis)


# ---- new arrays ----

def _checked_device(device: Any) -> None:
    if device not in (None, 'cpu'):
        raise ValueError(f'device: {device!r}, must be cpu')


def asarray(obj: Any, /, *, dtype: Any = None, device: Any = None, copy: bool | None = None) -> Array:
    _checked_device(device)
    if not isinstance(obj, Array):
        if copy is False:
            raise ValueError('copy: False; the elements lie on several threads')
        return _make.array(obj, dtype=dtype)
    if dtype is not None and obj.dtype != dtype:
        if copy is False:
            raise ValueError(f'copy: False, but {obj!r} is not of {dtype}')
        return obj.astype(dtype)
    return obj.copy() if copy else obj


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Array:
    return asarray(x if isinstance(x, Array) else numpy.from_dlpack(x), device=device, copy=copy)


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Array:
    _checked_device(device)
    return _make.filled(spread(_layouts.extents(shape), numpy.asarray(fill_value).dtype if dtype is None else dtype), fill_value)


def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> Array:
    _checked_device(device)
    return spread(_layouts.extents(shape), 'f8' if dtype is None else dtype)


empty = zeros


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Array:
    return full(shape, 1, dtype='f8' if dtype is None else dtype, device=device)


def full_like(x: Array, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Array:
    _checked_device(device)
    return _functions.full_like(_array(x), fill_value, dtype)


def ones_like(x: Array, /, *, dtype: Any = None, device: Any = None) -> Array:
    return full_like(x, 1, dtype=dtype, device=device)


def zeros_like(x: Array, /, *, dtype: Any = None, device: Any = None) -> Array:
    _checked_device(device)
    return _functions.empty_like(_array(x), dtype)


empty_like = zeros_like


def arange(start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None) -> Array:
    _checked_device(device)
    return _creation.arange(start, stop, step, dtype)


def linspace(start: Any, stop: Any, /, num: int, *, dtype: Any = None, device: Any = None, endpoint: bool = True) -> Array:
    _checked_device(device)
    return _creation.linspace(start, stop, num, endpoint, dtype)


def eye(n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: Any = None, device: Any = None) -> Array:
    _checked_device(device)
    shape = n_rows, n_rows if n_cols is None else n_cols
    return _creation.eye(*shape, k, 'f8' if dtype is None else dtype, block=_layouts.spread(shape, threads()))


def meshgrid(*arrays: Array, indexing: str = 'xy') -> tuple[Array, ...]:
    if indexing not in ('xy', 'ij'):
        raise ValueError(f'indexing: {indexing!r}, must be xy or ij')
    order = list(range(len(arrays)))
    if indexing == 'xy' and len(arrays) > 1:
        order[:2] = 1, 0
    shape = [arrays[one].shape[0] if arrays[one].ndim else 1 for one in order]
    return tuple(broadcast_to(_reshape(one, [-1 if dim == number else 1 for dim in order]), shape)
                 for number, one in enumerate(arrays))


def broadcast_arrays(*arrays: Array) -> tuple[Array, ...]:
    shape = numpy.broadcast_shapes(*(one.shape for one in arrays))
    return tuple(broadcast_to(one, shape) for one in arrays)


# ---- types ----

def astype(x: Array, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Array:
    _checked_device(device)
    return _functions.astype(x, dtype, copy=copy)


def _type(given: Any) -> Any:
    return getattr(given, 'dtype', given) if not isinstance(given, numpy.dtype) else given


def can_cast(from_: Any, to: Any, /) -> bool:
    return numpy.can_cast(_type(from_), to)


class finfo:
    """The limits of a type, as numbers of Python."""

    def __init__(self, type: Any, /):
        info = numpy.finfo(_type(type))
        self.bits, self.dtype = info.bits, numpy.dtype(info.dtype)
        self.eps, self.max, self.min = float(info.eps), float(info.max), float(info.min)
        self.smallest_normal = float(info.tiny)


def iinfo(type: Any, /) -> Any:
    return numpy.iinfo(_type(type))


_KINDS = {'bool': 'b', 'signed integer': 'i', 'unsigned integer': 'u', 'integral': 'iu', 'real floating': 'f',
          'complex floating': 'c', 'numeric': 'iufc'}


def isdtype(dtype: Any, kind: Any) -> bool:
    if isinstance(kind, tuple):
        return builtins.any(isdtype(dtype, one) for one in kind)
    if isinstance(kind, str) and kind not in _KINDS:
        raise ValueError(f'kind: {kind!r}, must be a type or one of {", ".join(_KINDS)}')
    return numpy.dtype(dtype).kind in _KINDS[kind] if isinstance(kind, str) else numpy.dtype(dtype) == kind


def result_type(*arrays_and_dtypes: Any) -> Any:
    return numpy.result_type(*(_type(one) for one in arrays_and_dtypes))


for _function in list(globals().values()):
    if inspect.isfunction(_function) and _function.__module__ == __name__ and not _function.__doc__:
        _function.__doc__ = f'As `{_function.__name__}` of the array API standard. All threads call.'


class __array_namespace_info__:
    """What the namespace has."""

    def capabilities(self) -> dict:
        return {'boolean indexing': True, 'data-dependent shapes': True, 'max dimensions': _library.MAX_DIMS}

    def default_device(self) -> str:
        return 'cpu'

    def devices(self) -> tuple[str, ...]:
        return 'cpu',

    def default_dtypes(self, *, device: Any = None) -> dict:
        _checked_device(device)
        names = {'real floating': 'float64', 'complex floating': 'complex128', 'integral': 'int64', 'indexing': 'int64'}
        return {kind: numpy.dtype(name) for kind, name in names.items()}

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict:
        _checked_device(device)
        return {name: dtype for name, dtype in _DTYPES.items() if kind is None or isdtype(dtype, kind)}
