# SPDX-License-Identifier: BSD-3-Clause
"""Arrays in blocks: their memory, tiles, elements, and sections of them."""
from __future__ import annotations

import contextlib
import ctypes
import itertools
import os
from typing import TYPE_CHECKING, Any, Iterator, Sequence

import numpy

from . import _memory, _picture
from .._base import _layouts, _library, _values
from .._base._start import current, calling, checked, library, thread, threads
from .._calls import _agreement, _calls, _files
from .._calls._sections import Blocks, Elements, Indexer, full_key, interval, parts

if TYPE_CHECKING:
    from ._one_sided import OneSided
    from .._numpy._methods import Methods  # operators and methods, which that file puts into the class
else:
    Methods = numpy.lib.mixins.NDArrayOperatorsMixin


def _as_slice(indices: range, start: int) -> slice:
    """Indices of a dimension as those of a block that starts there."""
    stop = indices.start - start + len(indices) * indices.step
    return slice(indices.start - start, stop if stop >= 0 else None, indices.step)


def _tile(array: Array, key: Any) -> numpy.ndarray:
    index = tuple(interval(one, n)[1][0] for one, n in zip(full_key(key, array.ndim), array.nblocks))
    address = library().near_block(array._handle, _library.sizes(index or (0,)))
    if not address:
        raise IndexError(f'block {index} belongs to thread {array.owner(*index)}, which shares no memory with this one')
    current.has_others |= array.owner(*index) != thread()
    return array._as_given(array._view(address, index))


def _type_of(given: Any) -> numpy.dtype:
    """The type of an array's elements. As in NumPy, a text whose length is left out has one character."""
    dtype = numpy.dtype(given)
    if dtype.itemsize == 0:
        dtype = numpy.empty(0, dtype).dtype
    if dtype.itemsize == 0:
        raise TypeError(f'dtype: {dtype}, must have at least one byte')
    if dtype.hasobject:  # whose addresses mean nothing to other threads
        raise TypeError(f'dtype: {dtype}, must be one without Python objects')
    if dtype.subdtype is not None:
        raise TypeError(f'dtype: {dtype}, must be of one value; the shape has the extents')
    return dtype


class _Made:
    """What was made for an array: sections, tiles, blocks of others by address, reductions. Most results of expressions need none."""

    def __get__(self, array: Array, of: type | None = None) -> tuple[dict, dict, dict, dict]:
        made: tuple[dict, dict, dict, dict] = ({}, {}, {}, {})
        vars(array)['_made'] = made
        return made


class Array(_agreement.OfLibrary, Methods):
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

    one_sided[...]
        Elements that one thread reads and writes alone.

    Notes
    -----
    All threads call each operation together, ``A + 1`` and ``A[3, 5] = 1`` too. `local`, `tile` and `one_sided` are what a
    thread does alone.

    ``A[2:9:3]``, ``A[:, 0]`` and ``A.T`` are views, which read and write the elements of A.

    ``with us.zeros(1000) as A:`` frees the array at the end.

    Examples
    --------
    >>> A = us.zeros((6, 4), block=(3, 2), dtype='i8')
    >>> A[1:3] += 7                                   # all threads call, and it happens once
    >>> for index, tile in A.local:                   # each thread has its own blocks
    ...     tile *= 2
    >>> int(A.sum()), A[:, 0].tolist(), A.T.shape
    (112, [0, 14, 14, 0, 0, 0], (4, 6))
    """

    shape: tuple[int, ...]
    dtype: numpy.dtype
    ndim: int
    one_sided: OneSided        # put into the class by _one_sided.py
    base: Array | None = None  # of a view
    block: tuple[int, ...]
    grid: tuple[int, ...]
    nblocks: tuple[int, ...]
    block_elements: int
    _readonly = False
    _layout: _layouts.Layout
    _made_handle: Any
    _number: int
    _tiles: _memory.Tiles | None
    _kept_blocks: list[numpy.ndarray] | None = None  # the caller's blocks
    _is_of_memory = False
    _open = False
    _made = _Made()

    def __init__(self, shape: Sequence[int], block: Sequence[int], grid: Sequence[int], dtype: Any,
                 of: numpy.ndarray | None = None, zeroed: bool = True):
        layout = _layouts.layout(tuple(shape), tuple(block), tuple(grid))
        dtype, of = _type_of(dtype), of if layout.size else None
        own = self._lie(layout, dtype, *_memory.allocated(layout, dtype.itemsize, of, zeroed))
        if of is not None:
            own['_is_of_memory'] = True

    @classmethod
    def _written(cls, layout: _layouts.Layout, dtype: numpy.dtype, zeroed: bool = False) -> Array:
        """For a result, all of whose elements are written unless it is zeroed."""
        made = object.__new__(cls)
        dtype = _type_of(dtype)
        made._lie(layout, dtype, *_memory.allocated(layout, dtype.itemsize, None, zeroed))
        return made

    def _lie(self, layout: _layouts.Layout, dtype: numpy.dtype, handle: Any, number: int, tiles: _memory.Tiles | None) -> dict[str, Any]:
        """Gives a new array its attributes, all at once: what a program assigns to is looked at one by one, which takes longer."""
        own = layout.attributes.copy()
        own['dtype'], own['_made_handle'], own['_number'], own['_tiles'] = dtype, handle, number, tiles
        object.__setattr__(self, '__dict__', own)
        return own

    @property
    def block_bytes(self) -> int:
        return self.block_elements * self.dtype.itemsize

    @property
    def _handle(self) -> Any:
        """The library's array. Every operation asks for it here, so none goes on with an array that was freed."""
        if self._tiles is None or self._tiles.freed:
            raise _library.Error(f'{self!r} was freed, and has no elements any more')
        return self._made_handle

    @property
    def blocks(self) -> Indexer[Blocks]:
        """Sections of blocks: ``A.blocks[0, 1:3]``."""
        return Indexer(self, Blocks, self._made[0])

    @property
    def tile(self) -> Indexer[numpy.ndarray]:
        """Blocks of the caller, or of a thread that shares memory with it: ``A.tile[0, 1]``."""
        return Indexer(self, _tile, self._made[1])

    @property
    def elements(self) -> Indexer[Elements]:
        """Sections of elements: ``A.elements[0:10, ::2]``."""
        return Indexer(self, Elements, {})

    @contextlib.contextmanager
    def _seen_as(self, shape: Sequence[int], block: Sequence[int], grid: Sequence[int] = (), dtype: Any = None) -> Iterator[Array]:
        """The same memory under another shape or type, for one call. The blocks keep their number, order and size."""
        with self.opened():
            yield self._alias(shape, block, grid, dtype)

    def _alias(self, shape: Sequence[int], block: Sequence[int], grid: Sequence[int] = (), dtype: Any = None) -> Array:
        """The same memory under another shape or type. It keeps the array's memory. Any thread may make it, and drop it."""
        other = object.__new__(Array)
        own = other._lie(_layouts.layout(tuple(shape), tuple(block), tuple(grid)), self.dtype if dtype is None else numpy.dtype(dtype),
                         None, self._number, self._tiles)
        own['base'], own['_readonly'] = self, self._readonly
        own['_made_handle'] = _memory.alias(other, self._place((0,) * self.ndim), *other._layout.of_library)
        return other

    @contextlib.contextmanager
    def opened(self) -> Iterator[Array]:
        """``with V.opened():`` lets any thread read and write elements of a view (`array_of`), as those of other arrays. All
        threads call, begin and end it together. In it the program finds the view's elements by the view, as ``V.local``, and not
        in its own memory. For other arrays it does nothing.

        Examples
        --------
        >>> mine = numpy.zeros(1)
        >>> V = us.array_of(mine, us.threads(), 1)
        >>> with V.opened():
        ...     V.one_sided[us.thread()] = 5
        >>> mine
        array([5.])
        """
        if not self._is_of_memory or self._open:
            yield self
            return
        self._open_or_close('open_view')
        yield self
        self._open_or_close('close_view')  # not after an exception: the other threads may not have one

    def _open_or_close(self, name: str) -> None:
        checked(calling(name)(self._handle))
        self._open, self._kept_blocks = name == 'open_view', None  # the tiles lie elsewhere now
        self._made[1].clear()

    @_agreement.collective
    def free(self) -> None:
        """Frees the array, and with it its views. All threads call, when no thread uses the array any more. An array that is not freed is freed
        by a later allocation, when no thread refers to it any more.

        Tiles that the program still holds keep their values. The memory of all threads is then given back by an
        allocation or free at which no thread holds a tile of the array any more.

        Examples
        --------
        >>> A = us.zeros(3)
        >>> A.free()
        >>> A.sum()
        Traceback (most recent call last):
        ...
        upc_stride.Error: <upc_stride.Array (3,) float64 block=(...,)> was freed, and has no elements any more
        """
        if self.base is not None:
            raise TypeError(f'{self!r} is a view, and has no memory of its own; its base has')
        self._forget()
        _memory.free(self._number)

    def _free_at_once(self) -> None:
        """The same for an array of the package's own, of which no tile is read any more."""
        self._forget()
        _memory.free_at_once(self._number)

    def _forget(self) -> None:
        """Lets go of the tiles."""
        for made in self._made:
            made.clear()
        self._kept_blocks = self._tiles = None

    def __enter__(self) -> Array:
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if kind is None:  # the other threads may not have failed
            self.free()

    def __copy__(self) -> Array:
        return self.copy()

    def __deepcopy__(self, memo: dict) -> Array:
        return self.copy()

    def __reduce__(self) -> Any:
        raise TypeError('a distributed array is not pickled; save() writes a file, to_numpy() gives an array of NumPy')

    # ---- tiles ----

    def _extent_of(self, index: Sequence[int]) -> tuple[slice, ...]:
        """Where a block's elements are in the whole array."""
        return self._layout.place(index)

    def _view(self, address: int, index: Sequence[int], keeps: bool = True) -> numpy.ndarray:
        """A block as an array of its elements, without the padding of blocks at the edge. It keeps the memory of the distributed array, or does not."""
        memory: Any = (ctypes.c_char * self.block_bytes).from_address(address)
        if keeps:
            memory.tiles = self._tiles
        block: numpy.ndarray = numpy.ndarray(self.block, self.dtype, memory)
        if not self._layout.has_padding:
            return block
        return block[tuple(slice(0, extent - at * size) for at, size, extent in zip(index, self.block, self.shape)) + (...,)]

    def _must_be_writable(self) -> None:
        if self._readonly:
            raise ValueError(f'{self!r} is read-only: its elements are copies, or repeated; copy() gives an array to write to')

    def _as_given(self, tile: numpy.ndarray) -> numpy.ndarray:
        """A tile as the program gets it."""
        if self._readonly:
            tile = tile.view()
            tile.flags.writeable = False
        return tile

    @property
    def local(self) -> list[tuple[tuple[int, ...], numpy.ndarray]]:
        """The caller's own blocks: the index and the tile of each, in the order of their numbers."""
        tiles = self._own_tiles()  # which finds what they are
        return [(index, self._as_given(tile)) for (index, _), tile in zip(self._layout.own or (), tiles)]

    def _addresses(self, handle: Any) -> list[int]:
        """Of the caller's blocks. They are found once for all arrays that get the same memory in turn."""
        layout, entry = self._layout, self._tiles.entry  # type: ignore[union-attr]
        has_all = layout.size > 0 and not self._is_of_memory and self.base is None
        if has_all and entry.addresses is not None and layout.own is not None:
            return entry.addresses
        found, at, own = [], (ctypes.c_size_t * len(layout.stored))(), []
        for number in range(library().own_blocks(handle) if layout.size else 0):
            found.append(library().own_block(handle, number, at))
            index = tuple(at)[:self.ndim]
            own.append((index, layout.place(index)))
        layout.own = own
        if has_all:
            entry.addresses = found
        return found

    def _own_pieces(self) -> Iterator[tuple[tuple[slice, ...], numpy.ndarray]]:
        """The caller's own elements in parts that each lie in one block: where they are in the array, and they."""
        tiles = self._own_tiles()
        return zip([place for _, place in self._layout.own or ()], tiles)

    def _own_tiles(self) -> list[numpy.ndarray]:
        """The caller's own blocks in the order of their numbers, which is that of every array with the same layout. A view has none."""
        if self._kept_blocks is not None and not self._tiles.freed:  # type: ignore[union-attr]
            return self._kept_blocks
        made, addresses = [], self._addresses(self._handle)
        for address, (index, _) in zip(addresses, self._layout.own or ()):
            made.append(self._view(address, index))
        vars(self)['_kept_blocks'] = made
        return made

    def _bare_tiles(self) -> list[numpy.ndarray]:
        """The same for functions of NumPy that keep none of them. All arrays that get the same memory in turn have the same ones, which do
        not keep this array's memory. Not of the program's memory."""
        entry = self._tiles.entry  # type: ignore[union-attr]
        layout, dtype, made = entry.bare
        if layout is not self._layout or dtype is not self.dtype:
            addresses = self._addresses(self._handle)
            made = [self._view(address, index, False) for address, (index, _) in zip(addresses, self._layout.own or ())]
            entry.bare = self._layout, self.dtype, made
        return made

    def _bare_pieces(self) -> Iterator[tuple[tuple[slice, ...], numpy.ndarray]]:
        """The same with their places."""
        tiles = self._bare_tiles()
        return zip([place for _, place in self._layout.own or ()], tiles)

    def _lies_in(self, block: Sequence[int], grid: Sequence[int] = ()) -> bool:
        """Whether the elements lie in these blocks. Those of a view do not: its `block` and `grid` are a copy's."""
        return (self.block, self.grid) == (tuple(block), tuple(grid))

    def _part_of(self, picked: Sequence[range]) -> numpy.ndarray:
        """Elements, without a copy if they lie in one block of memory that the caller shares."""
        index: list[int] = []
        inside: list[Any] = []
        for one, size in zip(picked, self.block):
            if not one or one[0] // size != one[-1] // size:
                return self._read(picked)
            index.append(one[0] // size)
            inside.append(_as_slice(one, index[-1] * size))
        tile = self._near(tuple(index))
        return self._read(picked) if tile is None else tile[(*inside, ...)]

    def _near(self, index: tuple[int, ...]) -> numpy.ndarray | None:
        """A block, if the caller shares its memory."""
        made = self._made[2]
        if index not in made:
            address = library().near_block(self._handle, _library.sizes(index or (0,)))
            made[index] = self._view(address, index) if address else None
        return made[index]

    def _part_of_one(self, start: int, count: int) -> numpy.ndarray | None:
        """Elements of an array of one dimension, to write, if they lie in one block that the caller shares."""
        index = start // self.block[0]
        tile = self._near((index,)) if count and (start + count - 1) // self.block[0] == index else None
        return None if tile is None else tile[start - index * self.block[0]:][:count]

    def owner(self, *index: int) -> int:
        """The thread that owns a block. Any thread calls, alone.

        Parameters
        ----------
        *index : int
            The block's index in each dimension.

        Examples
        --------
        >>> us.zeros(us.threads(), block=1).owner(0)
        0
        """
        if len(index) != self.ndim:
            raise IndexError(f'{len(index)} indices of an array with {self.ndim} dimensions')
        return checked(library().owner(self._handle, _library.sizes(index or (0,))))

    # ---- elements ----

    def _place(self, index: Sequence[int]) -> _library.Pointer:
        place = library().at(self._handle, _library.sizes(index or (0,)))
        if place.offset == 0 and place.where == 0:
            checked(-1)
        return place

    def _picked(self, picked: Sequence[range]) -> Any:
        """The section with these elements; none of the ranges is empty."""
        section = _library.Section(self._handle, None, 0, len(self._layout.stored))
        for dim, one in enumerate(picked or [range(1)]):
            section.interval[dim] = _library.Interval(_library.STEP, one[0], one.step, one[-1])
        return ctypes.byref(section)

    def _parts(self, picked: Sequence[range]) -> Iterator[tuple[tuple[int, ...], tuple[slice, ...], tuple[slice, ...]]]:
        """For each block with picked elements: its index, where they are in it, and where in the result."""
        for one in itertools.product(*(parts(indices, size) for indices, size in zip(picked, self.block))):
            yield tuple(part[0] for part in one), tuple(part[1] for part in one), tuple(part[2] for part in one)

    def _read(self, picked: Sequence[range]) -> numpy.ndarray:
        """A copy of elements. Any thread may read them."""
        _ = self._handle
        result = numpy.empty([len(indices) for indices in picked], self.dtype)
        if result.size:
            checked(calling('get_patch')(result.ctypes.data, None, self._picked(picked)))
        return result

    def _write(self, picked: Sequence[range], values: numpy.ndarray) -> None:
        """Writes elements. Any thread may write them."""
        _ = self._handle
        values = numpy.ascontiguousarray(values, self.dtype)
        if values.size:
            checked(calling('put_patch')(self._picked(picked), values.ctypes.data, None))

    def _read_one(self, index: Sequence[int]) -> Any:
        value = numpy.empty((), self.dtype)
        checked(calling('get')(value.ctypes.data, self._place(index), self.itemsize))
        value.flags.writeable = False  # an element with fields is a copy
        return value[()]

    def _numbered(self, numbers: numpy.ndarray) -> tuple[Array, numpy.ndarray]:
        """The array of the library that has the elements of these numbers, and their numbers there."""
        return self, numbers

    def _write_one(self, index: Sequence[int], value: Any) -> None:
        value = _values.element(value, self.dtype)
        checked(calling('put')(self._place(index), value.ctypes.data, self.itemsize))

    def _whole(self) -> numpy.ndarray:
        return self._read([range(extent) for extent in self.shape])

    # ---- the whole array: all threads call ----

    @_agreement.collective
    def fill(self, value: Any) -> None:
        """Gives every element one value. All threads call; a barrier before and after is implied.

        Examples
        --------
        >>> A = us.zeros((2, 2))
        >>> A.fill(3)
        >>> A.tolist()
        [[3.0, 3.0], [3.0, 3.0]]
        """
        self._must_be_writable()
        given = _values.element(value, self.dtype)[0]
        for _, tile in self.local:
            tile[...] = given
        _calls.barrier()

    def _in_one_piece(self) -> numpy.ndarray:
        """The whole array without a copy, if its blocks lie one after another in memory that the caller shares."""
        if self.size == 0:
            return numpy.empty(self.shape, self.dtype)
        if any(count > 1 for count in self.nblocks[1:]):
            raise BufferError(f'{self!r} lies in several pieces of memory; its tiles have __dlpack__ too')
        addresses = [library().near_block(self._handle, _library.sizes((at,) + (0,) * (len(self._layout.stored) - 1)))
                     for at in range(self.nblocks[0] if self.ndim else 1)]
        if any(one is None or one != addresses[0] + at * self.block_bytes for at, one in enumerate(addresses)):
            raise BufferError(f'{self!r} lies on several threads; its tiles have __dlpack__ too')
        current.has_others = True
        memory: Any = (ctypes.c_char * (len(addresses) * self.block_bytes)).from_address(addresses[0])
        memory.tiles = self._tiles
        whole = numpy.frombuffer(memory, self.dtype).reshape((len(addresses) * self.block[0], *self.block[1:])
                                                             if self.ndim else ())
        return whole[tuple(slice(0, extent) for extent in self.shape) + (...,)]

    def _set_tiles(self, values: Any) -> None:
        """Each thread takes its part of values that all threads have, or can read."""
        with _agreement.together():
            for index, tile in self.local:
                tile[...] = numpy.asarray(values[self._extent_of(index)])

    @_agreement.collective
    def to_numpy(self, root: int | None = None) -> numpy.ndarray | None:
        """The array as a NumPy array. All threads call.

        Parameters
        ----------
        root : int, optional
            The only thread that gets it; the others get None. Without it every thread gets it.

        Examples
        --------
        >>> A = us.full(3, 7, dtype='i8')
        >>> A.to_numpy()
        array([7, 7, 7])
        >>> (A.to_numpy(root=0) is None) == (us.thread() != 0)
        True
        """
        if root is not None:
            _agreement.must_be_thread(root)
        with self.opened():
            whole = self._whole() if root is None or thread() == root else None
            _calls.barrier()
        return whole

    def save(self, path: str | os.PathLike, codec: str | None = None, *, wait: bool = True) -> _calls.Handle | None:
        """Writes the array to a file. All threads call; each writes its own blocks.

        Parameters
        ----------
        path : path
            ``u.npy``; ``u.zarr`` or ``m.zarr/u``, in which each block is a chunk; ``u.h5``, a file of this array alone, or ``m.h5/u``;
            any other name gets the elements alone.
        codec : str, optional
            Of Zarr's chunks: ``'zstd'``, ``'blosc:9'``, ``'zstd,crc32c'``.
        wait : bool
            False: the elements are written while the program computes, and must not change until the handle's `wait`,
            which all threads call.

        Examples
        --------
        >>> A = us.array(numpy.arange(6.))
        >>> A.save('saved.zarr', 'zstd')
        >>> us.load('saved.zarr').tolist()
        [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]
        """
        return _files.write(self.elements[...], path, codec, wait=wait)

    @_agreement.collective
    def copy(self, order: str = 'C') -> Array:
        """A new array with the same elements and layout. All threads call. `order` changes nothing.

        Examples
        --------
        >>> A = us.zeros(3)
        >>> B = A.copy()
        >>> B[0] = 5
        >>> A.tolist(), B.tolist()
        ([0.0, 0.0, 0.0], [5.0, 0.0, 0.0])
        """
        other = Array(self.shape, self.block, self.grid, self.dtype, zeroed=False)
        for (_, to), (_, tile) in zip(other.local, self.local):
            to[...] = tile
        _calls.barrier()
        return other

    @_agreement.collective
    def redistribute(self, block: int | Sequence[int] | None = None, grid: Sequence[int] | None = None) -> Array:
        """A new array with the same elements and another layout. All threads call.

        Examples
        --------
        >>> A = us.array(numpy.arange(12).reshape(6, 2))
        >>> B = A.redistribute(block=(2, 1))
        >>> B.nblocks, bool((A == B).all())
        ((3, 2), True)
        """
        grid = tuple(grid or ())
        other = Array(self.shape, _layouts.block_of(block, self.shape, grid, threads()), grid, self.dtype, zeroed=False)
        if self.size:
            _calls.copy(other.elements[...], self.elements[...])
        _calls.barrier()
        return other

    def _told(self) -> str:
        return f'array {self._number}, {self!r}'

    # ---- pictures ----

    def __repr__(self) -> str:
        layout = f'block={self.block}' + (f', grid={self.grid}' if self.grid else '')
        return f'<upc_stride.Array {self.shape} {self.dtype} {layout}>'

    def _repr_html_(self) -> str:
        """The owners of the blocks, of the first two dimensions."""
        return _picture.owners(self)

    def explore(self) -> Any:
        """The explorer (companions/explorer/explorer.md) on this array, as the last value of a notebook's cell. The notebook must be
        trusted, since the page runs a script. All threads call.

        Raises
        ------
        FileNotFoundError
            This installation has no explorer (companions/explorer/explorer.md).

        Examples
        --------
        >>> us.zeros((6, 4)).explore()  # doctest: +SKIP
        """
        return _picture.Explorer(self)
