# SPDX-License-Identifier: BSD-3-Clause
"""Errors of floating point that a call of the library meets, as flags of the processor. NumPy tells them, as its own: as `numpy.errstate` says by
a warning, by an exception, or not at all."""
from __future__ import annotations

import ctypes
import os
from typing import Callable, Sequence

import numpy

from ._shared import words_over_threads

_BITS: tuple[int, ...] = {'x86_64': (8, 16, 1), 'aarch64': (4, 8, 1)}.get(os.uname().machine, ())  # overflow, underflow, invalid, as fenv.h has them
_math = ctypes.CDLL(None)  # Python is linked with the functions of fenv.h


def clear() -> None:
    if _BITS:
        _math.feclearexcept(sum(_BITS))


def on_all() -> int:
    """The flags that a thread has set since `clear`. All threads call. It ends on no thread before all have begun it."""
    mine = _math.fetestexcept(sum(_BITS)) if _BITS else 0
    return words_over_threads([mine], 'bitwise_or')[0]


def tell(found: int, function: Callable, tiles: Sequence[numpy.ndarray], dtype: numpy.dtype) -> None:
    """Tells what is `found` on all threads while an array was computed, of which the caller has these tiles, by NumPy's `function` of two matrices
    with which it happens, too. All threads call: the thread that has computed an element may be another than the one that has it."""
    if not found:
        return
    if found & _BITS[-1] and not words_over_threads([int(any(numpy.isnan(tile).any() for tile in tiles))], 'max')[0]:
        found -= _BITS[-1]  # of zeros with which BLAS fills its registers: 0 * inf is no element
    limits = numpy.finfo(dtype)
    samples = ([limits.max, 0], [limits.max, 0]), ([limits.tiny, 0], [limits.tiny, 0]), ([numpy.inf, -numpy.inf], [1, 1])
    for bit, (row, column) in zip(_BITS, samples):
        if found & bit:
            function(numpy.array([row], dtype), numpy.array([column], dtype).T)
