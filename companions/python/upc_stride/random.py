# SPDX-License-Identifier: BSD-3-Clause
"""Random arrays whose numbers do not depend on the number of threads, nor on the layout. All threads call."""
from __future__ import annotations

import math
from typing import Any, Callable

import numpy

from ._arrays import _make
from ._arrays._arrays import Array
from ._base import _layouts
from ._calls._agreement import collective, compared
from ._numpy._elementwise import computed, spread
from ._numpy._indexing import reshape

_CHUNK = 4096  # elements, counted row by row, that come from one generator of NumPy


class Generator:
    """As `numpy.random.Generator`, made by `default_rng`. All threads make the same calls. Each generates the elements that lie
    on it; those of a chunk of 4,096 come from a generator of its own, Philox with the seed, the number of the call and that
    of the chunk."""

    def __init__(self, seed: int):
        self._seed, self._calls = int(seed), 0

    def _told(self) -> str:
        return f'generator {self._seed} at call {self._calls}'

    def _of(self, size: Any, dtype: Any, draw: Callable[[numpy.random.Generator, int], numpy.ndarray]) -> Array:
        shape = _layouts.extents(size)
        line, call = spread((math.prod(shape),), dtype), self._calls
        self._calls += 1

        def values(number: int, place: Any, tiles: Any) -> numpy.ndarray:
            first, last = place[0].start // _CHUNK, -(-place[0].stop // _CHUNK)
            parts = [draw(numpy.random.Generator(numpy.random.Philox(numpy.random.SeedSequence([self._seed, call, one]))), _CHUNK)
                     for one in range(first, last)]
            start = first * _CHUNK
            return numpy.concatenate(parts)[place[0].start - start:place[0].stop - start] if parts else numpy.empty(0, dtype)
        computed([line], values)
        return line if len(shape) == 1 else reshape(line, shape).copy()

    @collective
    def random(self, size: Any, dtype: Any = 'f8') -> Array:
        """Uniform in [0, 1). All threads call.

        Parameters
        ----------
        size : int or tuple of int
            The shape.
        dtype : {'f8', 'f4'}

        Examples
        --------
        >>> rng = us.random.default_rng(5)
        >>> A = rng.random((1000, 10))
        >>> bool((A >= 0).all() and (A < 1).all())
        True
        """
        return self._of(size, dtype, lambda one, count: one.random(count, numpy.dtype(dtype)))

    @collective
    def uniform(self, low: float = 0.0, high: float = 1.0, size: Any = 1) -> Array:
        """Uniform in [low, high). All threads call.

        Examples
        --------
        >>> A = us.random.default_rng(5).uniform(2, 3, 1000)
        >>> bool((A >= 2).all() and (A < 3).all())
        True
        """
        return self._of(size, 'f8', lambda one, count: one.uniform(low, high, count))

    @collective
    def standard_normal(self, size: Any, dtype: Any = 'f8') -> Array:
        """Of the normal distribution with mean 0 and deviation 1. All threads call.

        Examples
        --------
        >>> us.random.default_rng(5).standard_normal((3, 2), 'f4').dtype
        dtype('float32')
        """
        return self._of(size, dtype, lambda one, count: one.standard_normal(count, numpy.dtype(dtype)))

    @collective
    def normal(self, loc: float = 0.0, scale: float = 1.0, size: Any = 1) -> Array:
        """Of a normal distribution. All threads call.

        Examples
        --------
        >>> A = us.random.default_rng(5).normal(10, 0.1, 1000)
        >>> bool(9.9 < A.mean() < 10.1)
        True
        """
        return self._of(size, 'f8', lambda one, count: one.normal(loc, scale, count))

    @collective
    def integers(self, low: int, high: int | None = None, size: Any = 1, dtype: Any = 'i8', endpoint: bool = False) -> Array:
        """Integers in [low, high), or [0, low) without high. All threads call.

        Examples
        --------
        >>> A = us.random.default_rng(5).integers(1, 6, 1000, endpoint=True)
        >>> int(A.min()), int(A.max())
        (1, 6)
        """
        return self._of(size, dtype, lambda one, count: one.integers(low, high, count, numpy.dtype(dtype), endpoint))

    @collective
    def permutation(self, x: Any) -> Array:
        """The numbers 0 to x - 1, or the elements of an array along its first axis, in a random order. All threads call.

        Examples
        --------
        >>> sorted(us.random.default_rng(1).permutation(5).tolist())
        [0, 1, 2, 3, 4]
        """
        order: Any = numpy.argsort(self.random(x if isinstance(x, (int, numpy.integer)) else len(x)), kind='stable')
        return order if isinstance(x, (int, numpy.integer)) else _make.distributed(x)[order]

    @collective
    def choice(self, a: Any, size: Any = 1, replace: bool = True) -> Array:
        """Elements of an array along its first axis, or of the numbers 0 to a - 1, all with the same probability. All threads call.

        Parameters
        ----------
        a : int or array_like
        size : int or tuple of int
        replace : bool
            False: each element at most once.

        Examples
        --------
        >>> len(set(us.random.default_rng(5).choice(10, 4, replace=False).tolist()))
        4
        """
        is_number = isinstance(a, (int, numpy.integer))
        count, shape = int(a) if is_number else len(a), _layouts.extents(size)
        most = math.prod(shape)
        if count < (most if not replace else min(most, 1)):
            raise ValueError(f'size: {size}, must be at most the {count} elements that there are')
        places = self.integers(count, size=shape) if replace and most else reshape(self.permutation(count)[:most], shape).copy()
        return places if is_number else _make.distributed(a)[places]

    @collective
    def shuffle(self, x: Array) -> None:
        """Brings the elements of an array along its first axis into a random order, in place. All threads call.

        Examples
        --------
        >>> A = us.array(numpy.arange(5))
        >>> us.random.default_rng(5).shuffle(A)
        >>> sorted(A.tolist())
        [0, 1, 2, 3, 4]
        """
        x[...] = self.permutation(x)


@compared
def default_rng(seed: int) -> Generator:
    """A generator of random arrays. All threads call. The same seed gives the same arrays on any number of threads.

    Parameters
    ----------
    seed : int
        Not negative, the same on all threads.

    Examples
    --------
    >>> rng = us.random.default_rng(7)
    >>> rng.integers(10, size=4).tolist() == us.random.default_rng(7).integers(10, size=4).tolist()
    True
    """
    if seed < 0:
        raise ValueError(f'seed: {seed}, must not be negative')
    return Generator(seed)
