# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's functions of elements, and those that make arrays like others. All threads call."""
from __future__ import annotations

import functools
from typing import Any, Callable

import numpy

from .._arrays._arrays import Array
from .._arrays._make import filled, zeros
from ._tables import BY_NUMPY, for_numpy
from .._arrays._views import component_of
from .._calls._agreement import collective
from ._elementwise import as_operand, elementwise, like


@for_numpy(views=True)
def astype(x: Array, dtype: Any, *, copy: bool = True, device: Any = None) -> Array:
    if not copy and x.dtype == dtype:
        return x
    return elementwise(lambda tile: tile.astype(dtype), x)


@for_numpy(views=True)
def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    if x is None and y is None:
        return numpy.nonzero(condition)
    return elementwise(numpy.where, condition, x, y)


@for_numpy(views=True)
def clip(x: Any, min: Any = None, max: Any = None, out: Array | None = None) -> Any:
    bounds = [one for one in (min, max) if one is not None]
    if not bounds:
        return elementwise(numpy.copy, x, out=(out,))
    if min is None or max is None:
        return elementwise(numpy.maximum if max is None else numpy.minimum, x, bounds[0], out=(out,))
    return elementwise(numpy.clip, x, min, max, out=(out,))


@for_numpy('around', 'round', 'round_', views=True)
def round(x: Any, decimals: int = 0, out: Array | None = None) -> Any:
    return elementwise(functools.partial(numpy.around, decimals=decimals), x, out=(out,))


def _plain(function: Callable) -> Callable:
    """A function of NumPy that works element by element, and has no other argument than operands and options."""
    @collective
    @functools.wraps(function)
    def called(*operands: Any, **options: Any) -> Any:
        return elementwise(function, *operands, **options)
    BY_NUMPY[function] = called
    return called


@for_numpy(views=True)
def real(x: Array) -> Array:
    """As `numpy.real`: of complex numbers a view."""
    return component_of(x, 'real') if x.dtype.kind == 'c' else x


@for_numpy(views=True)
def imag(x: Array) -> Array:
    if x.dtype.kind != 'c':
        zeros = elementwise(numpy.imag, x)
        zeros._readonly = True
        return zeros
    return component_of(x, 'imag')


for _name in 'angle', 'fix', 'isclose', 'iscomplex', 'isreal', 'isneginf', 'isposinf', 'sinc', 'i0':
    _plain(getattr(numpy, _name))


@for_numpy(views=True)
def real_if_close(a: Array, tol: float = 100) -> Array:
    """All elements count: on a thread whose own have no imaginary parts others may have some."""
    if a.dtype.kind != 'c':
        return a
    least = numpy.finfo(a.dtype).eps * tol if tol > 1 else tol
    return real(a) if numpy.all(abs(imag(a)) < least) else a


@for_numpy(views=True)
def nan_to_num(x: Array, copy: bool = True, nan: Any = 0., posinf: Any = None, neginf: Any = None) -> Array:
    return elementwise(functools.partial(numpy.nan_to_num, nan=nan, posinf=posinf, neginf=neginf), x, out=() if copy else (x,))


@for_numpy(views=True)
def allclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    return bool(numpy.all(elementwise(numpy.isclose, a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)))


@for_numpy(views=True)
def array_equal(a1: Any, a2: Any, equal_nan: bool = False) -> bool:
    a1, a2 = as_operand(a1), as_operand(a2)
    if numpy.shape(a1) != numpy.shape(a2):
        return False
    same = as_operand(a1 == a2)
    if equal_nan:
        same = same | (elementwise(numpy.isnan, a1) & elementwise(numpy.isnan, a2))
    return bool(numpy.all(same))


# ---- new arrays ----

@for_numpy(views=True)
def empty_like(x: Array, dtype: Any = None, order: str = 'K', subok: bool = True, shape: Any = None) -> Array:
    dtype = x.dtype if dtype is None else dtype
    return like(x, dtype) if shape is None else zeros(shape, dtype=dtype)


zeros_like = for_numpy('zeros_like', views=True)(empty_like)


@for_numpy(views=True)
def full_like(x: Array, fill_value: Any, dtype: Any = None, order: str = 'K', subok: bool = True, shape: Any = None) -> Array:
    return filled(empty_like(x, dtype, shape=shape), fill_value)


@for_numpy(views=True)
def ones_like(x: Array, dtype: Any = None, order: str = 'K', subok: bool = True, shape: Any = None) -> Array:
    return full_like(x, 1, dtype, shape=shape)


@for_numpy(views=True)
def copy(x: Array, order: str = 'K', subok: bool = False) -> Array:
    return x.copy()


# ---- what is known without the elements ----

BY_NUMPY[numpy.shape] = lambda x: x.shape
BY_NUMPY[numpy.ndim] = lambda x: x.ndim
BY_NUMPY[numpy.size] = lambda x, axis=None: x.size if axis is None else x.shape[axis]
BY_NUMPY[numpy.iscomplexobj] = lambda x: x.dtype.kind == 'c'
BY_NUMPY[numpy.isrealobj] = lambda x: x.dtype.kind != 'c'
BY_NUMPY[numpy.result_type] = lambda *some: numpy.result_type(*(getattr(one, 'dtype', one) for one in some))
BY_NUMPY[numpy.can_cast] = lambda x, *rest, **options: numpy.can_cast(x.dtype, *rest, **options)
