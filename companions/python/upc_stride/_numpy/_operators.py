# SPDX-License-Identifier: BSD-3-Clause
"""The operators of arrays. What is like an earlier operation is computed at once; for the others NumPy's mixin calls ufuncs, and NumPy
looks for the package that computes them."""
from __future__ import annotations

from typing import Any, Callable

import numpy

from ._alike import computed_again

_OF_ONE = {'neg': numpy.negative, 'pos': numpy.positive, 'abs': numpy.absolute, 'invert': numpy.invert}
_COMPARISONS = {'eq': numpy.equal, 'ne': numpy.not_equal, 'lt': numpy.less, 'le': numpy.less_equal, 'gt': numpy.greater, 'ge': numpy.greater_equal}
_OF_TWO = {'add': numpy.add, 'sub': numpy.subtract, 'mul': numpy.multiply, 'truediv': numpy.true_divide, 'floordiv': numpy.floor_divide,
           'mod': numpy.remainder, 'pow': numpy.power, 'and': numpy.bitwise_and, 'or': numpy.bitwise_or, 'xor': numpy.bitwise_xor}


class Operators(numpy.lib.mixins.NDArrayOperatorsMixin):
    """All threads call operators."""


def of_one(function: numpy.ufunc, usual: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """An operator of one array; `usual` computes what is like no earlier operation."""
    def operator(self: Any) -> Any:
        made = computed_again(function, (self,))
        return usual(self) if made is None else made
    return operator


def _of_two(function: numpy.ufunc, usual: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def operator(self: Any, other: Any) -> Any:
        made = computed_again(function, (self, other))
        return usual(self, other) if made is None else made
    return operator


def _reflected(function: numpy.ufunc, usual: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def operator(self: Any, other: Any) -> Any:
        made = computed_again(function, (other, self))
        return usual(self, other) if made is None else made
    return operator


_make: Any
for _make, _prefix, _functions in (of_one, '', _OF_ONE), (_of_two, '', _COMPARISONS), (_of_two, '', _OF_TWO), (_reflected, 'r', _OF_TWO):
    for _name, _function in _functions.items():
        _name = f'__{_prefix}{_name}__'
        setattr(Operators, _name, _make(_function, getattr(numpy.lib.mixins.NDArrayOperatorsMixin, _name)))
