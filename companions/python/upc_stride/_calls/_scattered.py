# SPDX-License-Identifier: BSD-3-Clause
"""Single elements of any blocks, which all threads read or change together. The callers have checked what they give."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy

from .._base import _library, _values
from .._base._start import calling, checked

if TYPE_CHECKING:
    from .._arrays._arrays import Array


def as_sizes(index: numpy.ndarray) -> Any:
    return index.ctypes.data_as(ctypes.POINTER(ctypes.c_size_t))


def fetched(src: Array, index: numpy.ndarray, sync: int = 0) -> numpy.ndarray:
    """As `fetch`, for indices that are right on all threads."""
    index = numpy.ascontiguousarray(index, numpy.uintp)
    values = numpy.empty(index.shape, src.dtype)
    checked(calling('fetch')(values.ctypes.data, src._handle, as_sizes(index), index.size, sync))
    return values


def updated(dst: Array, index: numpy.ndarray, values: numpy.ndarray, op: str = 'put') -> None:
    """As `update`, for indices and values that are right on all threads."""
    index, values = numpy.ascontiguousarray(index.ravel(), numpy.uintp), values.ravel()
    if op == 'put' and dst.dtype.itemsize not in (1, 2, 4, 8):  # the sizes that the library updates at once
        unit = next(size for size in (8, 4, 2, 1) if dst.dtype.itemsize % size == 0)
        count = dst.dtype.itemsize // unit
        shape, block = ((*extents[:-1], count * extents[-1]) for extents in dst._layout.of_library[:2])
        with dst._seen_as(shape, block, dst.grid, f'u{unit}') as parts:
            updated(parts, count * index[:, None] + numpy.arange(count, dtype=numpy.uintp), numpy.ascontiguousarray(values).view(f'u{unit}'))
        return
    operation = _library.PUT if op == 'put' else _values.operation_of(op, dst.dtype)
    kind = _values.type_of_bytes if op == 'put' else _values.type_of
    with dst.opened():
        checked(calling('updates')(dst._handle, as_sizes(index), index.size, operation,
                                  kind(dst.dtype), values.ctypes.data))
        checked(calling('update_fence')())
