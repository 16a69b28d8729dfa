# SPDX-License-Identifier: BSD-3-Clause
"""The extension `fft` of the array API standard. All threads call."""
from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy

from .._arrays._arrays import Array
from .._arrays._make import array

__all__ = ['fft', 'fftfreq', 'fftn', 'fftshift', 'hfft', 'ifft', 'ifftn', 'ifftshift', 'ihfft', 'irfft', 'irfftn', 'rfft', 'rfftfreq', 'rfftn']


def _of_one(name: str) -> Callable[..., Any]:
    by_name = getattr(numpy.fft, name)

    def transform(x: Array, /, *, n: int | None = None, axis: int = -1, norm: str = 'backward') -> Array:
        return by_name(x, n, axis, norm)
    return transform


def _of_several(name: str) -> Callable[..., Any]:
    by_name = getattr(numpy.fft, name)

    def transform(x: Array, /, *, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str = 'backward') -> Array:
        if s is not None and axes is None:
            axes = tuple(range(-len(s), 0))
        return by_name(x, s, axes, norm)
    return transform


fft, ifft, rfft, irfft, hfft, ihfft = map(_of_one, ('fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft'))
fftn, ifftn, rfftn, irfftn = map(_of_several, ('fftn', 'ifftn', 'rfftn', 'irfftn'))


def _frequencies(name: str) -> Callable[..., Any]:
    by_name = getattr(numpy.fft, name)

    def frequencies(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None) -> Array:
        if device not in (None, 'cpu'):
            raise ValueError(f'device: {device!r}, must be cpu')
        return array(by_name(n, d).astype('f8' if dtype is None else dtype))
    return frequencies


fftfreq, rfftfreq = map(_frequencies, ('fftfreq', 'rfftfreq'))


def fftshift(x: Array, /, *, axes: Any = None) -> Array:
    return numpy.fft.fftshift(x, axes)  # type: ignore[return-value]


def ifftshift(x: Array, /, *, axes: Any = None) -> Array:
    return numpy.fft.ifftshift(x, axes)  # type: ignore[return-value]


for _name in __all__:
    _function: Any = globals()[_name]
    _function.__name__ = _function.__qualname__ = _name
    _function.__doc__ = f'As `fft.{_name}` of the array API standard. All threads call.'
