# SPDX-License-Identifier: BSD-3-Clause
"""Sections written to files and read from them, and what a file says of its array. Where nothing else is said all threads call, with
the same arguments; each reads and writes its own blocks."""
from __future__ import annotations

import ast
import ctypes
import os
from typing import TYPE_CHECKING, Any, Mapping

import numpy

from . import _calls
from .._base import _library
from .._base._start import calling, checked, library
from .._base._values import must_be
from ._agreement import compared, from_thread, together
from ._sections import Elements, full_key, interval

if TYPE_CHECKING:
    from .._arrays._arrays import Array


def text_of(text: str | bytes) -> bytes:
    """As the library takes it, which would end it at a character 0."""
    encoded = text if isinstance(text, bytes) else text.encode()
    if b'\0' in encoded:
        raise ValueError(f'{text!r}: a text with a character 0')
    return encoded


def name_of(path: str | os.PathLike) -> bytes:
    """The name of a file as the library takes it."""
    return text_of(os.fsencode(path))


def type_text(dtype: numpy.dtype) -> str:
    """A type as the library writes it: "<f8", and a structure "[('a', '<f8'), ('b', '<i4')]"."""
    return str(dtype.descr) if dtype.names is not None else dtype.str


def dtype_of(file: _library.File) -> numpy.dtype:
    """The type of a file's elements, in this machine's byte order."""
    text = file.type.decode()
    if text.startswith('['):
        return numpy.lib.format.descr_to_dtype(ast.literal_eval(text))
    return numpy.dtype(text).newbyteorder('=')


def type_of(array: Array) -> bytes:
    return (type_text(array.dtype) if array.ndim else '()' + type_text(array.dtype)).encode()


class _FileHandle(_calls.Handle):
    """A call on a file that was started with `wait=False`. It is complete when `wait` returns. `test` is true when the
    caller's own elements have moved."""

    def wait(self) -> None:
        with together():
            super().wait()


def _call(name: str, section: Elements, wait: bool, *arguments: Any) -> _FileHandle | None:
    """Between barriers of all threads: those that own nothing of the section see the files, too, and the errors."""
    _calls.barrier()
    handle = _FileHandle((section, arguments), None)
    with together():
        if wait:
            checked(calling(name)(*arguments))
        else:
            checked(calling(name + '_nb')(ctypes.byref(handle._handle), *arguments))
    return None if wait else handle


@compared
def write(section: Elements, path: str | os.PathLike, codec: str | None = None, *, key: Any = None,
          wait: bool = True) -> _FileHandle | None:
    """Writes the elements of a section, ``A.elements[0:10, ::2]``, to a file; as `Array.save`. With a `key`, such as
    ``numpy.s_[100:110, :5]``, it writes a part of an array that the file has, as `open` does.

    With ``wait=False`` they are written while the program computes, and must not change until the handle's `wait`, which
    all threads call.

    Examples
    --------
    >>> A = us.array(numpy.arange(6.))
    >>> us.write(A.elements[1:3], 'part.npy')
    >>> us.load('part.npy').tolist()
    [1.0, 2.0]
    >>> us.write(A.elements[5:], 'part.npy', key=slice(0, 1))
    >>> us.load('part.npy').tolist()
    [5.0, 2.0]
    """
    must_be(isinstance(section, Elements), 'section', section, 'a section, such as A.elements[...]')
    if key is not None:
        if codec is not None:
            raise ValueError(f'codec: {codec!r}, must be none for a part of an array')
        return _call('write_region', section, wait, name_of(path), section.elements_reference, type_of(section.array),
                     _slice(path, key))
    return _call('write', section, wait, name_of(path), section.elements_reference, type_of(section.array),
                 None if codec is None else codec.encode())


def _slice(path: str | os.PathLike, key: Any) -> bytes | None:
    """The part of a file's array that `key` picks, in the library's words."""
    if key is ...:
        return None
    file = look_together(path)
    return ', '.join(f'{one.lo}:{one.step}:{one.hi}' if one.kind == _library.STEP else str(one.lo) for one, _ in
                     (interval(one, extent) for one, extent in zip(full_key(key, file.ndims), file.shape))).encode()


@compared
def read(section: Elements, path: str | os.PathLike, key: Any = ..., *, wait: bool = True) -> _FileHandle | None:
    """Reads a file, or the part of it that `key` picks, to the elements of a section. All threads call.

    Parameters
    ----------
    section : Elements
        ``A.elements[0:10, ::2]``
    path : path
    key : indices and slices, optional
        Of the file's array, such as ``numpy.s_[100:200, ::3]``; as many elements in each dimension as the section.
    wait : bool
        False: the elements are read while the program computes, until the handle's `wait`, which all threads call.

    Examples
    --------
    >>> us.array(numpy.arange(6.)).save('six.npy')
    >>> A = us.zeros(2)
    >>> us.read(A.elements[:], 'six.npy', numpy.s_[4:])
    >>> A.tolist()
    [4.0, 5.0]
    """
    must_be(isinstance(section, Elements), 'section', section, 'a section, such as A.elements[...]')
    return _call('read', section, wait, section.written.elements_reference, name_of(path), type_of(section.array),
                 _slice(path, key))


def look(path: str | os.PathLike) -> _library.File:
    """What a file says of its array: ndims, shape, chunk, elemsize, type. Any thread, alone.

    Examples
    --------
    >>> us.zeros((3, 4)).save('u.npy')
    >>> file = us.look('u.npy')
    >>> file.shape[:file.ndims]
    [3, 4]
    """
    file = _library.File()
    checked(library().file_look(name_of(path), ctypes.byref(file)))
    return file


def look_together(path: str | os.PathLike) -> _library.File:
    """On all threads the same, also if another job replaces the file meanwhile: if one cannot look, all raise."""
    with together():
        file = look(path)
    return _library.File.from_buffer_copy(from_thread(0, bytes(file)))


def attributes(path: str | os.PathLike) -> dict[str, Any]:
    """The attributes of a dataset of Zarr or HDF5: texts, numbers, and arrays of numbers. Any thread, alone. Attributes of
    other kinds are left out.

    Examples
    --------
    >>> us.zeros(3).save('a.zarr')
    >>> if us.thread() == 0:
    ...     us.set_attributes('a.zarr', {'unit': 'm'})
    >>> us.barrier()
    >>> us.attributes('a.zarr')['unit']
    'm'
    """
    found: dict[str, Any] = {}
    one = _library.Attribute()
    for number in range(1 << 30):
        if not checked(library().attribute_look(name_of(path), number, ctypes.byref(one))):
            break
        if one.type == b'S':
            text = ctypes.create_string_buffer(one.count + 1)
            checked(library().attribute_read(text, name_of(path), one.name, b'S', one.count + 1))
            found[one.name.decode()] = text.raw[:one.count].decode(errors='replace')
        elif one.type:
            values = numpy.empty(one.count, one.type.decode())
            checked(library().attribute_read(values.ctypes.data, name_of(path), one.name, one.type, one.count))
            found[one.name.decode()] = values if one.count != 1 else values[0].item()
    return found


def set_attributes(path: str | os.PathLike, values: Mapping[str, Any]) -> None:
    """Writes attributes of a dataset of Zarr or HDF5; others stay. One thread calls, while no other one writes the file.

    Parameters
    ----------
    path : path
    values : dict of str to str, number, or sequence of numbers
        A sequence of one number is written as a number.

    Examples
    --------
    >>> us.zeros(3).save('b.zarr')
    >>> if us.thread() == 0:
    ...     us.set_attributes('b.zarr', {'step': 7})
    >>> us.barrier()
    >>> us.attributes('b.zarr')['step']
    7
    """
    must_be(isinstance(values, Mapping), 'values', values, 'a dict')
    for name, value in values.items():
        if isinstance(value, str):
            checked(library().attribute_write(name_of(path), text_of(name), text_of(value), b'S', 1))
            continue
        numbers = numpy.ascontiguousarray(value).astype(numpy.asarray(value).dtype.newbyteorder('='))
        if numpy.ndim(value) > 1:
            raise ValueError(f'{name}: of {numpy.ndim(value)} dimensions, must be a number or have one')
        checked(library().attribute_write(name_of(path), text_of(name), numbers.ctypes.data,
                                          numbers.dtype.str[1:].encode(), numbers.size))
