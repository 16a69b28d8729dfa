# SPDX-License-Identifier: BSD-3-Clause
"""The C library, by ctypes: its structs as include/upc_stride.h has them, its functions, and errors as exceptions."""
from __future__ import annotations

import ctypes
import os
import pathlib
import re
from typing import Any, Sequence

MAX_DIMS = 8
_SOVERSION = 0


class Error(RuntimeError):
    """A call that was refused. The text is the library's line. It names the call, the argument and what it must be."""

    __module__ = 'upc_stride'
    reported_as: str | None = None  # of an error of another thread: what that thread reports


class Pointer(ctypes.Structure):
    """A place in the memory of a thread."""
    _fields_ = [('offset', ctypes.c_size_t), ('where', ctypes.c_ulong)]


class Interval(ctypes.Structure):
    _fields_ = [('kind', ctypes.c_int), ('lo', ctypes.c_longlong), ('step', ctypes.c_longlong),
                ('hi', ctypes.c_longlong)]


class Section(ctypes.Structure):
    _fields_ = [('array', ctypes.c_void_p), ('file', ctypes.c_char_p), ('line', ctypes.c_int),
                ('intervals', ctypes.c_int), ('interval', Interval * MAX_DIMS)]


class Options(ctypes.Structure):
    _fields_ = [('errors', ctypes.c_int), ('check', ctypes.c_int), ('threads', ctypes.c_int),
                ('heap', ctypes.c_size_t)]


class File(ctypes.Structure):
    """What a file says of its array."""
    _fields_ = [('ndims', ctypes.c_int), ('shape', ctypes.c_size_t * MAX_DIMS), ('chunk', ctypes.c_size_t * MAX_DIMS),
                ('elemsize', ctypes.c_size_t), ('type', ctypes.c_char * 460)]


class Member(ctypes.Structure):
    """A dataset or group in a group."""
    _fields_ = [('name', ctypes.c_char * 256), ('is_group', ctypes.c_int)]


class Attribute(ctypes.Structure):
    """An attribute of a dataset."""
    _fields_ = [('name', ctypes.c_char * 256), ('type', ctypes.c_char * 8), ('count', ctypes.c_size_t)]


class FftPart(ctypes.Structure):
    """Many transforms in the memory of one thread."""
    _fields_ = [('ndims', ctypes.c_int), ('sign', ctypes.c_int), ('single', ctypes.c_int), ('real', ctypes.c_int), ('axes', ctypes.c_uint),
                ('from_', ctypes.c_size_t * MAX_DIMS), ('to', ctypes.c_size_t * MAX_DIMS),
                ('from_stride', ctypes.c_size_t * MAX_DIMS), ('to_stride', ctypes.c_size_t * MAX_DIMS)]


FftRoutine = ctypes.CFUNCTYPE(None, ctypes.POINTER(FftPart), ctypes.c_void_p, ctypes.c_void_p)
FindRoutine = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)


class Saved(ctypes.Structure):
    """An array of a checkpoint."""
    _fields_ = [('name', ctypes.c_char_p), ('section', Section), ('type', ctypes.c_char_p)]


AT, RANGE, STEP, ALL = range(4)         # kinds of intervals
ADD, MULT, AND, OR, XOR, LOGAND, LOGOR, MIN, MAX, FUNC, NONCOMM_FUNC = (1 << bit for bit in range(11))
MAXLOC, MINLOC = 1 << 28, 1 << 29
PUT = 1 << 27
IN_MYSYNC, IN_NOSYNC, OUT_MYSYNC, OUT_NOSYNC = 2, 4, 16, 32
CORNERS, PERIODIC = 1, 2

_SECTION, _FLAGS, _SIZE = ctypes.POINTER(Section), ctypes.c_int, ctypes.c_size_t
_SIZES, _INTS = ctypes.POINTER(ctypes.c_size_t), ctypes.POINTER(ctypes.c_int)
_LETTER, _ADDRESS, _TYPE = ctypes.c_char, ctypes.c_void_p, ctypes.c_int

# The kinds of arguments that upc_stride_operations (upc_stride.h) names.
_KINDS = {'section': _SECTION, 'pointer': Pointer, 'address': ctypes.c_void_p, 'size': _SIZE, 'sizes': _SIZES,
          'int': ctypes.c_int, 'ints': _INTS, 'op': ctypes.c_ulong}

_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    'init_with': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(Options)]),
    'finalize': (ctypes.c_int, []),
    'initialized': (ctypes.c_int, []),
    'mythread': (ctypes.c_int, []),
    'threads': (ctypes.c_int, []),
    'barrier_all': (ctypes.c_int, []),
    'exit': (None, [ctypes.c_int]),
    'last_error': (ctypes.c_char_p, []),
    'refuse_call': (ctypes.c_int, [ctypes.c_char_p, ctypes.c_int, _SECTION, Pointer, _SECTION]),
    'place': (ctypes.c_void_p, []),
    'operations': (ctypes.c_char_p, []),
    'all_alloc': (ctypes.c_void_p, [ctypes.c_int, _SIZES, _SIZES, _SIZE, ctypes.c_int, _INTS]),
    'view': (ctypes.c_void_p, [Pointer, ctypes.c_int, _SIZES, _SIZES, _SIZE, ctypes.c_int, _INTS]),
    'array_of': (ctypes.c_void_p, [ctypes.c_void_p, _SIZE, ctypes.c_int, _SIZES, _SIZES, _SIZE, ctypes.c_int, _INTS]),
    'open_view': (ctypes.c_int, [ctypes.c_void_p]),
    'close_view': (ctypes.c_int, [ctypes.c_void_p]),
    'all_free': (ctypes.c_int, [ctypes.c_void_p]),
    'all_free_handle': (Pointer, [ctypes.c_void_p]),
    'all_free_memory': (ctypes.c_int, [Pointer]),
    'at': (Pointer, [ctypes.c_void_p, _SIZES]),
    'get': (ctypes.c_int, [ctypes.c_void_p, Pointer, _SIZE]),
    'put': (ctypes.c_int, [Pointer, ctypes.c_void_p, _SIZE]),
    'get_blocks': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, _SIZES, _SIZE]),
    'owner': (ctypes.c_int, [ctypes.c_void_p, _SIZES]),
    'near_block': (ctypes.c_void_p, [ctypes.c_void_p, _SIZES]),
    'own_blocks': (_SIZE, [ctypes.c_void_p]),
    'own_block': (ctypes.c_void_p, [ctypes.c_void_p, _SIZE, _SIZES]),
    'updates': (ctypes.c_int, [ctypes.c_void_p, _SIZES, _SIZE, ctypes.c_ulong, ctypes.c_int, ctypes.c_void_p]),
    'running': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, _SIZE, _SIZE, ctypes.c_ulong, ctypes.c_int]),
    'sums': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, _SIZE, _SIZE, _SIZE, ctypes.c_int]),
    'update_fence': (ctypes.c_int, []),
    'fetch': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, _SIZES, _SIZE, _FLAGS]),
    'fetch_init': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, ctypes.c_void_p, _SIZES, _SIZE, _FLAGS]),
    'get_patch': (ctypes.c_int, [ctypes.c_void_p, _SIZES, _SECTION]),
    'put_patch': (ctypes.c_int, [_SECTION, ctypes.c_void_p, _SIZES]),
    'acc_patch': (ctypes.c_int, [_SECTION, ctypes.c_ulong, ctypes.c_int, ctypes.c_void_p, _SIZES]),
    'get_patch_nb': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p, _SIZES, _SECTION]),
    'put_patch_nb': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), _SECTION, ctypes.c_void_p, _SIZES]),
    'get_elements': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, _SIZES, _SIZE]),
    'put_elements': (ctypes.c_int, [ctypes.c_void_p, _SIZES, _SIZE, ctypes.c_void_p]),
    'acc_elements': (ctypes.c_int, [ctypes.c_void_p, _SIZES, _SIZE, ctypes.c_ulong, ctypes.c_int, ctypes.c_void_p]),
    'picked': (ctypes.c_longlong, [_SECTION, _SIZES]),
    'threads_listed': (ctypes.c_int, [_SECTION, _INTS, _SIZE]),
    'team_split': (ctypes.c_int, [_SECTION, _SECTION, ctypes.c_int, ctypes.c_int]),
    'all_reduce_value': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, _SIZE, ctypes.c_ulong, ctypes.c_int, ctypes.c_void_p, _SECTION]),
    'all_prefix_value': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, _SIZE, ctypes.c_ulong, ctypes.c_int, ctypes.c_void_p, _SECTION]),
    'all_prefix_exclusive_value': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, _SIZE, ctypes.c_ulong, ctypes.c_int, ctypes.c_void_p, _SECTION]),
    'all_reduce_value_with': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, _SIZE, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_void_p, _SECTION]),
    'all_prefix_value_with': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_void_p, _SIZE, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_void_p, _SECTION]),
    'all_broadcast_value': (ctypes.c_int, [ctypes.c_void_p, _SIZE, ctypes.c_int, _SECTION]),
    'fetch_op': (ctypes.c_int, [ctypes.c_void_p, Pointer, ctypes.c_ulong, ctypes.c_int, ctypes.c_void_p]),
    'compare_swap': (ctypes.c_int, [ctypes.c_void_p, Pointer, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]),
    'post': (ctypes.c_int, [Pointer]),
    'await': (ctypes.c_int, [Pointer, _SIZE]),
    'sync_threads': (ctypes.c_int, [_INTS, _SIZE]),
    'all_lock': (Pointer, []),
    'lock': (ctypes.c_int, [Pointer]),
    'try_lock': (ctypes.c_int, [Pointer, _INTS]),
    'unlock': (ctypes.c_int, [Pointer]),
    'all_free_lock': (ctypes.c_int, [Pointer]),
    'have_affinity': (ctypes.c_int, [_SECTION]),
    'write': (ctypes.c_int, [ctypes.c_char_p, _SECTION, ctypes.c_char_p, ctypes.c_char_p]),
    'read': (ctypes.c_int, [_SECTION, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p]),
    'write_nb': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), ctypes.c_char_p, _SECTION, ctypes.c_char_p, ctypes.c_char_p]),
    'read_nb': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), _SECTION, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p]),
    'write_region': (ctypes.c_int, [ctypes.c_char_p, _SECTION, ctypes.c_char_p, ctypes.c_char_p]),
    'write_region_nb': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), ctypes.c_char_p, _SECTION, ctypes.c_char_p, ctypes.c_char_p]),
    'file_make': (ctypes.c_int, [ctypes.c_char_p, ctypes.POINTER(File), ctypes.c_char_p]),
    'group_look': (ctypes.c_int, [ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(Member)]),
    'file_look': (ctypes.c_int, [ctypes.c_char_p, ctypes.POINTER(File)]),
    'attribute_write': (ctypes.c_int, [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_char_p, _SIZE]),
    'attribute_read': (ctypes.c_longlong, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, _SIZE]),
    'attribute_look': (ctypes.c_int, [ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(Attribute)]),
    'checkpoint': (ctypes.c_int, [ctypes.c_char_p, ctypes.c_longlong, ctypes.c_int, ctypes.c_int, ctypes.POINTER(Saved)]),
    'restart': (ctypes.c_longlong, [ctypes.c_char_p, ctypes.c_longlong, ctypes.c_int, ctypes.POINTER(Saved)]),
    'fft_plan': (ctypes.c_void_p, [_SECTION, _SECTION, ctypes.c_int, _INTS, ctypes.c_int, ctypes.c_int, ctypes.c_int]),
    'set_fft': (ctypes.c_int, [FftRoutine]),
    'fft_run': (ctypes.c_int, [ctypes.c_void_p, ctypes.c_double]),
    'fft_free': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p)]),
    'set_blas': (ctypes.c_int, [FindRoutine]),
    'gemm': (ctypes.c_int, [_LETTER, _LETTER, _ADDRESS, _SECTION, _SECTION, _ADDRESS, _SECTION, _TYPE]),
    'trsm': (ctypes.c_int, [_LETTER, _LETTER, _LETTER, _LETTER, _ADDRESS, _SECTION, _SECTION, _TYPE]),
    'potrf': (ctypes.c_int, [_LETTER, _SECTION, _TYPE, _SIZES]),
    'potrs': (ctypes.c_int, [_LETTER, _SECTION, _SECTION, _TYPE]),
    'getrf': (ctypes.c_int, [_SECTION, _ADDRESS, _TYPE, _SIZES]),
    'getrs': (ctypes.c_int, [_LETTER, _SECTION, _ADDRESS, _SECTION, _TYPE]),
    'gesv': (ctypes.c_int, [_SECTION, _ADDRESS, _SECTION, _TYPE, _SIZES]),
    'getri': (ctypes.c_int, [_SECTION, _ADDRESS, _TYPE, _SIZES]),
    'geqrf': (ctypes.c_int, [_SECTION, _ADDRESS, _TYPE]),
    'heev': (ctypes.c_int, [_LETTER, _LETTER, _SECTION, _ADDRESS, _TYPE, _SIZES]),
    'gesvd': (ctypes.c_int, [_LETTER, _LETTER, _SECTION, _ADDRESS, _SECTION, _SECTION, _TYPE, _SIZES]),
    'unmqr': (ctypes.c_int, [_LETTER, _LETTER, _SECTION, _ADDRESS, _SECTION, _TYPE]),
    'wait': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p)]),
    'test': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), _INTS]),
    'start_call': (ctypes.c_int, [ctypes.c_void_p]),
    'free_call': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p)]),
    'wait_all': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), _SIZE]),
    'wait_any': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), _SIZE, _SIZES]),
    'wait_some': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), _SIZE, _SIZES, _SIZES]),
    'test_all': (ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), _SIZE, _INTS]),
}


def _path(name: str) -> str:
    """Where lib<name>.so is: the file that LIBUPC_STRIDE names; else in the package, as in a wheel; else in the build or
    installation that the package lies in; else where the system looks for libraries."""
    named = os.environ.get('LIBUPC_STRIDE')
    if named:
        return named
    file = f'lib{name}.so.{_SOVERSION}'
    for above in pathlib.Path(__file__).resolve().parents:
        for folder in ('build/lib', 'lib'):
            if (above / folder / file).exists():
                return str(above / folder / file)
    return file


def _share_mpi() -> None:
    """The library of a wheel is for MPIs of any place: it takes the functions of the MPI that mpi4py has loaded."""
    with open('/proc/self/maps', encoding='utf-8', errors='replace') as maps:
        files = {line.split(maxsplit=5)[5].rstrip() for line in maps if '/libmpi' in line}
    for file in files:
        if re.match(r'libmpi(ch|_abi)?\.so', os.path.basename(file)):
            ctypes.CDLL(file, mode=ctypes.RTLD_GLOBAL)


def load(name: str) -> Any:
    """The library lib<name>.so, its functions as attributes without the prefix."""
    if '-mpi-' in name:
        _share_mpi()
    try:
        shared = ctypes.CDLL(_path(name), mode=ctypes.RTLD_GLOBAL)
    except OSError as why:
        raise ImportError(f'lib{name}.so is not there; LIBUPC_STRIDE names its file: {why}') from None
    library: Any = type('Library', (), {})()

    def add(call: str, result: Any, arguments: list[Any]) -> None:
        function = getattr(shared, 'upc_stride_c_' + call)
        function.restype, function.argtypes = result, arguments
        setattr(library, call, function)
    for call, (result, arguments) in _FUNCTIONS.items():
        add(call, result, arguments)
    for line in library.operations().decode().splitlines():
        call, *kinds = line.split()
        arguments = [_KINDS[kind] for kind in kinds]
        add(call, ctypes.c_int, arguments)
        for form in '_nb', '_init':
            add(call + form, ctypes.c_int, [ctypes.POINTER(ctypes.c_void_p), *arguments])
    return library


def sizes(values: Sequence[int]) -> ctypes.Array:
    return (ctypes.c_size_t * len(values))(*values)


def ints(values: Sequence[int]) -> ctypes.Array:
    return (ctypes.c_int * len(values))(*values)
