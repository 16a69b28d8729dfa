# SPDX-License-Identifier: BSD-3-Clause
"""Keys of integers, slices, new axes and an ellipsis. What they pick is a view."""
from __future__ import annotations

import operator
from typing import Any, Sequence

import numpy

from ._arrays import Array
from ._views import View, picked_by


def is_integer(one: Any) -> bool:
    if type(one) is int:
        return True
    if type(one) is list or isinstance(one, (bool, numpy.bool_)) or getattr(one, 'ndim', 0) != 0:
        return False
    try:
        operator.index(one)
    except TypeError:
        return False
    return True


def must_have_one_ellipsis(entries: Sequence[Any]) -> None:
    if sum(one is Ellipsis for one in entries) > 1:
        raise IndexError('an index of several ellipses (...), must have at most one')


def basic(x: Array, key: Any) -> View:
    """What integers, slices, new axes and an ellipsis pick."""
    entries = basic_entries(x, key)
    if entries is None:
        raise IndexError(f'{key!r}, must be integers and slices')
    return picked_by(x, entries)


def basic_entries(x: Array, key: Any) -> list | None:
    """The key with an integer, slice or None for each dimension. None: it has arrays."""
    if type(key) is slice and x.ndim:
        return [key] + [slice(None)] * (x.ndim - 1)
    key = key if isinstance(key, tuple) else (key,)
    entries: list[Any] = []
    for one in key:
        if one is None or one is Ellipsis or isinstance(one, slice):
            entries.append(one)
        elif is_integer(one):
            entries.append(operator.index(one))
        else:
            return None
    count = len(entries) - sum(one is None or one is Ellipsis for one in entries)
    must_have_one_ellipsis(entries)
    if count > x.ndim:
        raise IndexError(f'{count} indices of an array with {x.ndim} dimensions')
    at = next((at for at, one in enumerate(entries) if one is Ellipsis), len(entries))
    entries[at:at + 1] = [slice(None)] * (x.ndim - count)
    return entries
