# SPDX-License-Identifier: BSD-3-Clause
"""The library's calls of linear algebra (upc_stride_numerics.h), with the BLAS of NumPy on each thread. All threads call."""
from __future__ import annotations

import ctypes
import functools
import importlib
import os
from typing import Any, Callable
import warnings
import zlib

import numpy

from .._base import _library
from .._base._start import calling, checked, library, thread, threads
from . import _float_errors
from ._agreement import from_thread, other_than_first, together
from ._blas import files_named

TYPES = {'f': 19, 'd': 20, 'F': 0x100001, 'D': 0x100002}  # of the library: UPC_FLOAT, UPC_DOUBLE, and complex numbers
# A routine's name in a BLAS: as in Fortran, with integers of 8 bytes, and in the OpenBLAS that a wheel of NumPy brings.
_FORMS = '{}', '{}64_', 'scipy_{}', 'scipy_{}64_'
_NEEDED = 'gemm', 'trsm', 'potrf', 'getrf', 'geqrf', 'larft', 'larfb'
_TELL = 'potrf', 'getrf', 'gesv', 'getri', 'heev', 'gesvd'  # calls with LAPACK's info
_find: list[Any] = []  # what finds a routine for the library, from the first call on


@functools.lru_cache(maxsize=None)  # the library asks in each call
def _of_numpy(name: bytes) -> int | None:
    """The address of a routine in the libraries that NumPy's linear algebra is linked with."""
    libraries = ctypes.CDLL(str(importlib.import_module('numpy.linalg._umath_linalg').__file__))
    for form in _FORMS:
        routine = getattr(libraries, form.format(name.decode()), None)
        if routine is not None:
            return ctypes.cast(routine, ctypes.c_void_p).value
    return None


def _choose() -> None:
    """The BLAS of NumPy, which a wheel of NumPy brings; the library's own choice, if NumPy is built without one."""
    if not _find:
        has_all = all(_of_numpy(f'{letter}{name}_'.encode()) for letter in 'sdcz' for name in _NEEDED)
        _find.append(_library.FindRoutine(_of_numpy) if has_all else _library.FindRoutine())
        checked(library().set_blas(_find[0]))
        _compare(', '.join(os.path.basename(one) for one in files_named('blas', 'blis', 'mkl')))


def _compare(own: str) -> None:
    """Warns if threads have other libraries of a BLAS than thread 0, as hosts may: their results differ in the last digits."""
    other = other_than_first(zlib.crc32(own.encode())) if threads() > 1 else None
    if other is not None:
        theirs = from_thread(other, own)
        if thread() == 0:
            warnings.warn(f'thread {other} has the BLAS {theirs}, thread 0 {own}: results may differ in their last digits', RuntimeWarning, 2)


def _passed(one: Any) -> Any:
    if one is None or isinstance(one, str):
        return one and one.encode()
    return ctypes.c_void_p(one.ctypes.data) if isinstance(one, numpy.ndarray) else one.elements_reference


def numerics(name: str, dtype: numpy.dtype, *arguments: Any, like: Callable | None = None, made: Any = None) -> int:
    """A call for matrices of one type: with letters, sections of elements, and numbers in NumPy's arrays; None: 1 for alpha, 0 for beta. Returns
    LAPACK's info, or 0. It warns as NumPy's function `like` does, with which the array `made` is computed."""
    _choose()
    function, info = calling(name), ctypes.c_size_t(0)
    given = [*map(_passed, arguments), TYPES[dtype.char]]
    found: list[int] = []
    with together(None if like is None else lambda: found.append(_float_errors.on_all())):
        _float_errors.clear()
        checked(function(*given, *([ctypes.byref(info)] if name in _TELL else [])))
    if like is not None:
        _float_errors.tell(found[0], like, made._own_tiles(), dtype)
    return info.value
