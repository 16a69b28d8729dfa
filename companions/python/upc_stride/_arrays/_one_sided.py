# SPDX-License-Identifier: BSD-3-Clause
"""What one thread does alone with elements that lie on any thread."""
from __future__ import annotations

from typing import Any, Sequence

import numpy

from .._base import _values
from .._base._start import calling, checked
from .._calls import _calls
from ._arrays import Array
from ._basic_keys import basic
from ._views import View


class OneSided:
    """Elements that one thread reads and writes alone, wherever they lie, as with Global Arrays' get, put and acc:
    ``A.one_sided[3, 5]``, ``A.one_sided[2:4] = 0`` and ``A.one_sided.acc((3, 5), 1)``, which adds atomically.

    The indices are integers and slices, or an array of integers for each dimension. Between what one thread writes and what
    another one reads the program has a barrier. It has `shape`, `ndim` and `dtype`, so that Dask reads it:
    ``dask.array.from_array(A.one_sided, chunks=A.block)``.
    """

    def __init__(self, array: Array):
        self._array = array

    @property
    def shape(self) -> tuple[int, ...]:
        return self._array.shape

    @property
    def ndim(self) -> int:
        return self._array.ndim

    @property
    def dtype(self) -> numpy.dtype:
        return self._array.dtype

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray:
        return numpy.asarray(self[...], dtype)

    def __getitem__(self, key: Any) -> Any:
        """A copy of elements; of one element its value."""
        if _is_list(key):
            return _calls.get_elements(self._array, self._numbers(key))
        view = self._view(key)
        made = view._read([range(extent) for extent in view.shape])
        return made[()] if view.ndim == 0 else made

    def __setitem__(self, key: Any, values: Any) -> None:
        """Writes elements. A value is a number or a NumPy array that is broadcast to their shape."""
        if _is_list(key):
            _calls.put_elements(self._array, self._numbers(key), values)
            return
        view = self._view(key)
        given = _values.assigned(values, view.dtype)
        view._write([range(extent) for extent in view.shape], numpy.broadcast_to(given, view.shape))

    def acc(self, key: Any, values: Any, op: str = 'sum') -> None:
        """Changes elements, ``element = element op value``. Each change is atomic. Any thread calls, alone.

        Parameters
        ----------
        key : indices and slices, or an array of integers for each dimension
        values : array_like
            A value for each element, or what NumPy broadcasts to their shape.
        op : str
            As in `reduce`; for complex numbers 'sum'.

        Examples
        --------
        >>> A = us.zeros((4, 4))
        >>> A.one_sided.acc((0, slice(None)), 1)           # each thread adds 1 to row 0
        >>> bool((A[0] == us.threads()).all())
        True
        """
        if _is_list(key):
            _calls.acc_elements(self._array, self._numbers(key), values, op)
            return
        view = self._view(key)
        operation, number = _values.accumulation(op, view.dtype)
        given = numpy.broadcast_to(_values.operand(values, view.dtype, op), view.shape)
        picked, placed = view._to_base([range(extent) for extent in view.shape], given)
        placed = numpy.ascontiguousarray(placed)
        if placed.size:
            checked(calling('acc_patch')(view.base._picked(picked), operation, number, placed.ctypes.data, None))

    def _view(self, key: Any) -> View:
        return basic(self._array, key)

    def _numbers(self, key: Any) -> numpy.ndarray:
        """The elements of an array, counted row by row."""
        key = key if isinstance(key, tuple) else (key,)
        if self._array.base is not None or len(key) != self._array.ndim:
            raise IndexError(f'{len(key)} lists of indices of {self._array!r}, must be one for each dimension of an array that is no view')
        parts: Sequence[Any] = numpy.broadcast_arrays(*(numpy.asarray(one) for one in key))
        for one, extent in zip(parts, self._array.shape):
            if one.size and (one.dtype.kind not in 'iu' or one.min() < -extent or one.max() >= extent):
                raise IndexError(f'{one.min()}..{one.max()}, must be integers in {-extent}..{extent - 1}')
        return numpy.ravel_multi_index(tuple(one % extent for one, extent in zip(parts, self._array.shape)), self._array.shape)


def _is_list(key: Any) -> bool:
    return any(isinstance(one, (list, numpy.ndarray)) and numpy.ndim(one) for one in (key if isinstance(key, tuple) else (key,)))


Array.one_sided = property(OneSided)  # type: ignore[assignment]
