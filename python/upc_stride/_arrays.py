# SPDX-License-Identifier: BSD-3-Clause
"""Arrays in blocks: their tiles as NumPy arrays, their elements, sections of them."""
from __future__ import annotations

import ctypes
import itertools
import math
import operator
import os
import weakref
from typing import Any, Iterator, Sequence

import numpy

from . import _calls, _held, _library
from ._sections import Blocks, Elements, Indexer, full_key, interval
from ._start import calling, checked, library, thread

_MOST_FETCHED = 1 << 26  # bytes of far blocks that are fetched at a time


def _tile(array: Array, key: Any) -> numpy.ndarray:
    index = tuple(interval(one, n)[1][0] for one, n in zip(full_key(key, array.ndim), array.nblocks))
    address = library().near_block(array._handle, _library.sizes(index))
    if not address:
        raise IndexError(f'block {index} belongs to thread {array.owner(*index)}, which shares no memory with this one')
    return array._view(address, index)


class Array:
    """An array cut into blocks, which belong to threads. Made by `zeros`, `empty`, `array`, `from_numpy`, `load`.

    Attributes
    ----------
    shape, block, grid, nblocks, dtype
        The extents of the array; the extents of a block; the number of processors in each dimension, () if the blocks are
        dealt out to the threads in turn; the number of blocks in each dimension; the type of the elements.
    local : list of (index, numpy.ndarray)
        The caller's own blocks, without a copy.
    tile[i, j] : numpy.ndarray
        A block of the caller or of a thread that shares memory with it, without a copy.
    blocks[...], elements[...]
        Sections, for the collectives and for `copy`.

    Notes
    -----
    Any thread may read elements, ``A[3, 5]`` and ``A[2:9:3, -4:]``, and write one element, ``A[3, 5] = 1``. Slices are
    assigned by all threads, with the same value on each: a number, an array of NumPy's or an `Array`.
    """

    def __init__(self, shape: Sequence[int], block: Sequence[int], grid: Sequence[int], dtype: Any):
        self.shape, self.block, self.grid = tuple(shape), tuple(block), tuple(grid)
        self.dtype, self.ndim = numpy.dtype(dtype), len(self.shape)
        if len(self.block) != self.ndim:
            raise ValueError(f'block: {self.block}, must have a number for each dimension of {self.shape}')
        for name, extents in ('shape', self.shape), ('block', self.block), ('grid', self.grid):
            if any(operator.index(extent) < 0 for extent in extents):
                raise ValueError(f'{name}: {extents}, must not be negative')
        if self.dtype.hasobject:
            raise TypeError(f'dtype: {self.dtype}, must be one without Python objects')
        _held.look()
        self._handle = calling('all_alloc')(self.ndim, _library.sizes(self.shape), _library.sizes(self.block),
                                            self.dtype.itemsize, len(self.grid), _library.ints(self.grid))
        if not self._handle:
            checked(-1)
        self._tiles: _held.Tiles | None = _held.Tiles()
        self.nblocks = tuple(-(-extent // size) for extent, size in zip(self.shape, self.block))
        self.block_elements = math.prod(self.block)
        self.block_bytes = self.block_elements * self.dtype.itemsize
        self.size = math.prod(self.shape)
        self._local: list | None = None
        self.blocks, self.elements, self.tile = Indexer(self, Blocks), Indexer(self, Elements), Indexer(self, _tile)

    def free(self) -> None:
        """Frees the array. All threads call, when no thread uses the array any more.

        Tiles that the program still holds keep their values. The memory of all threads is then given back by the first
        allocation or free at which no thread holds a tile of the array any more.
        """
        tiles = self._forget()
        if tiles is None:  # freed before, which is an error
            self._free_at_once()
        else:
            _held.free(self, tiles)

    def _free_at_once(self) -> None:
        """The same for an array of the package's own, of which no tile is read any more."""
        self._forget()
        checked(calling('all_free')(self._handle))

    def _forget(self) -> weakref.ref[_held.Tiles] | None:
        """Lets go of the tiles. The result refers to what those that the program holds refer to."""
        for indexer in self.blocks, self.elements, self.tile:
            indexer.forget()
        tiles = None if self._tiles is None else weakref.ref(self._tiles)
        self._local = self._tiles = None
        return tiles

    def __eq__(self, other: object) -> bool:
        """Refused but for None: elements are compared by NumPy, ``A[...] == B[...]``, or tile by tile."""
        if other is None:
            return False
        raise TypeError('A == B does not compare elements; write A[...] == B[...], or A is B')

    __hash__ = object.__hash__

    def __copy__(self) -> Array:
        return self.copy()

    def __deepcopy__(self, memo: dict) -> Array:
        return self.copy()

    def __reduce__(self) -> Any:
        raise TypeError('a distributed array is not pickled; save() writes a file, to_numpy() gives an array of NumPy')

    # ---- tiles ----

    def _extent_of(self, index: Sequence[int]) -> tuple[slice, ...]:
        """Where a block's elements are in the whole array."""
        return tuple(slice(at * size, min(extent, at * size + size))
                     for at, size, extent in zip(index, self.block, self.shape))

    def _view(self, address: int, index: Sequence[int]) -> numpy.ndarray:
        """A block as an array of its elements, without the padding of blocks at the edge."""
        memory = (ctypes.c_char * self.block_bytes).from_address(address)
        memory.tiles = self._tiles
        return numpy.frombuffer(memory, self.dtype).reshape(self.block)[self._inside(index)]

    def _inside(self, index: Sequence[int]) -> tuple[slice, ...]:
        """The elements of a block that are not padding."""
        return tuple(slice(0, extent - at * size) for at, size, extent in zip(index, self.block, self.shape))

    @property
    def local(self) -> list[tuple[tuple[int, ...], numpy.ndarray]]:
        """The caller's own blocks: the index and the tile of each, in the order of their numbers."""
        if self._local is None:
            self._local, index = [], (ctypes.c_size_t * self.ndim)()
            for number in range(library().own_blocks(self._handle)):
                address = library().own_block(self._handle, number, index)
                self._local.append((tuple(index), self._view(address, tuple(index))))
        return list(self._local)

    def owner(self, *index: int) -> int:
        """The thread that owns a block.

        Parameters
        ----------
        *index : int
            The block's index in each dimension.
        """
        if len(index) != self.ndim:
            raise IndexError(f'{len(index)} indices of an array with {self.ndim} dimensions')
        return checked(library().owner(self._handle, _library.sizes(index)))

    # ---- elements ----

    def _place(self, index: Sequence[int]) -> _library.Pointer:
        place = library().at(self._handle, _library.sizes(index))
        if place.offset == 0 and place.where == 0:
            checked(-1)
        return place

    def _near_tile(self, index: Sequence[int]) -> numpy.ndarray | None:
        """A block of the caller or of a thread that shares memory with it."""
        address = library().near_block(self._handle, _library.sizes(index))
        return self._view(address, index) if address else None

    def _far_tiles(self, indices: Sequence[Sequence[int]]) -> Iterator[numpy.ndarray]:
        """Copies of blocks of any threads. One call fetches many blocks, up to 64 MB."""
        most = max(1, _MOST_FETCHED // self.block_bytes)
        for start in range(0, len(indices), most):
            some = indices[start:start + most]
            numbers = [int(numpy.ravel_multi_index(tuple(index), self.nblocks)) for index in some]
            memory = numpy.empty((len(some), *self.block), self.dtype)
            checked(library().get_blocks(memory.ctypes.data, self._handle, _library.sizes(numbers), len(numbers)))
            for block, index in zip(memory, some):
                yield block[self._inside(index)]

    def _put_tile(self, index: Sequence[int], values: numpy.ndarray) -> None:
        """Writes a block of any thread."""
        address = library().near_block(self._handle, _library.sizes(index))
        if address:
            self._view(address, index)[...] = values
            return
        padded = numpy.zeros(self.block, self.dtype)
        padded[tuple(slice(0, extent) for extent in values.shape)] = values
        place = self._place([at * size for at, size in zip(index, self.block)])
        checked(library().put(place, padded.ctypes.data, self.block_bytes))

    def _parts(self, picked: Sequence[range]) -> Iterator[tuple[tuple[int, ...], Any, Any]]:
        """For each block with picked elements: its index, where they are in it, and where in the result."""
        by_dimension = []
        for indices, size in zip(picked, self.block):
            parts: dict[int, tuple[list[int], list[int]]] = {}
            for result, at in enumerate(indices):
                inside, outside = parts.setdefault(at // size, ([], []))
                inside.append(at % size)
                outside.append(result)
            by_dimension.append([(block, *lists) for block, lists in parts.items()])
        for one in itertools.product(*by_dimension):
            yield (tuple(part[0] for part in one), numpy.ix_(*(part[1] for part in one)),
                   numpy.ix_(*(part[2] for part in one)))

    def __getitem__(self, key: Any) -> Any:
        key = full_key(key, self.ndim)
        picked = [interval(one, extent)[1] for one, extent in zip(key, self.shape)]
        if all(not isinstance(one, slice) for one in key):
            value = numpy.empty((), self.dtype)
            place = self._place([indices[0] for indices in picked])
            checked(library().get(value.ctypes.data, place, self.dtype.itemsize))
            return value[()]
        result = numpy.empty([len(indices) for indices in picked], self.dtype)
        far = []
        for index, inside, outside in self._parts(picked):
            tile = self._near_tile(index)
            if tile is None:
                far.append((index, inside, outside))
            else:
                result[outside] = tile[inside]
        for tile, (_, inside, outside) in zip(self._far_tiles([index for index, _, _ in far]), far):
            result[outside] = tile[inside]
        return result[tuple(slice(None) if isinstance(one, slice) else 0 for one in key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        """Any thread may assign one element. All threads assign slices, with the same value; a barrier is implied."""
        key = full_key(key, self.ndim)
        picked = [interval(one, extent)[1] for one, extent in zip(key, self.shape)]
        if all(not isinstance(one, slice) for one in key):
            value = numpy.asarray(value, self.dtype)
            place = self._place([indices[0] for indices in picked])
            checked(library().put(place, value.ctypes.data, self.dtype.itemsize))
            return
        if isinstance(value, Array):
            _calls.copy(self.elements[key], value.elements[...])
            _calls.barrier()
            return
        kept = [len(indices) for indices, one in zip(picked, key) if isinstance(one, slice)]
        value = numpy.broadcast_to(value, kept).reshape([len(indices) for indices in picked])
        _calls.barrier()
        mine = dict(self.local)
        for index, inside, outside in self._parts(picked):
            if index in mine:
                mine[index][inside] = value[outside]
        _calls.barrier()

    def __len__(self) -> int:
        return self.shape[0]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray:
        """For numpy.asarray and NumPy's functions: a copy of all elements. Any thread may read it, as A[...]."""
        if copy is False:
            raise ValueError('the elements of a upc_stride.Array lie on several threads, so NumPy gets a copy')
        whole = self[...]
        return whole if dtype is None else whole.astype(dtype, copy=False)

    # ---- the whole array: all threads call ----

    def fill(self, value: Any) -> None:
        """Gives every element one value. All threads call; a barrier before and after is implied."""
        _calls.barrier()
        for _, tile in self.local:
            tile[...] = value
        _calls.barrier()

    def to_numpy(self, root: int | None = None) -> numpy.ndarray | None:
        """The array as a NumPy array. All threads call.

        Parameters
        ----------
        root : int, optional
            The only thread that gets it; the others get None. Without it every thread gets it.
        """
        _calls.barrier()
        whole = self[...] if root is None or thread() == root else None
        _calls.barrier()
        return whole

    def save(self, path: str | os.PathLike, codec: str | None = None) -> None:
        """Writes the array to a file. All threads call; each writes its own blocks.

        Parameters
        ----------
        path : path
            ``u.npy``; ``u.zarr`` or ``m.zarr/u``, in which each block is a chunk; ``u.h5``; any other name gets the elements alone.
        codec : str, optional
            Of Zarr's chunks: ``'zstd'``, ``'blosc:9'``, ``'zstd,crc32c'``.
        """
        from ._files import write
        write(self.elements[...], path, codec)

    def copy(self) -> Array:
        """A new array with the same elements and layout. All threads call."""
        other = Array(self.shape, self.block, self.grid, self.dtype)
        _calls.barrier()
        for (_, to), (_, tile) in zip(other.local, self.local):
            to[...] = tile
        _calls.barrier()
        return other

    def redistribute(self, block: int | Sequence[int] | None = None, grid: Sequence[int] | None = None) -> Array:
        """A new array with the same elements and another layout. All threads call.

        Parameters
        ----------
        block, grid : optional
            As for `zeros`.
        """
        from ._make import zeros
        other = zeros(self.shape, block, grid, self.dtype)
        _calls.copy(other.elements[...], self.elements[...])
        _calls.barrier()
        return other

    def sum(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """The sum of all elements, or along axes; the same on every thread. All threads call.

        Parameters
        ----------
        axis : int or tuple of int, optional

        Returns
        -------
        numpy.ndarray or number
        """
        return self._reduced('sum', axis)

    def prod(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """The product of all elements, or along axes, as `sum`."""
        return self._reduced('prod', axis)

    def min(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """The smallest element, or those along axes, as `sum`."""
        return self._reduced('min', axis)

    def max(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """The largest element, or those along axes, as `sum`."""
        return self._reduced('max', axis)

    def any(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """True where an element is not zero, as `sum`."""
        return self._reduced('any', axis)

    def all(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """True where no element is zero, as `sum`."""
        return self._reduced('all', axis)

    def mean(self, axis: int | tuple[int, ...] | None = None) -> Any:
        """The mean of all elements, or along axes, as `sum`."""
        total = self._reduced('sum', axis)
        return total / (self.size / max(1, numpy.size(total)))

    def _reduced(self, kind: str, axis: Any) -> Any:
        from ._reductions import reduced
        return reduced(self, kind, axis)

    # ---- pictures ----

    def __repr__(self) -> str:
        layout = f'block={self.block}' + (f', grid={self.grid}' if self.grid else '')
        return f'<upc_stride.Array {self.shape} {self.dtype} {layout}>'

    def _repr_html_(self) -> str:
        """The owners of the blocks, of the first two dimensions."""
        from ._picture import owners
        return owners(self)

    def explore(self) -> Any:
        """The explorer (docs/explorer.md) on this array, as the last value of a notebook's cell. The notebook must be
        trusted, since the page runs a script. FileNotFoundError: the page was not made (`make explorer`)."""
        from ._picture import Explorer
        return Explorer(self)
