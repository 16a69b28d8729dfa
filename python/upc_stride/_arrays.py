# SPDX-License-Identifier: BSD-3-Clause
"""Arrays in blocks: their tiles as NumPy arrays, their elements, sections of them."""
import ctypes
import itertools
import math
import operator

import numpy

from . import _calls, _library
from ._start import checked, library, thread, threads


def _interval(key, extent):
    """One index or slice, as Python means it, as the library's interval, which holds both its bounds."""
    if isinstance(key, slice):
        start, stop, step = key.indices(extent)
        picked = range(start, stop, step)
        if len(picked) == 0:
            return _library.Interval(_library.STEP, 1, 1, 0), picked
        return _library.Interval(_library.STEP, picked[0], step, picked[-1]), picked
    at = operator.index(key)
    at += extent if at < 0 else 0
    if not 0 <= at < extent:
        raise IndexError(f'{key}, must be in {-extent}..{extent - 1}')
    return _library.Interval(_library.AT, at, 1, 0), range(at, at + 1)


def _full_key(key, ndim):
    key = key if isinstance(key, tuple) else (key,)
    if Ellipsis in key:
        at = key.index(Ellipsis)
        key = key[:at] + (slice(None),) * (ndim - len(key) + 1) + key[at + 1:]
    if len(key) > ndim:
        raise IndexError(f'{len(key)} indices of an array with {ndim} dimensions')
    return key + (slice(None),) * (ndim - len(key))


class _Section:
    """A section that is prepared once and may be used in many calls."""

    def __init__(self, array, key, extents):
        self.array = array
        self.section = _library.Section(array._handle, None, 0, array.ndim)
        self.picked = []
        for dim, (one, extent) in enumerate(zip(_full_key(key, array.ndim), extents)):
            self.section.interval[dim], picked = _interval(one, extent)
            self.picked.append(picked)
        self.reference = ctypes.byref(self.section)


class Blocks(_Section):
    """Some blocks of an array: `A.blocks[0, 1:3]`. `picked` has their indices in each dimension."""

    def __init__(self, array, key):
        super().__init__(array, key, array.nblocks)
        first = [picked[0] * size if len(picked) else 0 for picked, size in zip(self.picked, array.block)]
        self.start = array._place(first)

    def is_here(self):
        """True if the caller owns one of them."""
        return checked(library().have_affinity(self.reference)) == 1


class Elements(_Section):
    """Some elements of an array, for `copy`: `A.elements[0:10, ::2]`."""

    def __init__(self, array, key):
        super().__init__(array, key, array.shape)


class _By:
    """What stands before the brackets of A.blocks[...], A.elements[...] and A.tile[...]."""

    def __init__(self, array, make):
        self._array, self._make = array, make

    def __getitem__(self, key):
        return self._make(self._array, key)


def _tile(array, key):
    index = tuple(picked[0] for picked in (_interval(one, n)[1] for one, n in zip(_full_key(key, array.ndim),
                                                                                array.nblocks)))
    address = library().near_block(array._handle, _library.sizes(index))
    if not address:
        raise IndexError(f'block {index} belongs to thread {array.owner(*index)}, which shares no memory with this one')
    return array._view(address, index)


class Array:
    """An array cut into blocks, which belong to threads. Made by `zeros`, `empty`, `array`, `from_numpy`, `load`.

    Attributes
    ----------
    shape, block, grid, nblocks, dtype
        The extents; those of a block; the processors of each dimension, () if the blocks go round the threads; how many
        blocks there are in each dimension; the elements' type.
    local : list of (index, numpy.ndarray)
        The caller's own blocks, without a copy.
    tile[i, j] : numpy.ndarray
        A block of the caller or of a thread that shares memory with it, without a copy.
    blocks[...], elements[...]
        Sections, for the collectives and for `copy`.
    """

    def __init__(self, shape, block, grid, dtype):
        self.shape, self.block, self.grid = tuple(shape), tuple(block), tuple(grid)
        self.dtype, self.ndim = numpy.dtype(dtype), len(self.shape)
        if len(self.block) != self.ndim:
            raise ValueError(f'block: {len(self.block)} numbers, must be {self.ndim}')
        self._handle = library().all_alloc(self.ndim, _library.sizes(self.shape), _library.sizes(self.block),
                                           self.dtype.itemsize, len(self.grid), _library.ints(self.grid))
        if not self._handle:
            checked(-1)
        self.nblocks = tuple(-(-extent // size) for extent, size in zip(self.shape, self.block))
        self.block_elements = math.prod(self.block)
        self.block_bytes = self.block_elements * self.dtype.itemsize
        self.size = math.prod(self.shape)
        self.blocks, self.elements, self.tile = _By(self, Blocks), _By(self, Elements), _By(self, _tile)

    def free(self):
        """Frees the array. All threads call, when none uses it any more."""
        checked(library().all_free(self._handle))

    # ---- tiles ----

    def _view(self, address, index):
        """A block as an array of its elements; at the edge of the array, without those that pad it."""
        memory = (ctypes.c_char * self.block_bytes).from_address(address)
        whole = numpy.frombuffer(memory, self.dtype).reshape(self.block)
        return whole[tuple(slice(0, extent - at * size)
                           for at, size, extent in zip(index, self.block, self.shape))]

    @property
    def local(self):
        tiles, index = [], (ctypes.c_size_t * self.ndim)()
        for number in range(library().own_blocks(self._handle)):
            address = library().own_block(self._handle, number, index)
            tiles.append((tuple(index), self._view(address, tuple(index))))
        return tiles

    def owner(self, *index):
        """The thread that owns a block."""
        return checked(library().owner(self._handle, _library.sizes(index)))

    # ---- elements ----

    def _place(self, index):
        place = library().at(self._handle, _library.sizes(index))
        if place.offset == 0 and place.where == 0:
            checked(-1)
        return place

    def _whole_tile(self, index):
        """A block of any thread: itself where it is near, else a copy."""
        address = library().near_block(self._handle, _library.sizes(index))
        if address:
            return self._view(address, index)
        memory = ctypes.create_string_buffer(self.block_bytes)
        place = self._place([at * size for at, size in zip(index, self.block)])
        checked(library().get(memory, place, self.block_bytes))
        return self._view(ctypes.addressof(memory), index).copy()

    def _parts(self, picked):
        """For each block with picked elements: its index, where they are in it, and where in the result."""
        every = []
        for indices, size in zip(picked, self.block):
            parts = {}
            for result, at in enumerate(indices):
                inside, outside = parts.setdefault(at // size, ([], []))
                inside.append(at % size), outside.append(result)
            every.append([(block, *lists) for block, lists in parts.items()])
        for parts in itertools.product(*every):
            yield (tuple(part[0] for part in parts), numpy.ix_(*(part[1] for part in parts)),
                   numpy.ix_(*(part[2] for part in parts)))

    def __getitem__(self, key):
        key = _full_key(key, self.ndim)
        picked = [_interval(one, extent)[1] for one, extent in zip(key, self.shape)]
        if all(not isinstance(one, slice) for one in key):
            value = numpy.empty((), self.dtype)
            place = self._place([indices[0] for indices in picked])
            checked(library().get(value.ctypes.data, place, self.dtype.itemsize))
            return value[()]
        result = numpy.empty([len(indices) for indices in picked], self.dtype)
        for index, inside, outside in self._parts(picked):
            result[outside] = self._whole_tile(index)[inside]
        return result[tuple(slice(None) if isinstance(one, slice) else 0 for one in key)]

    def __setitem__(self, key, value):
        """One element: by any thread. Slices: by all threads with the same value; a barrier is implied."""
        key = _full_key(key, self.ndim)
        picked = [_interval(one, extent)[1] for one, extent in zip(key, self.shape)]
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

    # ---- the whole array: all threads call ----

    def to_numpy(self, root=None):
        """The array as a NumPy array, on every thread, or on one and None on the others."""
        _calls.barrier()
        whole = self[...] if root is None or thread() == root else None
        _calls.barrier()
        return whole

    def save(self, path):
        """Writes a .npy file. Thread 0 does."""
        whole = self.to_numpy(root=0)
        if whole is not None:
            numpy.save(path, whole)
        _calls.barrier()

    def redistribute(self, block=None, grid=None):
        """A new array with the same elements and another layout."""
        other = empty(self.shape, block, grid, self.dtype)
        _calls.copy(other.elements[...], self.elements[...])
        _calls.barrier()
        return other

    def _reduced(self, function, op, neutral, axis):
        axes = range(self.ndim) if axis is None else [axis % self.ndim]
        shape = [1 if dim in axes else extent for dim, extent in enumerate(self.shape)]
        dtype = function(numpy.zeros(1, self.dtype)).dtype
        partial = numpy.full(shape, neutral(dtype), dtype)
        combine = {'sum': numpy.add, 'min': numpy.minimum, 'max': numpy.maximum}[op]
        _calls.barrier()
        for index, tile in self.local:
            place = tuple(slice(0, 1) if dim in axes else slice(at * size, at * size + tile.shape[dim])
                          for dim, (at, size) in enumerate(zip(index, self.block)))
            partial[place] = combine(partial[place], function(tile, axis=tuple(axes), keepdims=True))
        count = partial.size
        parts = empty((threads() * count,), (count,), None, dtype)
        combined = empty((threads() * count,), (count,), None, dtype)
        parts.tile[thread()][:] = partial.ravel()
        _calls.reduce_all(combined.blocks[:], parts.blocks[:], op=op)
        result = combined.tile[thread()].copy()
        _calls.barrier()
        parts.free()
        combined.free()
        return result[0] if axis is None else result.reshape([n for dim, n in enumerate(self.shape) if dim not in axes])

    def sum(self, axis=None):
        """The sum of all elements, or along an axis; the same on every thread. All threads call."""
        return self._reduced(numpy.sum, 'sum', lambda dtype: 0, axis)

    def min(self, axis=None):
        """The smallest element, or those along an axis."""
        return self._reduced(numpy.min, 'min', _largest, axis)

    def max(self, axis=None):
        """The largest element, or those along an axis."""
        return self._reduced(numpy.max, 'max', _smallest, axis)

    # ---- pictures ----

    def __repr__(self):
        layout = f'block={self.block}' + (f', grid={self.grid}' if self.grid else '')
        return f'<upc_stride.Array {self.shape} {self.dtype} {layout}>'

    def _repr_html_(self):
        """The owners of the blocks, of the first two dimensions."""
        rows, columns = (self.nblocks + (1,))[:2]
        rest = (0,) * (self.ndim - 2)
        lines = [f'<table><caption>{self!r}'.replace('<upc', '&lt;upc') + ': the owner of each block</caption>']
        for row in range(rows)[:32]:
            owners = [self.owner(*((row, column) + rest)[:self.ndim]) for column in range(columns)[:32]]
            cells = (f'<td style="background: hsl({owner * 137 % 360}, 60%, 80%); color: black">{owner}</td>'
                     for owner in owners)
            lines.append('<tr>' + ''.join(cells) + '</tr>')
        return '\n'.join([*lines, '</table>'])


def _largest(dtype):
    return numpy.inf if dtype.kind == 'f' else numpy.iinfo(dtype).max


def _smallest(dtype):
    return -numpy.inf if dtype.kind == 'f' else numpy.iinfo(dtype).min


def empty(shape, block=None, grid=None, dtype='f8'):
    """An array of zeros: all memory of the library begins so. See `zeros`."""
    return zeros(shape, block, grid, dtype)


def zeros(shape, block=None, grid=None, dtype='f8'):
    """An array of zeros. All threads call, with the same arguments.

    Parameters
    ----------
    shape : int or tuple of int
    block : tuple of int, optional
        The extents of a block. The default divides each dimension by the grid, or without a grid the first dimension by
        the threads.
    grid : tuple of int, optional
        Processors of the leading dimensions; their product is the number of threads. Without one the blocks go round the
        threads.
    dtype : dtype

    Examples
    --------
    >>> A = us.zeros((1024, 1152), block=(64, 64), grid=(2, 2))
    """
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    grid = () if grid is None else tuple(grid)
    if block is None:
        over = (grid or (threads(),)) + (1,) * len(shape)
        block = [-(-extent // processors) for extent, processors in zip(shape, over)]
    return Array(shape, (block,) if isinstance(block, int) else block, grid, dtype)


def full(shape, value, block=None, grid=None, dtype='f8'):
    """An array with one value everywhere."""
    made = zeros(shape, block, grid, dtype)
    made[...] = value
    return made


def array(values, block=None, grid=None, dtype=None):
    """An array from values that all threads have."""
    values = numpy.asarray(values, dtype)
    made = zeros(values.shape, block, grid, values.dtype)
    made[...] = values
    return made


from_numpy = array


def load(path, block=None, grid=None):
    """An array from a .npy file that all threads can read. Each reads its own blocks."""
    values = numpy.load(path, mmap_mode='r')
    made = zeros(values.shape, block, grid, values.dtype)
    for index, tile in made.local:
        tile[...] = values[tuple(slice(at * size, at * size + n) for at, size, n in zip(index, made.block, tile.shape))]
    _calls.barrier()
    return made
