# SPDX-License-Identifier: BSD-3-Clause
"""A function on the tiles of arrays."""
from __future__ import annotations

from typing import Any, Callable

from .._arrays._arrays import Array
from .._arrays._views import View, assign, whole
from .._base._values import must_be
from .._calls._agreement import collective
from ._elementwise import computed, same_layout


@collective
def map(function: Callable[..., Any], first: Array, *others: Array) -> None:
    """Calls a function with the caller's tiles of arrays. All threads call; a barrier before and after is implied.

    Parameters
    ----------
    function : callable
        Its arguments are a tile of each array. A result that is not None is assigned to the tile of the first array.
    first : Array
    *others : Array
        Of the same layout.

    Examples
    --------
    >>> A, B = us.full(5, 2.), us.full(5, 3.)
    >>> us.map(numpy.multiply, A, B)  # A = A * B
    >>> A.tolist()
    [6.0, 6.0, 6.0, 6.0, 6.0]
    """
    for number, one in enumerate((first, *others)):
        must_be(isinstance(one, Array), f'others[{number - 1}]' if number else 'first', one, 'an array, such as us.zeros(3)')
    if any(isinstance(one, View) for one in (first, *others)):
        own = whole(first)
        map(function, own, *(whole(one) for one in others))
        assign(first, own)
        return
    for other in others:
        if not same_layout(other, first):
            raise ValueError(f'{other!r}, must have the layout of {first!r}')
    rest = [other._own_tiles() for other in others]
    computed([first], lambda number, place, own: function(own[0], *(tiles[number] for tiles in rest)))
