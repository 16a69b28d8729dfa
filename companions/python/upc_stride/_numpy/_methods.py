# SPDX-License-Identifier: BSD-3-Clause
"""What makes an array one of NumPy's family: operators, methods, and the protocols by which NumPy's functions and array-API programs
reach it. They lie above `Array`, since they make arrays, and are put into the class at the end of this file. A function that is not here
raises TypeError; none copies a whole array to a thread."""
from __future__ import annotations

import math
import sys
from typing import Any, Callable, Iterator

import numpy

from .._arrays._arrays import Array
from ._alike import BY_VALUE, computed_again
from ._dispatch import call_ufunc
from ._elementwise import elementwise
from ._functions import astype
from ._indexing import as_one, getitem, setitem
from ._operators import Operators, of_one
from ._orders import partition_in_place, sort_in_place
from ._fallback import as_numpy
from ._tables import call
from ._text import text


def _method(name: str) -> Any:
    """The method of an array that NumPy has as a function."""
    function = getattr(numpy, name)

    def method(self: Any, *arguments: Any, **options: Any) -> Any:
        return call(function, (self, *arguments), options)
    method.__name__, method.__doc__ = name, f'As `numpy.{name}`. All threads call.'
    return method


_SET = {'real', 'imag', 'flat'}                   # attributes that a program assigns to
_ONCE = {'shape', 'dtype', 'ndim', 'base'}        # those that an array is made with
_OF_NUMPY = frozenset(dir(numpy.ndarray)) - _SET
_POWERS: dict[Any, numpy.ufunc] = {2: numpy.square, 0.5: numpy.sqrt, -1: numpy.reciprocal}
_BY_POWER: dict[Any, Callable] = {function: of_one(function, function) for function in _POWERS.values()}
# NumPy 2.3 and later take z ** -1.0 of complex numbers for a power, and z ** -1 for 1 / z; before, both were 1 / z.
_DISTINGUISHES = numpy.lib.NumpyVersion(numpy.__version__) >= '2.3.0'


class Methods(Operators):
    """All threads call operators and methods."""

    # ---- what NumPy and others call ----

    def __array_ufunc__(self: Any, ufunc: numpy.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        made = computed_again(ufunc, inputs) if method == '__call__' and not options else None
        return call_ufunc(ufunc, method, inputs, options) if made is None else made

    def __array_function__(self: Any, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        return call(function, arguments, options)

    def __array__(self: Any, dtype: Any = None, copy: bool | None = None) -> numpy.ndarray:
        """Refused, unless `fallback` allows it: a function that knows arrays of NumPy alone gets a read-only copy of all elements. All threads
        call."""
        if copy is False:
            raise ValueError(f'copy: False; the elements of {self!r} lie on several threads')
        made = as_numpy(self, sys._getframe(1))
        return made if dtype is None else made.astype(dtype, copy=False)

    def __str__(self: Any) -> str:
        """As NumPy's text. All threads call; ``repr(A)`` is for one thread."""
        return text(self)

    def __format__(self: Any, form: str) -> str:
        """Of an array without dimensions the text of its element, as in NumPy. All threads call."""
        return object.__format__(self, form) if self.ndim else format(self[()], form)

    def __dask_tokenize__(self: Any) -> Any:
        raise TypeError(f'{self!r}: Dask calls from one thread alone, and reads A.one_sided: dask.array.from_array(A.one_sided, '
                        'chunks=A.block)')

    def __dlpack__(self: Any, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None) -> Any:
        """A near array that one piece of memory holds, without a copy. The tiles of other arrays have this method too."""
        asked = {'max_version': max_version, 'dl_device': dl_device, 'copy': copy}
        asked = {name: one for name, one in asked.items() if one is not None}  # NumPy 1 takes none of them
        return self._in_one_piece().__dlpack__(stream=stream, **asked)

    def __dlpack_device__(self: Any) -> tuple[int, int]:
        return 1, 0  # memory of the processor

    @property
    def device(self: Any) -> str:
        return 'cpu'

    def to_device(self: Any, device: str, /, *, stream: Any = None) -> Array:
        if device != 'cpu' or stream is not None:
            raise ValueError(f'device: {device!r}, stream: {stream!r}, must be cpu and None')
        return self

    def _power(self: Any, exponent: Any) -> numpy.ufunc | None:
        """What NumPy's ``**`` calls in place of `power`: it takes half the time, and is another function of infinities. The square of truth
        values is of one byte."""
        if self.dtype.kind == 'b':
            return numpy.square if type(exponent) in ((int, float) if BY_VALUE else (int,)) and exponent == 2 else None
        if self.dtype.kind not in 'fc' or type(exponent) not in (int, float):
            return None
        if _DISTINGUISHES and self.dtype.kind == 'c' and type(exponent) is float and exponent == -1:
            return None
        return _POWERS.get(exponent)

    def __pow__(self: Any, other: Any) -> Any:
        function = self._power(other)
        return Operators.__pow__(self, other) if function is None else _BY_POWER[function](self)

    def __ipow__(self: Any, other: Any) -> Any:
        function = self._power(other)
        return Operators.__ipow__(self, other) if function is None else function(self, out=(self,))

    # ---- elements ----

    def __getitem__(self: Any, key: Any) -> Any:
        return getitem(self, key)

    def __setitem__(self: Any, key: Any, value: Any) -> None:
        setitem(self, key, value)

    def __len__(self: Any) -> int:
        if not self.shape:
            raise TypeError('an array without dimensions has no length')
        return self.shape[0]

    def __iter__(self: Any) -> Iterator[Any]:
        return (self[at] for at in range(len(self)))  # rows are views

    def __contains__(self: Any, value: Any) -> bool:
        return bool((self == value).any())

    def item(self: Any, *index: Any) -> Any:
        """One element as a number of Python: by its indices, by its number row by row, or that of an array that has one. All threads
        call."""
        if len(index) == 1 and isinstance(index[0], tuple):
            index, = index
        if not index and self.size != 1:
            raise ValueError(f'{self!r} has {self.size} elements, must have one')
        if len(index) == 1 and self.ndim != 1:
            if not -self.size <= index[0] < self.size:
                raise IndexError(f'{index[0]}, must be in {-self.size}..{self.size - 1}')
            index = tuple(int(one) for one in numpy.unravel_index(index[0] % self.size, self.shape))
        if index and len(index) != self.ndim:
            raise ValueError(f'{index}, must be {self.ndim} indices')
        return getitem(self, index or (0,) * self.ndim).item()

    def __bool__(self: Any) -> bool:
        return bool(as_one(self))

    def __int__(self: Any) -> int:
        return int(as_one(self))

    def __float__(self: Any) -> float:
        return float(as_one(self))

    def __complex__(self: Any) -> complex:
        return complex(as_one(self))

    def __index__(self: Any) -> int:
        if self.ndim or self.dtype.kind not in 'iu':
            raise TypeError(f'{self!r}, must be one integer')
        return int(self.item())

    def _compares_with(self: Any, other: object) -> bool:
        """Whether NumPy's ufuncs compare the elements with it: numbers with numbers. Other types are compared one by one."""
        if isinstance(other, (bool, int, float, complex)):
            return self.dtype.kind in 'biufc'
        return self.dtype.kind in 'biufc' and (other if isinstance(other, Array) else numpy.asarray(other)).dtype.kind in 'biufc'

    def _equal(self: Any, other: object) -> Array:
        kind = other.dtype.kind if isinstance(other, Array) else numpy.asarray(other).dtype.kind
        is_other = kind in 'OSU' and self.dtype.kind in 'biufc'  # NumPy 1 does not compare the elements of numbers with a text
        return elementwise(lambda one, value: (one.astype(object) if is_other else one) == value, self, other)

    def __eq__(self: Any, other: object) -> Any:
        return Operators.__eq__(self, other) if self._compares_with(other) else self._equal(other)

    def __ne__(self: Any, other: object) -> Any:
        return Operators.__ne__(self, other) if self._compares_with(other) else ~self._equal(other)

    def __hash__(self: Any) -> int:
        return object.__hash__(self)

    # ---- attributes and methods of numpy.ndarray ----

    def __setattr__(self: Any, name: str, value: Any) -> None:
        if name in _OF_NUMPY and (name not in _ONCE or name in vars(self)):
            instead = {'shape': 'reshape', 'dtype': 'astype'}.get(name)
            raise AttributeError(f'{name} of {self!r}, must not be assigned to' + (f'; {instead} gives another array' if instead else ''))
        object.__setattr__(self, name, value)

    @property
    def flat(self: Any) -> Array:
        """The elements row by row: a view, or a read-only copy if elements would move to other threads. All threads call."""
        return numpy.ravel(self)  # type: ignore[return-value]

    @flat.setter
    def flat(self: Any, value: Any) -> None:
        numpy.put(self, numpy.arange(self.size), value)

    @property
    def size(self: Any) -> int:
        return math.prod(self.shape)

    @property
    def itemsize(self: Any) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self: Any) -> int:
        return self.size * self.itemsize

    @property
    def T(self: Any) -> Array:
        """Transposed: a view."""
        made: Any = numpy.transpose(self)
        return made

    @property
    def mT(self: Any) -> Any:
        """The last two dimensions transposed: a view."""
        return numpy.swapaxes(self, -1, -2)

    @property
    def real(self: Any) -> Array:
        return numpy.real(self)

    @real.setter
    def real(self: Any, value: Any) -> None:
        numpy.real(self)[...] = value

    @property
    def imag(self: Any) -> Array:
        return numpy.imag(self)

    @imag.setter
    def imag(self: Any, value: Any) -> None:
        if self.dtype.kind != 'c':
            raise TypeError(f'{self!r} has no imaginary parts to set')
        numpy.imag(self)[...] = value

    def reshape(self: Any, *shape: Any, order: str = 'C') -> Array:
        return numpy.reshape(self, shape[0] if len(shape) == 1 else shape, order)  # type: ignore[call-overload]

    def transpose(self: Any, *axes: Any) -> Array:
        made: Any = numpy.transpose(self, axes[0] if len(axes) == 1 else axes or None)
        return made

    def view(self: Any, dtype: Any = None) -> Array:
        """A view of all elements."""
        if dtype is not None and numpy.dtype(dtype) != self.dtype:
            raise TypeError(f'{self!r}: its views have its type, astype({dtype!r}) gives a copy')
        return self[...]

    def astype(self: Any, dtype: Any, order: str = 'K', casting: Any = 'unsafe', subok: bool = True, copy: bool = True) -> Array:
        """With elements of another type. `order` and `subok` change nothing."""
        if not numpy.can_cast(self.dtype, numpy.dtype(dtype), casting):
            raise TypeError(f'{self!r}, must not become {numpy.dtype(dtype)} by {casting} casting')
        return astype(self, dtype, copy=copy)

    def compress(self: Any, condition: Any, axis: int | None = None, out: Array | None = None) -> Array:
        """As `numpy.compress`. All threads call."""
        return numpy.compress(condition, self, axis, out)  # type: ignore[return-value, arg-type]

    def flatten(self: Any, order: str = 'C') -> Array:
        """A copy in one dimension."""
        made = numpy.ravel(self, order)  # type: ignore[call-overload]
        return made.copy()

    def sort(self: Any, axis: int = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> None:
        """Sorts in place."""
        sort_in_place(self, axis, kind=kind, order=order, stable=stable)

    def partition(self: Any, kth: Any, axis: int = -1, kind: Any = None) -> None:
        """Sorts in place, which is one of the orders that NumPy may give."""
        partition_in_place(self, kth, axis)

    def tolist(self: Any) -> Any:
        """As `numpy.ndarray.tolist`, on every thread: it copies the whole array."""
        return self.to_numpy().tolist()

    def tobytes(self: Any) -> bytes:
        """As `numpy.ndarray.tobytes`, on every thread: it copies the whole array."""
        return self.to_numpy().tobytes()

    all = _method('all')
    any = _method('any')
    argmax = _method('argmax')
    argmin = _method('argmin')
    argpartition = _method('argpartition')
    argsort = _method('argsort')
    choose = _method('choose')
    clip = _method('clip')

    def conj(self: Any) -> Array:
        """As `numpy.ndarray.conj`: real numbers are their own conjugates, and the array is returned. All threads call."""
        return self if self.dtype.kind in 'biuf' else numpy.conjugate(self)

    conjugate = conj

    cumprod = _method('cumprod')
    cumsum = _method('cumsum')
    diagonal = _method('diagonal')
    dot = _method('dot')
    max = _method('max')
    mean = _method('mean')
    min = _method('min')
    nonzero = _method('nonzero')
    prod = _method('prod')
    put = _method('put')
    ravel = _method('ravel')
    repeat = _method('repeat')
    round = _method('round')
    searchsorted = _method('searchsorted')
    squeeze = _method('squeeze')
    std = _method('std')
    sum = _method('sum')
    swapaxes = _method('swapaxes')
    take = _method('take')
    trace = _method('trace')
    var = _method('var')


for _class in Operators, Methods:
    for _name, _one in vars(_class).items():
        if callable(_one) or isinstance(_one, property):
            setattr(Array, _name, _one)
