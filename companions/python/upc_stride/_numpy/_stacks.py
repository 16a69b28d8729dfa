# SPDX-License-Identifier: BSD-3-Clause
"""Linear algebra on stacks of matrices: each thread computes those that lie on it whole, by NumPy."""
from __future__ import annotations

import functools
from typing import Any, Callable, Sequence

import numpy

from .._arrays._arrays import Array
from .._arrays._make import distributed
from .._base import _layouts
from .._base._start import threads
from ._elementwise import broadcast_to, computed


def of_stacks(function: Callable, *operands: Any, **options: Any) -> Any:
    """A function of NumPy on each matrix of some stacks; an operand of one dimension is a vector for all of them. All threads call. One matrix
    alone is computed by thread 0.

    Returns
    -------
    Array or tuple of Array
        A named tuple if the function gives one.
    """
    operands = tuple(distributed(one) if _is_operand(one) else one for one in operands)
    if any(_is_operand(one) and one.size == 0 for one in operands):
        made = function(*(one.to_numpy() if _is_operand(one) else one for one in operands), **options)
        return _as_one(made, [distributed(one) for one in _parts(made)])
    outer = numpy.broadcast_shapes(*(one.shape[:-2] for one in operands if _is_operand(one) and one.ndim > 1))
    own = [_of_block(one, outer) for one in operands]
    sample = function(*(_example(one, len(outer)) if _is_operand(one) else one for one in operands), **options)
    results = [_like(one, outer) for one in _parts(sample)]
    full = [at for at, one in enumerate(results) if one.size]  # the others have no blocks

    def of_block(number: int, place: Any, tiles: Any) -> Any:
        parts = _parts(function(*(one(number) for one in own), **options))
        return tuple(parts[at] for at in full)
    computed([results[at] for at in full], of_block)
    return _as_one(sample, results)


def _is_operand(one: Any) -> bool:
    return isinstance(one, (Array, numpy.ndarray)) and one.ndim > 0


def _parts(made: Any) -> list[numpy.ndarray]:
    return [numpy.asarray(one) for one in (made if isinstance(made, tuple) else (made,))]


def _as_one(made: Any, parts: Sequence[Array]) -> Any:
    """The parts in the form of what a function of NumPy has made."""
    if not isinstance(made, tuple):
        return parts[0]
    return type(made)(*parts) if hasattr(made, '_fields') else tuple(parts)


def _example(x: Array, outer: int) -> numpy.ndarray:
    """One matrix or vector of the operand's extents, which each function of linear algebra takes."""
    if x.ndim == 1:
        return numpy.ones(x.shape, x.dtype)
    return numpy.eye(x.shape[-2], x.shape[-1], dtype=x.dtype).reshape((1,) * outer + x.shape[-2:])


def _block(outer: Sequence[int], core: Sequence[int]) -> tuple[int, ...]:
    """A block of stacks, in which the matrices are whole."""
    return (*(_layouts.spread(outer, threads()) if outer else ()), *(max(1, extent) for extent in core))


def _like(of_one: numpy.ndarray, outer: tuple[int, ...]) -> Array:
    """An array for the results of all matrices, as that of one is."""
    core = of_one.shape[len(outer):]
    return Array(outer + core, _block(outer, core), (), of_one.dtype)


def _of_block(one: Any, outer: tuple[int, ...]) -> Callable[[int], Any]:
    """What gives the operand for the block of a number."""
    if not _is_operand(one):
        return lambda number: one
    if one.ndim == 1:
        vector = one.to_numpy()
        return lambda number: vector
    core = one.shape[-2:]
    tiles = broadcast_to(one, outer + core).redistribute(_block(outer, core))._own_tiles()
    return lambda number: tiles[number]


def with_stacks(by_numpy: Callable) -> Callable[[Callable], Callable]:
    """A function of matrices that takes stacks too: NumPy's function is for these."""
    def note(function: Callable) -> Callable:
        @functools.wraps(function)
        def called(*operands: Any, **options: Any) -> Any:
            if any(_is_operand(one) and one.ndim > 2 for one in operands):
                return of_stacks(by_numpy, *operands, **options)
            return function(*operands, **options)
        return called
    return note
