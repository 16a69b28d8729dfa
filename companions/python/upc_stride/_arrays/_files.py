# SPDX-License-Identifier: BSD-3-Clause
"""Whole arrays from files, and checkpoints. All threads call, with the same arguments; each reads and writes its own blocks."""
from __future__ import annotations

import os
from typing import Any, Mapping, Sequence

from .._base import _library
from .._base._start import calling, checked
from .._base._values import must_be
from .._calls._agreement import compared
from .._calls._files import dtype_of, look_together, name_of, read, text_of, type_of
from .._calls._sections import full_key, interval
from ._arrays import Array
from ._basic_keys import is_integer
from ._make import zeros


@compared
def load(path: str | os.PathLike, block: int | Sequence[int] | None = None, grid: Sequence[int] | None = None,
         key: Any = ...) -> Array:
    """An array from a file that all threads can read. All threads call; each reads its own blocks.

    Parameters
    ----------
    path : path
        A .npy file, also of `numpy.save`, an array of Zarr, or a dataset of HDF5 (``m.h5/u``).
    block, grid : int or tuple of int, optional
        As for `zeros`. They need not be those of the file.
    key : indices and slices, optional
        The part of the file's array that is read, such as ``numpy.s_[100:200, ::3]``. As in NumPy, an integer takes a dimension away.

    Raises
    ------
    Error
        If there is no such file, or it has other contents.

    Examples
    --------
    >>> us.array([1, 2, 3]).save('three.npy')
    >>> us.load('three.npy', key=slice(1, None)).tolist()
    [2, 3]
    """
    file = look_together(path)
    while True:
        extents = file.shape[:file.ndims]
        picked = full_key(key, file.ndims)
        shape = [len(interval(one, extent)[1]) for one, extent in zip(picked, extents)]
        made = zeros([extent for one, extent in zip(picked, shape) if not is_integer(one)], block, grid, dtype_of(file))
        try:
            with made._seen_as(shape, _with_integers(picked, made.block), _with_integers(picked, made.grid) if made.grid else ()) as whole:
                read(whole.elements[...], path, key)
            return made
        except _library.Error:
            made.free()
            before, file = file, look_together(path)
            if bytes(file) == bytes(before):
                raise
            # Another job has replaced the file between the look and the read.


def _with_integers(picked: Sequence[Any], extents: Sequence[int]) -> list[int]:
    """The extents with 1 for each dimension in which a key has an integer, and for those that a grid leaves out."""
    rest = iter(extents)
    return [1 if is_integer(one) else next(rest, 1) for one in picked]


def _saved(arrays: Mapping[str, Array]) -> Any:
    must_be(isinstance(arrays, Mapping), 'arrays', arrays, 'a dict of arrays')
    for name, array in arrays.items():
        must_be(isinstance(array, Array), f'arrays[{name!r}]', array, 'an array, such as us.zeros(3)')
    return (_library.Saved * len(arrays))(*(_library.Saved(text_of(name), array.elements[...].section, type_of(array))
                                            for name, array in arrays.items()))


@compared
def checkpoint(path: str | os.PathLike, generation: int, arrays: Mapping[str, Array], keep: int = 2) -> None:
    """Writes arrays as one generation of a checkpoint. All threads call. A program that is killed at any moment leaves the ones before.

    Parameters
    ----------
    path : path
        A folder; it is made.
    generation : int
        At least 1, and larger than those before; such as the number of the iteration.
    arrays : dict of str to Array
    keep : int
        How many of the newest generations stay; 0: all.

    Examples
    --------
    >>> A = us.full(3, 5.)
    >>> us.checkpoint('run', 1, {'A': A})
    >>> A.fill(0)
    >>> us.restart('run', {'A': A}), A.tolist()
    (1, [5.0, 5.0, 5.0])
    """
    checked(calling('checkpoint')(name_of(path), generation, keep, len(arrays), _saved(arrays)))


@compared
def restart(path: str | os.PathLike, arrays: Mapping[str, Array], generation: int = 0) -> int:
    """Reads arrays from a checkpoint, of any number of threads, blocks and grid. Returns its generation, 0: there is none.
    All threads call.

    Parameters
    ----------
    path : path
    arrays : dict of str to Array
        Of the shapes that were written.
    generation : int
        0: the newest.

    Examples
    --------
    >>> A = us.full(3, 5.)
    >>> us.checkpoint('again', 4, {'A': A})
    >>> us.restart('again', {'A': A})
    4
    """
    return checked(calling('restart')(name_of(path), generation, len(arrays), _saved(arrays)))
