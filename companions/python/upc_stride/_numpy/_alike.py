# SPDX-License-Identifier: BSD-3-Clause
"""Operations element by element on arrays of one layout and numbers, the most frequent case, in few steps: after an operation that has filled
the caches, each step of Python is slow. What has given an array before has one barrier among threads that share memory (`_at_once`)."""
from __future__ import annotations

import itertools
from typing import Any, Callable, Sequence

import numpy

from .._arrays._arrays import Array
from .._base import _layouts
from .._base._start import current
from .._calls._at_once import at_once, begin

BY_VALUE = numpy.__version__ < '2'  # NumPy chooses types by the values of numbers
_kinds: dict[tuple, numpy.dtype] = {}  # of results, by the function and the types of the operands; the same on all threads


def is_of_type(operand: Any) -> bool:
    """Whether a result's type depends on the type of this number alone, and not on its value."""
    if BY_VALUE:
        return False
    kind = type(operand)
    return kind is float or (-1 << 31 <= operand < 1 << 31 if kind is int else kind is bool or kind is complex or isinstance(operand, numpy.generic))


def _key(function: numpy.ufunc, operands: Sequence[Any]) -> tuple[tuple, _layouts.Layout] | None:
    """What the result's type depends on, and the layout that all arrays have. None: they have several, or there are other operands."""
    layout, key = None, [function]  # type: tuple[Any, list[Any]]
    for one in operands:
        if type(one) is Array:
            own, tiles = one._layout, one._tiles
            layout = layout or own
            if own is not layout or tiles is None or tiles.freed or one._is_of_memory:
                return None
            key.append(one.dtype)
        elif is_of_type(one):
            key.append(getattr(one, 'dtype', None) or type(one))
        else:
            return None
    # NumPy 1 asks for the values of arrays without dimensions, and no element raises for a number that the type has not where there is none.
    return None if layout is None or not layout.shape or not layout.size else (tuple(key), layout)


def computed_again(function: numpy.ufunc, operands: Sequence[Any]) -> Array | None:
    """A ufunc of operands that are like others that it was called with. All threads call, outside of an operation. None on all threads alike:
    it is to be computed in the usual way."""
    found = _key(function, operands)
    kind = None if found is None else _kinds.get(found[0])
    if kind is None or not begin():
        return None
    try:
        result = Array._written(found[1], kind)  # type: ignore[index]
        return None if at_once(lambda turn: _compute(function, operands, result)) < 0 else result
    finally:
        current.frame = None


def note(function: Callable, operands: Sequence[Any], result: Array) -> None:
    """Has the next call that is like this one be in few steps."""
    if isinstance(function, numpy.ufunc):
        found = _key(function, operands)
        if found is not None and len(_kinds) < 1000:
            _kinds[found[0]] = result.dtype


def _compute(function: Callable, operands: Sequence[Any], result: Array) -> None:
    all_parts = zip(*[one._bare_tiles() if type(one) is Array else itertools.repeat(one) for one in operands])
    for to, parts in zip(result._bare_tiles(), all_parts):
        function(*parts, out=to)  # NumPy 2.4 warns of a third argument of `maximum` without a name
