# SPDX-License-Identifier: BSD-3-Clause
"""Reductions of an array that was reduced in the same way before. What the first one has found out is kept with the array, so the next ones
have few steps, and among threads that share memory only a barrier at their end (`_at_once`). An operation that has filled the caches makes
each step of Python slow."""
from __future__ import annotations

import ctypes
import functools
import math
from typing import Any, Callable, Sequence

import numpy

from .._arrays._arrays import Array
from .._base import _layouts
from .._base._start import current, threads
from .._calls._agreement import together
from .._calls._at_once import Told, at_once, begin, may_be
from .._calls._shared import FEW
from ._sums import AddsLines, reduced_tile

OF_ORDER = numpy.minimum, numpy.maximum, numpy.fmin, numpy.fmax  # to combine a value with itself changes nothing
_LOGICAL = numpy.logical_or, numpy.logical_and


class _NotFinite(Exception):
    """Of sums that NumPy adds again, and warns of."""


class _Number:
    """A reduction of all elements to a number. All threads make it."""

    def __init__(self, x: Array, function: numpy.ufunc, axes: tuple[int, ...], kind: numpy.dtype, divisor: Any):
        self._function, self._told, self._divisor = function, Told((), kind), divisor
        self._may_overflow, tiles = kind.kind == 'f' and function is numpy.add, x._own_tiles()
        adds = AddsLines.of(tiles[0], axes, kind) if function is numpy.add and len(tiles) == 1 else None
        self._parts: list[Callable[[], Any]] = [functools.partial(_into, function, tiles, axes, to) if adds is None else adds.into(address)
                                                for to, address in zip(self._told.mine, self._told.addresses)]

    def of(self) -> Any:
        """The number; None on all threads alike: it is to be found in the usual way."""
        turn = at_once(self._part)
        if turn < 0:
            return None
        made = self._told.combined(turn, self._function)
        if self._may_overflow and not math.isfinite(made):
            return None
        return made if self._divisor is None else numpy.true_divide(made, self._divisor)

    def _part(self, turn: int) -> None:
        self._parts[turn]()


def _into(function: numpy.ufunc, tiles: Sequence[numpy.ndarray], axes: tuple[int, ...], to: numpy.ndarray, keepdims: bool = False) -> None:
    """Combines a thread's tiles, line by line."""
    if function is numpy.add and not tiles:
        to[...] = 0
    for number, tile in enumerate(tiles):
        made = reduced_tile(function, tile, axes, to.dtype if function is numpy.add else None, keepdims)
        to[...] = function(to, made) if number else made


class _Lines:
    """A reduction of lines along some axes. A thread has each of its lines whole; or all threads have parts of all lines, which are few."""

    def __init__(self, x: Array, function: numpy.ufunc, axes: tuple[int, ...], kind: numpy.dtype, divisor: Any, are_whole: bool):
        self._function, self._axes, self._kind, self._divisor = function, axes, kind, divisor
        self._layout, self._tiles = _layouts.of_kept(x._layout, axes, False, threads()), x._own_tiles()
        self._may_overflow = kind.kind == 'f' and function is numpy.add
        self._adds = [AddsLines.of(tile, axes, kind) if function is numpy.add else None for tile in self._tiles]
        self._told = None if are_whole else Told(self._layout.shape, kind)

    def of(self) -> Any:
        """The lines' results; None on all threads alike: they are to be found in the usual way."""
        result = Array._written(self._layout, self._kind)
        if self._told is None:
            return None if at_once(lambda turn: self._whole(result)) < 0 else result
        turn = at_once(self._parts)
        if turn < 0:
            return None
        self._combined(turn, result)
        return result

    def _reduce(self, number: int, to: numpy.ndarray, address: int | None = None) -> None:
        adds = self._adds[number]
        if adds is None:
            reduced_tile(self._function, self._tiles[number], self._axes, self._kind if self._function is numpy.add else None, False, to)
        else:
            self._add(adds, to.ctypes.data if address is None else address)

    def _add(self, adds: AddsLines, address: int) -> None:
        adds.into(address)()
        if self._may_overflow and not adds.are_finite(address):
            raise _NotFinite

    def _whole(self, result: Array) -> None:
        if None in self._adds:
            for number, to in enumerate(result._bare_tiles()):
                self._reduce(number, to)
        else:  # which takes the addresses that are known, and makes no arrays of NumPy
            for adds, address in zip(self._adds, result._addresses(result._handle)):
                self._add(adds, address)  # type: ignore[arg-type]
        if self._divisor is not None:
            for to in result._bare_tiles():
                numpy.true_divide(to, self._divisor, out=to)

    def _parts(self, turn: int) -> None:
        mine, address = self._told.mine[turn], self._told.addresses[turn]  # type: ignore[union-attr]
        self._reduce(0, mine, address)
        for number in range(1, len(self._tiles)):
            more = numpy.empty(mine.shape, mine.dtype)
            self._reduce(number, more)
            self._function(mine, more, out=mine)

    def _combined(self, turn: int, result: Array) -> None:
        parts = self._told.parts[turn]  # type: ignore[union-attr]
        with together():
            for place, to in result._own_pieces():
                if len(parts) == 1:
                    to[...] = parts[0][place]
                else:
                    self._function(parts[0][place], parts[1][place], out=to)
                for one in parts[2:]:
                    self._function(to, one[place], out=to)
                if self._divisor is not None:
                    numpy.true_divide(to, self._divisor, out=to)


def _is_plain(x: Array, function: numpy.ufunc, kind: numpy.dtype) -> bool:
    """Whether a reduction has few steps, of which none warns: the same on all threads."""
    if type(x) is not Array or x._is_of_memory or not may_be():
        return False
    if function is numpy.add:  # NumPy warns of what overflows: sums that are not finite are found again
        return kind.kind in 'iu' or x.dtype == kind and kind in (numpy.dtype('f4'), numpy.dtype('f8')) and not x._layout.has_padding
    return (function in OF_ORDER or function in _LOGICAL) and x.dtype.kind in 'biuf'


def _all_have_some(of: _layouts.Layout) -> bool:
    """Whether each thread has a block."""
    if of.grid:
        return all(count >= processors for count, processors in zip(of.nblocks, of.grid))
    return math.prod(of.nblocks) >= threads()


def prepare_number(x: Array, function: numpy.ufunc, axes: tuple[int, ...], dtype: Any, number: Any, divisor: Any) -> None:
    """Makes ready for the next time what has given a number, if its steps are few. All threads call."""
    key = function, None, dtype, divisor is not None
    if _is_plain(x, function, number.dtype) and key not in x._made[3] and (function is numpy.add or _all_have_some(x._layout)):
        x._made[3][key] = _Number(x, function, axes, number.dtype, divisor)


def prepare_lines(x: Array, function: numpy.ufunc, axis: Any, axes: tuple[int, ...], dtype: Any, result: Array, divisor: Any) -> None:
    """The same of what has given lines."""
    key = function, axis, dtype, divisor is not None
    if type(axis) is not int or not _is_plain(x, function, result.dtype) or key in x._made[3]:
        return
    are_whole = _layouts.of_whole_lines(x._layout, axes, False, threads()) is not None
    if are_whole or _layouts.are_few(x._layout, axes, FEW // result.dtype.itemsize, False, threads()):
        x._made[3][key] = _Lines(x, function, axes, result.dtype, divisor, are_whole)


def reduced_again(x: Any, function: numpy.ufunc, axis: Any, dtype: Any = None, is_divided: bool = False) -> Any:
    """A reduction of an array that was made ready. All threads call, outside of an operation. None on all threads alike: it is to be
    found in the usual way."""
    if type(x) is not Array or axis is not None and type(axis) is not int:
        return None
    made = x._made[3].get((function, axis, dtype, is_divided))
    if made is None or x._tiles is None or x._tiles.freed or not begin():
        return None
    try:
        return made.of()
    finally:
        current.frame = None
