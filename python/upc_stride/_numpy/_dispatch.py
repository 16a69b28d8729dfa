# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's ufuncs on distributed arrays."""
from __future__ import annotations

from typing import Any, Sequence

import numpy

from .._arrays._arrays import Array
from .._arrays._tables import BY_UFUNC, for_arrays
from .._calls._agreement import collective
from ._elementwise import elementwise
from ._reductions import reduced


@for_arrays('ufunc')
@collective
def call_ufunc(ufunc: numpy.ufunc, method: str, inputs: Sequence[Any], options: dict) -> Any:
    """A ufunc, or its reduction."""
    out = options.pop('out', None) or ()
    if method == 'reduce' and len(inputs) == 1 and isinstance(inputs[0], Array):
        return reduced(inputs[0], ufunc, options.pop('axis', 0), out=out[0] if out else None, **options)
    if method != '__call__':
        return NotImplemented
    if ufunc.signature is not None:
        function = BY_UFUNC.get(ufunc)
        return NotImplemented if function is None or out or options else function(*inputs)
    where = options.pop('where', True)
    if where is True:
        return elementwise(ufunc, *inputs, out=out, **options)
    if not out:
        raise TypeError(f'{ufunc.__name__}: where, must come with out')
    return _assigned_where(ufunc, inputs, out, where, options)


def _assigned_where(ufunc: numpy.ufunc, inputs: Sequence[Any], out: Sequence[Array], where: Any, options: dict) -> Any:
    if len(out) != 1:
        raise TypeError(f'{ufunc.__name__}: where, must come with one result')
    return elementwise(numpy.where, where, elementwise(ufunc, *inputs, **options), out[0], out=out)
