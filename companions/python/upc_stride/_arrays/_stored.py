# SPDX-License-Identifier: BSD-3-Clause
"""Arrays and groups in files, of which parts are read and written. All threads call, with the same arguments."""
from __future__ import annotations

import ctypes
import math
import operator
import os
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Any

import numpy

from .._base import _library
from .._base._layouts import extents
from .._base._start import checked, library, thread, threads
from .._calls import _calls
from .._calls._agreement import collective, compared, from_thread, together
from .._calls._files import attributes, dtype_of, look, name_of, set_attributes, type_text, write
from .._calls._sections import full_key, interval
from ._arrays import Array
from ._files import load
from ._make import zeros


class Attributes(MutableMapping):
    """The attributes of an array or a group in a file, by name. Any thread reads them. All threads write one together, and it
    happens once."""

    def __init__(self, path: str):
        self._path = path

    def __getitem__(self, name: str) -> Any:
        return attributes(self._path)[name]

    @collective
    def __setitem__(self, name: str, value: Any) -> None:
        with together():
            if thread() == 0:
                set_attributes(self._path, {name: value})

    def __delitem__(self, name: str) -> None:
        raise TypeError(f'{name}: attributes are not deleted')

    def __iter__(self) -> Iterator[str]:
        return iter(attributes(self._path))

    def __len__(self) -> int:
        return len(attributes(self._path))

    def __repr__(self) -> str:
        return repr(attributes(self._path))


class Stored:
    """An array in a file, as `open` and `create` return it: ``F[10:20]`` reads a part of it, ``F[10:20] = A`` writes one.

    What is read is an `Array`, or one element. What is written is an `Array`, or what NumPy makes an array of, and is broadcast
    to the part. Slices and integers are allowed.

    Attributes
    ----------
    path, shape, dtype
        Of the array in the file.
    chunks : tuple of int
        The extents of its chunks, or of its shards.
    """

    def __init__(self, path: str, file: _library.File):
        self.path, self.dtype = path, dtype_of(file)
        self.shape, self.chunks = tuple(file.shape[:file.ndims]), tuple(file.chunk[:file.ndims])

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def attrs(self) -> Attributes:
        """The array's attributes, as `attributes` gives them: any thread reads them. ``F.attrs['unit'] = 'm'`` writes one: all threads
        call."""
        return Attributes(self.path)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError(f'{self!r} has no length')
        return self.shape[0]

    def __repr__(self) -> str:
        return f'<array {self.path}, {self.shape} {self.dtype}>'

    def __array__(self, *arguments: Any, **options: Any) -> numpy.ndarray:
        raise TypeError(f'{self!r} is not copied unseen; [...].to_numpy() copies it')

    def _load_stored(self, block: Any = None, grid: Any = None) -> Array:
        return load(self.path, block, grid)

    def __getitem__(self, key: Any) -> Any:
        has_dots = any(one is Ellipsis for one in (key if isinstance(key, tuple) else (key,)))  # then it is no element, as in NumPy
        key = full_key(key, self.ndim)
        made = load(self.path, key=key) if self.ndim else load(self.path)
        return made if made.ndim or has_dots else made[()]

    def __setitem__(self, key: Any, values: Any) -> None:
        key = full_key(key, self.ndim)
        picked = [interval(one, extent)[1] for one, extent in zip(key, self.shape)]
        shape = tuple(len(one) for one in picked)
        if 0 in shape:
            like = numpy.broadcast_to(numpy.zeros((), values.dtype), values.shape) if isinstance(values, Array) else values
            numpy.empty(shape, self.dtype)[_alone(key)] = like  # raises if the values do not fit
            return
        has_dims = all(isinstance(one, slice) for one in key)  # else the part has fewer dimensions than the file, and NumPy's rules for them
        whole = has_dims and type(values) is Array and values.shape == shape and values.dtype == self.dtype
        part = values if whole else self._part(shape, picked, _alone(key), values)
        write(part.elements[...], self.path, key=key)

    def _part(self, shape: tuple[int, ...], picked: Sequence[range], alone: tuple, values: Any) -> Array:
        """An array of the part, whose blocks are chunks where the part begins at a chunk."""
        block = list(shape)
        if shape:
            rows, chunk = -(-shape[0] // threads()), self.chunks[0]
            block[0] = -(-rows // chunk) * chunk if picked[0].step == 1 and picked[0].start % chunk == 0 else rows
        made = zeros(shape, block, dtype=self.dtype)
        made[alone] = values
        return made


def _alone(key: tuple) -> tuple:
    """The key of what `key` has picked already."""
    return tuple(slice(None) if isinstance(one, slice) else 0 for one in key)


class Group(Mapping):
    """A group of Zarr or HDF5, as `open` returns it: its arrays and groups by name."""

    def __init__(self, path: str, names: Sequence[str]):
        self.path, self._names = path, names

    def __getitem__(self, name: str) -> Stored | Group:
        first, _, rest = name.partition('/')
        if first not in self._names:
            raise KeyError(name)
        made = open(os.path.join(self.path, first))
        if rest and not isinstance(made, Group):
            raise KeyError(name)
        return made[rest] if rest else made

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def attrs(self) -> Attributes:
        """The group's attributes, as those of an array."""
        return Attributes(self.path)

    def __repr__(self) -> str:
        return f'<group {self.path}: {", ".join(self._names)}>'


def _names(path: str) -> list[str]:
    """Of a group: one thread's call."""
    one = _library.Member()
    names: list[str] = []
    while checked(library().group_look(name_of(path), len(names), ctypes.byref(one))):
        names.append(os.fsdecode(one.name))
    return names


def _found(path: str) -> Stored | Group:
    try:
        return Stored(path, look(path))
    except _library.Error:
        try:
            return Group(path, _names(path))
        except _library.Error:
            pass
        raise


@compared
def open(path: str | os.PathLike) -> Stored | Group:
    """An array in a file, to read and write parts of it; or a group of them. All threads call.

    Parameters
    ----------
    path : path
        As for `load`; also a group of Zarr or HDF5, such as ``m.zarr``, ``m.h5``, ``m.h5/g``.

    See Also
    --------
    create : an array in a file, without elements

    Examples
    --------
    >>> us.zeros((4, 3)).save('o.zarr')
    >>> F = us.open('o.zarr')
    >>> F[1:3] = 7
    >>> float(F[1, 0]), F[2:].tolist()
    (7.0, [[7.0, 7.0, 7.0], [0.0, 0.0, 0.0]])
    """
    path = os.fspath(path)
    with together():
        found = _found(path)
    return from_thread(0, found)  # another job may replace the file between the looks of two threads


@compared
def create(path: str | os.PathLike, shape: int | Sequence[int], dtype: Any = 'f8',
           chunks: int | Sequence[int] | None = None, codec: str | None = None) -> Stored:
    """An array in a file whose elements are zero, to write parts of it. All threads call.

    Parameters
    ----------
    path : path
        As for `Array.save`. An array of this name is replaced.
    shape : int or tuple of int
    dtype : dtype
    chunks : int or tuple of int, optional
        The extents of chunks of Zarr and HDF5; one number is that of each dimension. The default is one chunk.
    codec : str, optional
        As for `Array.save`. With ``'shard:16x16'`` the `chunks` are shards.

    Examples
    --------
    >>> steps = us.create('steps.zarr', (10, 4), chunks=(1, 4))
    >>> for t in range(10):
    ...     steps[t] = us.full(4, t)
    >>> us.load('steps.zarr').sum(1).tolist()
    [0.0, 4.0, 8.0, 12.0, 16.0, 20.0, 24.0, 28.0, 32.0, 36.0]
    """
    path, shape = os.fspath(path), extents(shape)
    file = _library.File(ndims=len(shape), type=type_text(numpy.dtype(dtype)).encode())
    if chunks is None:
        chunks = shape
    elif not isinstance(chunks, Sequence):
        chunks = (operator.index(chunks),) * len(shape)
    if len(chunks) != len(shape):
        raise ValueError(f'chunks: {len(chunks)} dimensions, must be as many as of the shape ({len(shape)})')
    if min(chunks, default=1) < 1 and 0 not in shape:
        raise ValueError(f'chunks: {tuple(chunks)}, must be at least 1')
    for dim, (extent, chunk) in enumerate(zip(shape, chunks)):
        file.shape[dim], file.chunk[dim] = extent, min(extent, chunk) if codec is None or 'shard:' not in codec else chunk
    _calls.barrier()
    with together():
        if thread() == 0:
            checked(library().file_make(name_of(path), ctypes.byref(file), None if codec is None else codec.encode()))
    _calls.barrier()
    made = open(path)
    assert isinstance(made, Stored)
    return made
