# SPDX-License-Identifier: BSD-3-Clause
"""What makes an array one of NumPy's family: operators, methods, and the protocols by which NumPy's functions and array-API
programs reach it. A function that is not here raises TypeError; none copies a whole array to a thread."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Callable, Iterator

import numpy

from . import _tables
from ._operators import Operators, of_one
from .._calls._agreement import OfLibrary

if TYPE_CHECKING:
    from ._arrays import Array


def _method(name: str) -> Any:
    """The method of an array that NumPy has as a function."""
    function = getattr(numpy, name)

    def method(self: Any, *arguments: Any, **options: Any) -> Any:
        return _tables.BY_NUMPY[function](self, *arguments, **options)
    method.__name__, method.__doc__ = name, f'As `numpy.{name}`. All threads call.'
    return method


def as_one(x: Any) -> numpy.ndarray:
    """An array of NumPy of the same shape, with the element of an array that has one. So NumPy says what becomes of such an array as a
    number, and what it raises for others. All threads call."""
    return numpy.broadcast_to(numpy.asarray(x.item() if x.size == 1 else 0, x.dtype), x.shape)


_SET = {'real', 'imag', 'flat'}                   # attributes that a program assigns to
_ONCE = {'shape', 'dtype', 'ndim', 'base'}        # those that an array is made with
_OF_NUMPY = frozenset(dir(numpy.ndarray)) - _SET
_POWERS = {2: numpy.square, 0.5: numpy.sqrt, -1: numpy.reciprocal}
_BY_POWER: dict[Any, Callable] = {function: of_one(function, function) for function in _POWERS.values()}
# NumPy 2.3 and later take z ** -1.0 of complex numbers for a power, and z ** -1 for 1 / z; before, both were 1 / z.
_DISTINGUISHES = numpy.lib.NumpyVersion(numpy.__version__) >= '2.3.0'


class Protocols(OfLibrary, Operators):
    """All threads call operators and methods."""

    shape: tuple[int, ...]
    dtype: numpy.dtype
    ndim: int

    # ---- what NumPy and others call ----

    def __array_ufunc__(self, ufunc: numpy.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        made = _tables.OF_ARRAYS['again'](ufunc, inputs) if method == '__call__' and not options else None
        return _tables.OF_ARRAYS['ufunc'](ufunc, method, inputs, options) if made is None else made

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        own = _tables.BY_NUMPY.get(function)
        return NotImplemented if own is None else own(*arguments, **options)

    def __dask_tokenize__(self) -> Any:
        raise TypeError(f'{self!r}: Dask calls from one thread alone, and reads A.one_sided: dask.array.from_array(A.one_sided, '
                        'chunks=A.block)')

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        return _tables.OF_ARRAYS['namespace'](api_version)

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None) -> Any:
        """A near array that one piece of memory holds, without a copy. The tiles of other arrays have this method too."""
        asked = {'max_version': max_version, 'dl_device': dl_device, 'copy': copy}
        asked = {name: one for name, one in asked.items() if one is not None}  # NumPy 1 takes none of them
        return self._in_one_piece().__dlpack__(stream=stream, **asked)  # type: ignore[attr-defined]

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0  # memory of the processor

    @property
    def device(self) -> str:
        return 'cpu'

    def to_device(self, device: str, /, *, stream: Any = None) -> Array:
        if device != 'cpu' or stream is not None:
            raise ValueError(f'device: {device!r}, stream: {stream!r}, must be cpu and None')
        return self  # type: ignore[return-value]

    def _power(self, exponent: Any) -> numpy.ufunc | None:
        """What NumPy's ``**`` calls in place of `power`: it takes half the time, and is another function of infinities."""
        if self.dtype.kind not in 'fc' or type(exponent) not in (int, float):
            return None
        if _DISTINGUISHES and self.dtype.kind == 'c' and type(exponent) is float and exponent == -1:
            return None
        return _POWERS.get(exponent)

    def __pow__(self, other: Any) -> Any:
        function = self._power(other)
        return super().__pow__(other) if function is None else _BY_POWER[function](self)

    def __ipow__(self, other: Any) -> Any:
        function = self._power(other)
        return super().__ipow__(other) if function is None else function(self, out=(self,))

    # ---- elements ----

    def __getitem__(self, key: Any) -> Any:
        return _tables.OF_ARRAYS['getitem'](self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        _tables.OF_ARRAYS['setitem'](self, key, value)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError('an array without dimensions has no length')
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(len(self)))  # rows are views

    def __contains__(self, value: Any) -> bool:
        return bool((self == value).any())

    def item(self, *index: Any) -> Any:
        """One element as a number of Python: by its indices, by its number row by row, or that of an array that has one. All threads
        call."""
        if not index and self.size != 1:
            raise ValueError(f'{self!r} has {self.size} elements, must have one')
        if len(index) == 1 and isinstance(index[0], tuple):
            index, = index
        elif len(index) == 1 and self.ndim != 1:
            if not -self.size <= index[0] < self.size:
                raise IndexError(f'{index[0]}, must be in {-self.size}..{self.size - 1}')
            index = tuple(int(one) for one in numpy.unravel_index(index[0] % self.size, self.shape))
        return _tables.OF_ARRAYS['getitem'](self, index or (0,) * self.ndim).item()

    def __bool__(self) -> bool:
        return bool(as_one(self))

    def __int__(self) -> int:
        return int(as_one(self))

    def __float__(self) -> float:
        return float(as_one(self))

    def __complex__(self) -> complex:
        return complex(as_one(self))

    def __index__(self) -> int:
        if self.ndim or self.dtype.kind not in 'iu':
            raise TypeError(f'{self!r}, must be one integer')
        return int(self.item())

    def _compares_with(self, other: object) -> bool:
        """Whether NumPy's ufuncs compare the elements with it: numbers with numbers. Other types are compared one by one."""
        if isinstance(other, (bool, int, float, complex)):
            return self.dtype.kind in 'biufc'
        return self.dtype.kind in 'biufc' and (other if isinstance(other, Protocols) else numpy.asarray(other)).dtype.kind in 'biufc'

    def _equal(self, other: object) -> Array:
        kind = other.dtype.kind if isinstance(other, Protocols) else numpy.asarray(other).dtype.kind
        is_other = kind in 'OSU' and self.dtype.kind in 'biufc'  # NumPy 1 does not compare the elements of numbers with a text
        return _tables.OF_ARRAYS['elementwise'](lambda one, value: (one.astype(object) if is_other else one) == value, self, other)

    def __eq__(self, other: object) -> Any:
        return super().__eq__(other) if self._compares_with(other) else self._equal(other)

    def __ne__(self, other: object) -> Any:
        return super().__ne__(other) if self._compares_with(other) else ~self._equal(other)

    def __hash__(self) -> int:
        return object.__hash__(self)

    # ---- attributes and methods of numpy.ndarray ----

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _OF_NUMPY and (name not in _ONCE or name in vars(self)):
            instead = {'shape': 'reshape', 'dtype': 'astype'}.get(name)
            raise AttributeError(f'{name} of {self!r}, must not be assigned to' + (f'; {instead} gives another array' if instead else ''))
        super().__setattr__(name, value)

    @property
    def flat(self) -> Array:
        """The elements row by row: a view, or a read-only copy if elements would move to other threads. All threads call."""
        return numpy.ravel(self)  # type: ignore[call-overload]

    @flat.setter
    def flat(self, value: Any) -> None:
        numpy.put(self, numpy.arange(self.size), value)  # type: ignore[arg-type]

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.itemsize

    @property
    def T(self) -> Array:
        """Transposed: a view."""
        return numpy.transpose(self)  # type: ignore[call-overload]

    @property
    def mT(self) -> Array:
        """The last two dimensions transposed: a view."""
        return numpy.swapaxes(self, -1, -2)  # type: ignore[call-overload]

    @property
    def real(self) -> Array:
        return numpy.real(self)

    @real.setter
    def real(self, value: Any) -> None:
        numpy.real(self)[...] = value

    @property
    def imag(self) -> Array:
        return numpy.imag(self)

    @imag.setter
    def imag(self, value: Any) -> None:
        if self.dtype.kind != 'c':
            raise TypeError(f'{self!r} has no imaginary parts to set')
        numpy.imag(self)[...] = value

    def reshape(self, *shape: Any, order: str = 'C') -> Array:
        return numpy.reshape(self, shape[0] if len(shape) == 1 else shape, order)  # type: ignore[call-overload]

    def transpose(self, *axes: Any) -> Array:
        return numpy.transpose(self, (axes[0] if len(axes) == 1 else axes) or None)  # type: ignore[call-overload]

    def view(self, dtype: Any = None) -> Array:
        """A view of all elements."""
        if dtype is not None and numpy.dtype(dtype) != self.dtype:
            raise TypeError(f'{self!r}: its views have its type, astype({dtype!r}) gives a copy')
        return self[...]

    def astype(self, dtype: Any, order: str = 'K', casting: Any = 'unsafe', subok: bool = True, copy: bool = True) -> Array:
        """With elements of another type. `order` and `subok` change nothing."""
        if not numpy.can_cast(self.dtype, dtype, casting):
            raise TypeError(f'{self!r}, must not become {numpy.dtype(dtype)} by {casting} casting')
        return _tables.OF_ARRAYS['astype'](self, dtype, copy=copy)

    def compress(self, condition: Any, axis: int | None = None, out: Array | None = None) -> Array:
        """As `numpy.compress`. All threads call."""
        return numpy.compress(condition, self, axis, out)  # type: ignore[call-overload]

    def flatten(self, order: str = 'C') -> Array:
        """A copy in one dimension."""
        made = numpy.ravel(self, order)  # type: ignore[call-overload]
        return made.copy()

    def sort(self, axis: int = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> None:
        """Sorts in place."""
        _tables.OF_ARRAYS['sort'](self, axis, kind=kind, order=order, stable=stable)

    def partition(self, kth: Any, axis: int = -1, kind: Any = None) -> None:
        """Sorts in place, which is one of the orders that NumPy may give."""
        _tables.OF_ARRAYS['partition'](self, kth, axis)

    def tolist(self) -> Any:
        """As `numpy.ndarray.tolist`, on every thread: it copies the whole array."""
        return self.to_numpy().tolist()  # type: ignore[attr-defined]

    def tobytes(self) -> bytes:
        """As `numpy.ndarray.tobytes`, on every thread: it copies the whole array."""
        return self.to_numpy().tobytes()  # type: ignore[attr-defined]

    all = _method('all')
    any = _method('any')
    argmax = _method('argmax')
    argmin = _method('argmin')
    argpartition = _method('argpartition')
    argsort = _method('argsort')
    choose = _method('choose')
    clip = _method('clip')

    def conj(self) -> Array:
        """As `numpy.ndarray.conj`: real numbers are their own conjugates, and the array is returned. All threads call."""
        return self if self.dtype.kind in 'biuf' else numpy.conjugate(self)  # type: ignore[return-value]

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
