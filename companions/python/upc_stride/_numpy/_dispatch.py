# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's ufuncs on distributed arrays."""
from __future__ import annotations

import math
from typing import Any, Sequence

import numpy

from .._arrays._arrays import Array
from .._arrays._make import distributed
from ._fallback import Missing, instead, version
from ._tables import BY_UFUNC
from .._arrays._views import whole
from .._base import _layouts
from .._calls._agreement import collective, together
from ._elementwise import as_operand, elementwise, is_scalar, of_out, stored
from ._indexing import gathered, named_elements
from ._reductions import along, reduced


def _accumulate(ufunc: numpy.ufunc, x: Array, axis: int = 0, dtype: Any = None, out: Any = None) -> Any:
    axis, dtype = _layouts.normal_axis(axis, x.ndim), of_out(ufunc, x, dtype, out)
    made = along(lambda tile: ufunc.accumulate(tile, axis=axis, dtype=dtype), whole(x), (axis,))
    return stored(made, out)


def _outer(ufunc: numpy.ufunc, a: Any, b: Any, **options: Any) -> Any:
    a, b = (numpy.asarray(one) if is_scalar(one) else as_operand(one) for one in (a, b))
    out = options.pop('out', None)
    return elementwise(ufunc, a[(Ellipsis,) + (None,) * b.ndim], b, out=() if out is None else (out,), **options)


def _at(ufunc: numpy.ufunc, x: Array, key: Any, values: Any = None) -> None:
    """Each thread changes its own elements, in the order in which they are named."""
    x._must_be_writable()
    places, shape = named_elements(x, key)
    given = () if values is None else (numpy.broadcast_to(gathered(values), shape).ravel(),)
    ufunc.at(numpy.ones(1, x.dtype), [0], *(numpy.ones(1, one.dtype) for one in given))  # raises if it may not, also on threads without elements
    places = places or [numpy.zeros(math.prod(shape), 'i8')]
    with together():
        for place, tile in x._own_pieces():
            place, tile = (place, tile) if x.ndim else ((slice(0, 1),), tile.reshape(1))
            mine = numpy.ones(len(places[0]), bool)
            for one, at in zip(places, place):
                mine &= (one >= at.start) & (one < at.stop)
            ufunc.at(tile, tuple(one[mine] - at.start for one, at in zip(places, place)), *(one[mine] for one in given))


_METHODS: dict[str, Any] = {'accumulate': _accumulate, 'outer': _outer, 'at': _at}


def call_ufunc(ufunc: numpy.ufunc, method: str, inputs: tuple, options: dict) -> Any:
    """A ufunc, or its reduction. All threads call."""
    try:
        return version(_call_ufunc, (ufunc, method, inputs, dict(options)), {})
    except Missing as error:
        reason = error
    return instead(getattr(ufunc, method), _name_of(ufunc, method), inputs, options, reason)


def _name_of(ufunc: numpy.ufunc, method: str) -> str:
    return f'numpy.{ufunc.__name__}' + ('' if method == '__call__' else f'.{method}')


@collective
def _call_ufunc(ufunc: numpy.ufunc, method: str, inputs: Sequence[Any], options: dict) -> Any:
    """A ufunc, or its reduction."""
    out = options.pop('out', None) or ()
    if method in ('reduce', 'accumulate') and not isinstance(inputs[0], Array):
        inputs = distributed(inputs[0]), *inputs[1:]
    if method == 'at' and not isinstance(inputs[0], Array):
        raise TypeError(f'{ufunc.__name__}.at: of type {type(inputs[0]).__name__}, must be an upc_stride.Array')
    if method == 'reduce' and len(inputs) == 1:
        return reduced(inputs[0], ufunc, options.pop('axis', 0), out=out[0] if out else None, **options)
    if method in _METHODS:
        return _METHODS[method](ufunc, *inputs, **options, **({'out': out[0]} if out else {}))
    function = BY_UFUNC.get(ufunc)
    if method != '__call__' or ufunc.signature is not None and (function is None or options):
        raise Missing(f'{_name_of(ufunc, method)} has no distributed version' + (f' with {", ".join(options)}' if function and options else ''))
    if function is not None:
        made = function(*inputs)
        return stored(made, *out)
    where = options.pop('where', True)
    if where is not True and (not out or any(one is None or isinstance(one, Array) and one.dtype.kind in 'SU' for one in out)):
        raise Missing(f'{_name_of(ufunc, method)} has no distributed version with where, but without out, or with out of texts')
    return elementwise(ufunc, *inputs, out=out, where=where, **options)
