# SPDX-License-Identifier: BSD-3-Clause
"""Functions that make arrays. All threads call, with the same arguments."""
from __future__ import annotations

import functools
import inspect
from typing import Any, Sequence

import numpy

from .._base import _layouts, _values
from .._base._start import thread, threads
from .._calls import _calls
from .._calls._agreement import Function, Own, collective, compared, from_thread, must_be_thread, together
from ._arrays import Array


@compared
def zeros(shape: int | Sequence[int], block: int | Sequence[int] | None = None, grid: Sequence[int] | None = None,
          dtype: Any = 'f8') -> Array:
    """An array of zeros. All threads call, with the same arguments.

    Examples
    --------
    >>> A = us.zeros((10, 4), block=(2, 4))
    >>> A.shape, A.nblocks, float(A.sum())
    ((10, 4), (5, 1), 0.0)
    """
    shape, grid = _layouts.extents(shape), tuple(grid or ())
    return Array(shape, _layouts.block_of(block, shape, grid, threads()), grid, dtype)


def empty(shape: int | Sequence[int], block: int | Sequence[int] | None = None, grid: Sequence[int] | None = None,
          dtype: Any = 'f8') -> Array:
    """The same as `zeros`: the library's memory is zero at first. All threads call.

    Examples
    --------
    >>> A = us.empty((10, 4))
    >>> A.shape
    (10, 4)
    """
    return zeros(shape, block, grid, dtype)


@collective
def full(shape: int | Sequence[int], value: Any, block: int | Sequence[int] | None = None,
         grid: Sequence[int] | None = None, dtype: Any = None) -> Array:
    """An array with one value everywhere. All threads call.

    Parameters
    ----------
    dtype : dtype, optional
        The default is that of the value.

    Examples
    --------
    >>> A = us.full((2, 2), 7)
    >>> A.tolist()
    [[7, 7], [7, 7]]
    """
    return filled(zeros(shape, block, grid, getattr(value, 'dtype', None) or numpy.asarray(value).dtype if dtype is None else dtype), value)


def filled(made: Array, value: Any) -> Array:
    """The array with one value everywhere, or with values that are broadcast to its shape, as in NumPy's `full`."""
    if made.size and made.dtype.kind in 'biu' and not isinstance(value, Array) and numpy.asarray(value).dtype.kind in 'fc':
        given, value = value, numpy.empty(numpy.shape(value), made.dtype)  # NumPy warns of numbers that the type has not
        numpy.copyto(value, given, casting='unsafe')
    made[...] = value
    return made


def distributed(x: Any) -> Array:
    """The array, or one of values that all threads have."""
    return x if isinstance(x, Array) else array(x)


def of_array_likes(function: Function) -> Function:
    """Its parameters that are annotated as `Array` take what all threads have, too: as in NumPy this becomes an array. What returns nothing
    writes into its arrays, and does not write into such a copy."""
    signature = inspect.signature(function)
    places = [(at, name) for at, (name, one) in enumerate(signature.parameters.items()) if one.annotation == 'Array']

    def taken(one: Any, name: str) -> Array:
        if signature.return_annotation == 'None' and not isinstance(one, Array):
            raise TypeError(f'{name}: of type {type(one).__name__}, must be an upc_stride.Array, to write to')
        return distributed(one)

    @functools.wraps(function)
    def called(*arguments: Any, **options: Any) -> Any:
        given = list(arguments)
        for at, name in places:
            if at < len(given):
                given[at] = taken(given[at], name)
            elif name in options:
                options[name] = taken(options[name], name)
        return function(*given, **options)
    return called  # type: ignore[return-value]


def _is_open(dtype: numpy.dtype) -> bool:
    """Whether the values decide what the type is in full: how long texts are, or the unit of times."""
    return dtype.itemsize == 0 and dtype.kind in 'SUV' or dtype.kind in 'mM' and numpy.datetime_data(dtype)[0] == 'generic'


@collective
def array(values: Any, block: int | Sequence[int] | None = None, grid: Sequence[int] | None = None,
          dtype: Any = None) -> Array:
    """An array from values that all threads have. All threads call.

    Parameters
    ----------
    values : array_like
        The same on all threads. Each thread copies the part that lies in its blocks. Of an array in a file, such as a dataset
        of h5py, Zarr or xarray, each thread reads this part alone. An `Array` is copied into the new layout.
    dtype : dtype, optional
        The default is that of the values.

    Examples
    --------
    >>> A = us.array([[1, 2], [3, 4]], block=1)
    >>> A[1].tolist(), int(A[0, 1])
    ([3, 4], 2)
    """
    if hasattr(values, '_load_stored'):  # an array in a file
        values, block, grid = values._load_stored(block, grid), None, None
    if isinstance(values, Array):
        values = values.redistribute(values.block if block is None else block, values.grid if block is None else grid)
        return values if dtype is None or values.dtype == dtype else values.astype(dtype)
    if isinstance(values, numpy.generic):  # a text's own indices are those of its letters
        values = numpy.asarray(values)
    is_array = isinstance(getattr(values, 'dtype', None), numpy.dtype) and hasattr(values, 'shape') and hasattr(values, '__getitem__')
    if not is_array or dtype is not None and _is_open(numpy.dtype(dtype)):
        values = numpy.asarray(values) if dtype is None else _values.assigned(values, numpy.dtype(dtype))
        dtype = values.dtype
    made = zeros(values.shape, block, grid, values.dtype if dtype is None else dtype)
    made._set_tiles(values)
    return made


def array_of(values: numpy.ndarray, shape: int | Sequence[int], block: int | Sequence[int] | None = None,
             grid: Sequence[int] | None = None) -> Array:
    """An array whose elements are in memory that the program has, a view. All threads call, each with memory of its own.

    Parameters
    ----------
    values : numpy.ndarray
        The caller's blocks, one after another, each of full size; the padding after the last element may be missing.
        The array is contiguous and writable, and of the same type on all threads. The view refers to it until it is
        freed, and leaves it to the program with its values.
    shape : int or tuple of int
        The extents of the whole array.

    Notes
    -----
    Collectives, tiles and files take a view as any other array. Calls of one thread, such as ``V[3, 5]`` and
    ``V.elements[..].put``, take one in ``with V.opened():``.

    Examples
    --------
    >>> mine = numpy.full(4, us.thread(), float)
    >>> V = us.array_of(mine, 4 * us.threads())
    >>> bool(V.max() == us.threads() - 1)
    True
    """
    first = from_thread(0, getattr(values, 'dtype', None))
    with together():
        if not isinstance(values, numpy.ndarray):
            raise TypeError(f'values: of type {type(values).__name__}, must be a NumPy array')
        if not values.flags.c_contiguous or not values.flags.writeable:
            raise ValueError('values: not contiguous or read-only, must be neither; numpy.ascontiguousarray gives a copy')
        if values.dtype != first:
            raise TypeError(f'values: of {values.dtype}, must be of one type on all threads; thread 0 has {first}')
    shape, grid = _layouts.extents(shape), tuple(grid or ())
    return Array(shape, _layouts.block_of(block, shape, grid, threads()), grid, values.dtype, values)


def from_numpy(values: numpy.ndarray | None, block: int | Sequence[int] | None = None, grid: Sequence[int] | None = None,
               *, root: int | None = None) -> Array:
    """An array from a NumPy array, which all threads have, or only one of them. All threads call.

    Parameters
    ----------
    values : numpy.ndarray or None
        With `root`, only the array of that thread counts; the others pass None.
    root : int, optional
        The thread that has the values. It sends each block to its owner.

    See Also
    --------
    Array.to_numpy : the reverse

    Examples
    --------
    >>> A = us.from_numpy(numpy.arange(3) if us.thread() == 0 else None, root=0)
    >>> A.tolist()
    [0, 1, 2]
    """
    return array(values, block, grid) if root is None else _from_root(Own(values), block, grid, root)


@collective
def _from_root(own: Own, block: int | Sequence[int] | None, grid: Sequence[int] | None, root: int) -> Array:
    must_be_thread(root)
    with together():
        values = None
        if thread() == root:
            values = numpy.asarray(own.value)
            if values.dtype.hasobject:
                raise TypeError(f'values: of type {type(own.value).__name__}, must be a NumPy array of numbers or texts')
    shape, dtype = from_thread(root, values if values is None else (values.shape, values.dtype))
    made = zeros(shape, block, grid, dtype)
    if values is not None:
        made._write([range(extent) for extent in shape], values)
    _calls.barrier()
    return made
