# SPDX-License-Identifier: BSD-3-Clause
"""Fourier transforms of arrays in blocks: the library's, which calls FFTW on each thread, or NumPy. All threads call."""
from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Any, Sequence

import numpy

from ._arrays import _make
from ._arrays._views import of_arrays
from ._base import _layouts, _library
from ._base._start import checked, library
from ._calls import _calls
from ._calls._agreement import collective
from ._calls._numerics import TYPES
from ._calls._sections import Elements

if TYPE_CHECKING:
    from ._arrays._arrays import Array

_FORWARD = {None: 0, 'backward': 0, 'ortho': 0.5, 'forward': 1}  # the power of 1 / n that a forward transform is multiplied by


def _complex_type(array: Array) -> numpy.dtype:
    """NumPy 2's: complex numbers of the precision that the array has."""
    if array.dtype.kind not in 'biufc' or numpy.promote_types(array.dtype, 'c16') != 'c16':
        raise TypeError(f'{array!r}, must have numbers of at most double precision')
    return numpy.dtype('c8' if array.dtype.char in 'efF' else 'c16')


def _axes_of(array: Array, s: Sequence[int] | None, axes: Sequence[int] | None) -> tuple[int, ...]:
    """Axes as numbers from 0, in the order given: the last one has the real numbers."""
    if axes is None:
        return tuple(range(array.ndim - (array.ndim if s is None else len(s)), array.ndim))
    return tuple(_layouts.normal_axis(axis, array.ndim) for axis in axes)


def _shape_with(array: Array, axes: Sequence[int], extents: Sequence[int]) -> tuple[int, ...]:
    shape = list(array.shape)
    for axis, extent in zip(axes, extents):
        shape[axis] = extent
    return tuple(shape)


def _block_for(array: Array, shape: Sequence[int]) -> tuple[int, ...]:
    """The block of an array of another shape that is laid out alike: what is whole stays whole."""
    return tuple(max(1, extent) if size >= was != extent else size for size, was, extent in zip(array.block, array.shape, shape))


def _zeros(of: Array, shape: Sequence[int], dtype: Any) -> Array:
    return _make.zeros(shape, _block_for(of, shape), of.grid, dtype)


def _fitted(array: Array, shape: tuple[int, ...], dtype: Any) -> Array:
    """The array with this shape and type, or a copy: cut, or filled up with zeros."""
    if array.dtype != dtype:
        changed = array.astype(dtype)
        made = _fitted(changed, shape, dtype)
        if made is not changed:
            changed._free_at_once()
        return made
    if array.shape == shape:
        return array
    made = _zeros(array, shape, dtype)
    common = tuple(slice(0, min(extents)) for extents in zip(shape, array.shape))
    if made.size and array.size:
        _calls.copy(made.elements[common], array.elements[common])
    return made


def _is_installed(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _memory(address: int, shape: list[int], strides: list[int], dtype: numpy.dtype) -> numpy.ndarray:
    """The elements there, each so many behind the one before along each axis."""
    last = sum((extent - 1) * stride for extent, stride in zip(shape, strides))
    memory = memoryview((ctypes.c_char * ((last + 1) * dtype.itemsize)).from_address(address))
    return numpy.ndarray(shape, dtype, memory, strides=[stride * dtype.itemsize for stride in strides])


def _by_numpy(part: Any, from_: int, to: int) -> None:
    """The transforms on one thread, in place of FFTW's."""
    p = part.contents
    numbers = numpy.dtype('c8' if p.single else 'c16')
    reals = numpy.dtype(numbers.char.lower()) if p.real >= 0 else numbers
    given = _memory(from_, p.from_[:p.ndims], p.from_stride[:p.ndims], reals if p.sign < 0 else numbers)
    made = _memory(to, p.to[:p.ndims], p.to_stride[:p.ndims], numbers if p.sign < 0 else reals)
    others = [axis for axis in range(p.ndims) if p.axes >> axis & 1 and axis != p.real]
    values = given
    if p.sign < 0 and p.real >= 0:
        values = numpy.fft.rfft(values, axis=p.real)
    if others:
        values = numpy.fft.fftn(values, axes=others) if p.sign < 0 else numpy.fft.ifftn(values, axes=others, norm='forward')
    if p.sign > 0 and p.real >= 0:
        values = numpy.fft.irfft(values, made.shape[p.real], p.real, norm='forward')
    made[...] = values


_routine: list[Any] = []  # what the library calls, from the first transform on; null is FFTW


def _choose() -> None:
    """A wheel brings no FFTW. Where none is installed, by the names of companions/numerics/library/numerics/numerics_fftw.c, NumPy transforms on
    each thread."""
    if not _routine:
        fftw = any(map(_is_installed, ('libmkl_rt.so.3', 'libmkl_rt.so.2'))) or all(
            map(_is_installed, ('libfftw3.so.3', 'libfftw3f.so.3')))
        _routine.append(_library.FftRoutine() if fftw else _library.FftRoutine(_by_numpy))
        checked(library().set_fft(_routine[0]))


def _run(out: Array, of: Array, axes: Sequence[int], dtype: numpy.dtype, sign: int, scale: float) -> None:
    """One transform, whose plan is for it alone."""
    _choose()
    whole = (slice(None),)
    plan = ctypes.c_void_p(library().fft_plan(
        Elements(out, whole * out.ndim).written.elements_reference, Elements(of, whole * of.ndim).elements_reference, len(axes),
        _library.ints(axes), TYPES[dtype.char], sign, 0))
    if not plan:
        checked(-1)
    checked(library().fft_run(plan, scale))
    checked(library().fft_free(ctypes.byref(plan)))


def _transformed(array: Array, axes: Sequence[int], extents: Sequence[int], sign: int, norm: str | None, kind: str = '') -> Array:
    """A transform along axes. `extents` are those of its real or its complex numbers, whichever are more; `kind` tells where real
    numbers are: 'from' or 'to'."""
    if norm not in _FORWARD:
        raise ValueError(f'norm: {norm!r}, must be None, "backward", "ortho" or "forward"')
    if any(extent < 1 for extent in extents):
        raise ValueError(f'{array!r}: {tuple(extents)} elements along the axes {tuple(axes)}, must be at least 1')
    dtype = _complex_type(array)
    real = numpy.dtype(dtype.char.lower())
    large = _shape_with(array, axes, extents)
    small = _shape_with(array, axes, (*extents[:-1], extents[-1] // 2 + 1)) if kind else large
    given = _fitted(array, small if kind == 'to' else large, real if kind == 'from' else dtype)
    made = _zeros(given, small if kind == 'from' else large, real if kind == 'to' else dtype)
    power = _FORWARD[norm] if sign < 0 else 1 - _FORWARD[norm]
    if made.size:
        _run(made, given, axes, dtype, sign, math.prod(extents) ** -power)
    if given is not array:
        given._free_at_once()
    return made


def _extents(array: Array, axes: Sequence[int], s: Sequence[int] | None) -> list[int]:
    """The extents along the axes: those of `s`, in which -1 is the array's own, as in NumPy 2."""
    some = [array.shape[axis] for axis in axes] if s is None else list(_layouts.extents(s))
    if len(some) != len(axes):
        raise ValueError(f's: {tuple(some)}, must have an extent for each of the axes {tuple(axes)}')
    return [array.shape[axis] if extent == -1 else extent for axis, extent in zip(axes, some)]


def _one_by_one(array: Array, transforms: Sequence[tuple[int, int, int, str]], norm: str | None) -> Array:
    """Transforms along one axis after another: the axis, the extent, the sign and the kind of each."""
    made = array
    for axis, extent, sign, kind in transforms:
        before, made = made, _transformed(made, (axis,), (extent,), sign, norm, kind)
        if before is not array:
            before._free_at_once()
    return made


def _in_turn(array: Array, axes: Sequence[int], extents: Sequence[int], sign: int, norm: str | None, kind: str = '') -> Array:
    """`_transformed`, also of axes that come several times: as in NumPy, the array is transformed along them as often, from the last one on.
    Real numbers come of the last transform, along the last axis."""
    if len(set(axes)) == len(axes):
        return _transformed(array, axes, extents, sign, norm, kind)
    each = [(axis, extent, sign, '') for axis, extent in zip(axes, extents)]
    last = (*each.pop()[:3], kind)
    return _one_by_one(array, [*each, last] if kind == 'to' else [last, *each[::-1]], norm)


def _complex_transform(A: Array, axes: Sequence[int] | None, norm: str | None, s: Sequence[int] | None, sign: int) -> Array:
    some = _axes_of(A, s, axes)
    return _in_turn(A, some, _extents(A, some, s), sign, norm)


def _real_axes(A: Array, s: Sequence[int] | None, axes: Sequence[int] | None) -> tuple[int, ...]:
    some = _axes_of(A, s, axes)
    if not some:
        raise ValueError(f'axes: {axes} of {A!r}, must be at least one')
    return some


@collective
@_make.of_array_likes
@of_arrays
def fftn(A: Array, axes: Sequence[int] | None = None, norm: str | None = None, *, s: Sequence[int] | None = None) -> Array:
    """The discrete Fourier transform in several dimensions, as `numpy.fft.fftn`. All threads call.

    Parameters
    ----------
    A : Array
        Of real or complex numbers.

    Returns
    -------
    Array
        Of complex numbers, laid out as A is.

    Notes
    -----
    Each thread transforms the axes that it has whole, by FFTW or MKL, or by NumPy where neither is installed, and the threads exchange
    in between. An array of one dimension is taken as a matrix, as square as its length allows. If the length is a prime number, one
    thread transforms it.

    Examples
    --------
    >>> A = us.array([1., 0., 0., 0.])
    >>> us.fft.fftn(A).real.tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    return _complex_transform(A, axes, norm, s, -1)


@collective
@_make.of_array_likes
@of_arrays
def ifftn(A: Array, axes: Sequence[int] | None = None, norm: str | None = None, *, s: Sequence[int] | None = None) -> Array:
    """The inverse of `fftn`, as `numpy.fft.ifftn`. All threads call.

    Examples
    --------
    >>> A = us.array([4., 0., 0., 0.])
    >>> us.fft.ifftn(A).real.tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    return _complex_transform(A, axes, norm, s, 1)


@collective
@_make.of_array_likes
@of_arrays
def rfftn(A: Array, axes: Sequence[int] | None = None, norm: str | None = None, *, s: Sequence[int] | None = None) -> Array:
    """The transform of real numbers, as `numpy.fft.rfftn`. All threads call.

    Of n numbers along the last axis, n // 2 + 1 complex ones are computed: the others are their conjugates.

    Examples
    --------
    >>> us.fft.rfftn(us.array([1., 0., 0., 0.])).real.tolist()
    [1.0, 1.0, 1.0]
    """
    if A.dtype.kind == 'c':
        raise TypeError(f'rfftn: {A!r}, must be real')
    some = _real_axes(A, s, axes)
    return _in_turn(A, some, _extents(A, some, s), -1, norm, 'from')


@collective
@_make.of_array_likes
@of_arrays
def irfftn(A: Array, axes: Sequence[int] | None = None, norm: str | None = None, *, s: Sequence[int] | None = None) -> Array:
    """The inverse of `rfftn`, as `numpy.fft.irfftn`: real numbers. All threads call.

    Without `s` there are 2 (m - 1) of them along the last axis, where A has m.

    Examples
    --------
    >>> us.fft.irfftn(us.array([4., 0., 0.])).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    some = _real_axes(A, s, axes)
    extents = _extents(A, some, s)
    if s is None:
        extents[-1] = 2 * (extents[-1] - 1)
    made = _in_turn(A, some, extents, 1, norm, 'to')
    return made.astype('f2') if A.dtype.char == 'e' and len(some) == 1 else made
