# SPDX-License-Identifier: BSD-3-Clause
"""Reductions of a tile: sums by the library where it has them, others by NumPy."""
from __future__ import annotations

import math
from typing import Any, Sequence

import numpy

from .._base._start import checked, library
from .._base._values import type_of

_KINDS = {numpy.dtype(name): type_of(numpy.dtype(name)) for name in ('f4', 'f8', 'i8', 'u8')}  # whose sums NumPy gives in the same type


def reduced_tile(function: numpy.ufunc, tile: numpy.ndarray, axes: Sequence[int], dtype: Any, keepdims: bool) -> Any:
    """As `function.reduce`. The library adds numbers that lie in one piece in half of NumPy's time. A sum that is not finite is NumPy's,
    which warns of what led to it."""
    kind = _KINDS.get(tile.dtype) if function is numpy.add and dtype in (None, tile.dtype) else None
    if kind is not None and axes and axes[-1] - axes[0] < len(axes) and tile.size > 0 and tile.flags.c_contiguous:
        before, inside, after = tile.shape[:axes[0]], tile.shape[axes[0]:axes[-1] + 1], tile.shape[axes[-1] + 1:]
        made = numpy.empty(before + after, tile.dtype)
        checked(library().sums(made.ctypes.data, tile.ctypes.data, math.prod(before), math.prod(inside), math.prod(after), kind))
        if numpy.isfinite(made).all():
            return made.reshape(before + (1,) * len(axes) + after) if keepdims else made
    return function.reduce(tile, axis=axes, dtype=dtype, keepdims=keepdims)
