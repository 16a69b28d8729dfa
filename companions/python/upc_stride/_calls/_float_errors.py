# SPDX-License-Identifier: BSD-3-Clause
"""Errors of floating point that a call of the library meets on this thread, as flags of the processor. NumPy tells them, as its own: as
`numpy.errstate` says by a warning, by an exception, or not at all."""
from __future__ import annotations

import ctypes
import os
from typing import Callable, Sequence

import numpy

_BITS: tuple[int, ...] = {'x86_64': (8, 16, 1), 'aarch64': (4, 8, 1)}.get(os.uname().machine, ())  # overflow, underflow, invalid, as fenv.h has them
_math = ctypes.CDLL(None)  # Python is linked with the functions of fenv.h


def clear() -> None:
    if _BITS:
        _math.feclearexcept(sum(_BITS))


def tell(function: Callable, tiles: Sequence[numpy.ndarray], dtype: numpy.dtype) -> None:
    """Tells what has happened since `clear` while these tiles were computed, by NumPy's `function` of two matrices with which it happens,
    too."""
    found = _math.fetestexcept(sum(_BITS)) if _BITS else 0
    if not found:
        return
    if found & _BITS[-1] and not any(numpy.isnan(tile).any() for tile in tiles):
        found -= _BITS[-1]  # of zeros with which BLAS fills its registers: 0 * inf is no element
    limits = numpy.finfo(dtype)
    samples = ([limits.max, 0], [limits.max, 0]), ([limits.tiny, 0], [limits.tiny, 0]), ([numpy.inf, -numpy.inf], [1, 1])
    for bit, (row, column) in zip(_BITS, samples):
        if found & bit:
            function(numpy.array([row], dtype), numpy.array([column], dtype).T)
