# SPDX-License-Identifier: BSD-3-Clause
"""The types, operations and functions of reductions: NumPy's as those of the library."""
from __future__ import annotations

import ctypes
import functools
from typing import Any, Callable

import numpy

from . import _library

OPERATIONS = {'sum': _library.ADD, 'prod': _library.MULT, 'min': _library.MIN, 'max': _library.MAX,
              'all': _library.LOGAND, 'any': _library.LOGOR,
              'bitwise_and': _library.AND, 'bitwise_or': _library.OR, 'bitwise_xor': _library.XOR}
_OF_TRUTH = {'sum': 'any', 'prod': 'all'}  # what NumPy's + and * do with truth values: the library would add their bytes
_PLACES = {'argmin': _library.MINLOC, 'argmax': _library.MAXLOC}
# NumPy's types as the numbers of upc_types.h: UPC_INT8 is 11, UPC_LDOUBLE is 21.
_TYPES = {'b1': 12, 'i1': 11, 'u1': 12, 'i2': 13, 'u2': 14, 'i4': 15, 'u4': 16, 'i8': 17, 'u8': 18, 'f4': 19, 'f8': 20,
          'f16': 21}
# Of reductions alone: those of upc_stride_values.h.
_MORE_TYPES = {'c8': 0x100001, 'c16': 0x100002, 'c32': 0x100003, 'f2': 0x100006}
_TYPE_OF_SIZE = {1: 12, 2: 14, 4: 16, 8: 18, 16: 21}
_IN_ORDER = 'biufc'  # the kinds of numbers, each with all values of those before it, but for signs and digits
_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
_failures: list[BaseException] = []  # what functions of reductions have raised


def type_of(dtype: numpy.dtype) -> int:
    """The library's number of a type."""
    if not dtype.isnative:
        raise TypeError(f"values of {dtype.str}, must be in this machine's order of bytes, {dtype.newbyteorder('=').str}")
    name = dtype.kind + str(dtype.itemsize)
    if name not in _TYPES:
        raise TypeError(f'values of {dtype}, must be integers or real numbers')
    return _TYPES[name]


def type_of_bytes(dtype: numpy.dtype) -> int:
    """The library's number of a type of the same size, if values are only moved."""
    if dtype.itemsize not in _TYPE_OF_SIZE:
        raise TypeError(f'values of {dtype}, must have 1, 2, 4, 8 or 16 bytes')
    return _TYPE_OF_SIZE[dtype.itemsize]


@functools.lru_cache(maxsize=256)  # the same function keeps its pointer, so the library finds the plan of the earlier call
def _callback(function: Callable, dtype: numpy.dtype) -> Any:
    def combine(first: int, second: int, count: int, _: Any) -> None:
        bytes_of = ctypes.c_char * (count * dtype.itemsize)
        before = numpy.frombuffer(memoryview(bytes_of.from_address(first)), dtype)
        values = numpy.frombuffer(memoryview(bytes_of.from_address(second)), dtype)
        try:
            result = numpy.asarray(function(before, values))
            if result.shape != values.shape:
                raise ValueError(f'op: the function gave an array of shape {result.shape}, must be {values.shape}')
            values[...] = result
        except BaseException as error:  # the library, in C, does not pass it on
            _failures.append(error)
    return _FUNCTION(combine)


def has_failed() -> bool:
    return bool(_failures)


def raise_failure() -> None:
    """Raises what a function of a reduction has raised in the library's calls."""
    if _failures:
        first = _failures[0]
        _failures.clear()
        raise first


def _must_fit(value: Any, dtype: numpy.dtype) -> None:
    """NumPy 2 refuses numbers of Python that an integer type does not have. NumPy 1 takes them modulo its range."""
    if numpy.__version__ >= '2' or dtype.kind not in 'iu' or isinstance(value, (numpy.ndarray, numpy.generic)):
        return
    given, limits = numpy.asarray(value), numpy.iinfo(dtype)
    if given.size and given.dtype.kind in 'iuf' and (given.min() < limits.min or given.max() > limits.max):
        wrong = given.min() if given.min() < limits.min else given.max()
        raise OverflowError(f'{wrong}, out of bounds for {dtype}')


def assigned(values: Any, dtype: numpy.dtype) -> numpy.ndarray:
    """Values as NumPy 2 assigns them to elements of a type: numbers of Python must fit, arrays are cast. All operations that
    assign call this, on all threads, before the first element changes. So they refuse the same values on all threads."""
    _must_fit(values, dtype)
    return numpy.asarray(values, dtype)


def element(value: Any, dtype: numpy.dtype) -> numpy.ndarray:
    """The same for one element, as an array of it."""
    made = numpy.empty(1, dtype)
    _must_fit(value, dtype)
    made[0] = value._read_one((0,) * value.ndim) if hasattr(value, '_read_one') and value.size == 1 else value
    return made


def must_be(is_one: bool, name: str, value: Any, what: str) -> None:
    """Refuses an argument of another kind, above all None, by its name."""
    if not is_one:
        raise TypeError(f'{name}: of type {type(value).__name__}; this call takes {what}')


def operand(values: Any, dtype: numpy.dtype, op: str) -> numpy.ndarray:
    """Values that change elements, ``element = element op value``. As in NumPy, an integer is not changed by a real number, nor
    a real number by a complex one."""
    given = numpy.asarray(values)
    kinds = [_IN_ORDER.find(one.kind) for one in (given.dtype, dtype)]
    if given.dtype.kind not in _IN_ORDER and op != 'put':
        raise TypeError(f'{op} of {dtype} and values of {given.dtype}, must be numbers')
    if op not in ('put', 'all', 'any') and given.size and kinds[0] > kinds[1] and given.dtype.kind in 'fc':
        raise TypeError(f'{op} of {dtype} and values of {given.dtype}, must be values that {dtype} has')
    must_be(values is not None, 'values', values, 'a value, or as many as elements')
    return assigned(values, dtype)


def located(dtype: numpy.dtype) -> numpy.dtype:
    """Values of a type, each with its index: the elements of `argmin` and `argmax`."""
    return numpy.dtype([('value', dtype), ('index', 'i8')], align=True)


def operation_of(op: str, dtype: numpy.dtype) -> int:
    """The library's number of an operation on elements of a type."""
    return OPERATIONS[_OF_TRUTH.get(op, op) if dtype.kind == 'b' else op]


def combination(op: str | Callable, dtype: numpy.dtype, ordered: bool) -> tuple[str, tuple]:
    """The form of a reduction, '' or '_with', and its arguments after the number of values."""
    if callable(op):
        return '_with', (dtype.itemsize, _library.NONCOMM_FUNC if ordered else _library.FUNC, _callback(op, dtype), None)
    if op in _PLACES:
        fields = [kind for kind, *_ in (dtype.fields or {}).values()]
        if len(fields) != 2 or located(fields[0]).itemsize != dtype.itemsize or fields[1] != 'i8':
            raise TypeError(f"{op} of {dtype}, must be of a value and an index: numpy.dtype([('value', ..), ('index', 'i8')], align=True)")
        return '', (_PLACES[op], type_of(fields[0]), None)
    if op not in OPERATIONS:
        raise ValueError(f'op: {op!r}, must be one of {", ".join([*OPERATIONS, *_PLACES])}, or a function of two arrays')
    if (dtype.kind == 'c' and op in ('sum', 'prod') or dtype == 'f2' and not op.startswith('bitwise')) and dtype.isnative:
        return '', (operation_of(op, dtype), _MORE_TYPES[dtype.kind + str(dtype.itemsize)], None)
    return '', (operation_of(op, dtype), type_of(dtype), None)


def accumulation(op: str, dtype: numpy.dtype) -> tuple[int, int]:
    """The library's operation and type for changes by one thread. A complex number is added as two real ones."""
    if op not in OPERATIONS:
        raise ValueError(f'op: {op!r}, must be one of {", ".join(OPERATIONS)}')
    if dtype.kind == 'c' and op == 'sum':
        return OPERATIONS[op], type_of(numpy.dtype(f'f{dtype.itemsize // 2}'))
    return operation_of(op, dtype), type_of(dtype)
