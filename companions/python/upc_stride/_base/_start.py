# SPDX-License-Identifier: BSD-3-Clause
"""The start: by upcrun, or with the ranks of an MPI program."""
from __future__ import annotations

import atexit
import contextlib
import ctypes
import functools
import io
import os
import sys
from types import FrameType
from typing import Any, Callable

import numpy

from . import _library

_state: dict[str, Any] = {'library': None, 'asked': False, 'place': None, 'check': False}
_BETWEEN = os.path.dirname(os.path.dirname(__file__)) + os.sep, os.path.dirname(numpy.__file__) + os.sep, contextlib.__file__, '<__array_function__'
_texts: dict[str, bytes] = {}                        # the library keeps their addresses
_places: dict[tuple[int, int, str], int] = {}        # code, instruction and call: the address of the text
_codes: list[Any] = []                               # keeps the code whose id is in _places


@atexit.register
def _look_at_end() -> None:
    """A program that `upcrun -n 4` has become, and that ends without a start: the library says so as the process ends."""
    if not _state['asked'] and os.environ.get('UPCRUN_PROGRAM') == str(os.getpid()):
        with contextlib.suppress(ImportError):
            _library.load('upc_stride')


def _mpi_of(communicator: Any) -> tuple[int, str]:
    """The address of mpi4py's MPI_Comm, and the name of its MPI's interface. MPICH's handles are ints; those of MPI's own binary
    interface are as wide as pointers, and have small numbers; those of Open MPI are pointers."""
    from mpi4py import MPI
    if MPI._sizeof(MPI.Comm) == ctypes.sizeof(ctypes.c_int):
        return MPI._addressof(communicator), 'mpich'
    return MPI._addressof(communicator), 'abi' if MPI._handleof(MPI.COMM_WORLD) < 4096 else 'openmpi'


class _OfFork:
    """In place of the library in a process that a thread has forked. The process shares the thread's memory, and is none itself."""

    def __getattr__(self, name: str) -> Any:
        raise _library.Error(f'upc_stride_{name}: called in a process that thread {_state["thread"]} has forked; only the thread may call')


def _in_fork() -> None:
    if _state['library'] is not None:
        _state['library'] = _OfFork()


os.register_at_fork(after_in_child=_in_fork)


def in_fork() -> bool:
    """True: this process is no thread, since a thread has forked it."""
    return isinstance(_state['library'], _OfFork)


def _print_by_line() -> None:
    """Whole lines, as in UPC: Python itself writes parts of lines into a pipe, of 8 KB, or of each text with PYTHONUNBUFFERED. What
    was printed before is flushed."""
    for stream in sys.stdout, sys.stderr:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(line_buffering=True, write_through=False)
        elif stream is not None:
            stream.flush()


def init(communicator: Any = None, *, check: bool = False, heap: int = 0) -> None:
    """Starts the threads. All threads call, or none: the first call of the package does so by itself, as `init()`.

    Parameters
    ----------
    communicator : mpi4py.MPI.Comm, optional
        Its ranks become the threads. Without a communicator this process becomes N copies of itself, as `upcrun -n N` says:
        call `init` before the program starts threads or opens files.
    check : bool
        True: checked mode, which finds arguments that differ between threads.
    heap : int
        Bytes of shared memory of each thread. 0: what upcrun says, else half of the machine's memory.

    Raises
    ------
    Error
        If the threads were started already, or MPI is not running.

    Examples
    --------
    >>> us.init()  # doctest: +SKIP
    """
    _state['asked'] = True
    address, mpi, name = None, None, 'upc_stride'
    if communicator is not None:
        address, mpi = _mpi_of(communicator)
        name = f'upc_stride-mpi-{mpi}'
    library = _library.load(name)
    options = _library.Options(errors=1, check=check, threads=0, heap=heap)
    _print_by_line()
    if library.init_with(address, mpi.encode() if mpi else None, ctypes.byref(options)) != 0:
        raise _library.Error(library.last_error().decode(errors='replace'))
    _state['library'] = library
    _state['thread'], current.threads = library.mythread(), library.threads()
    _state['check'] = check or os.environ.get('UPC_STRIDE_CHECK') == '1'
    _state['place'] = memoryview((ctypes.c_size_t * 1).from_address(library.place())).cast('B').cast('Q')
    for begin in _begins:
        begin()


def library() -> Any:
    """The library's functions; starts the threads if nothing has."""
    if _state['library'] is None:
        init()
    return _state['library']


@functools.lru_cache(maxsize=None)
def _is_between(file: str) -> bool:
    """A file whose functions the program calls, and which call the library."""
    return file.startswith(_BETWEEN)


def _new_place(frame: FrameType, key: tuple[int, int, str]) -> int:
    """The address of "rows.py:12: upc_stride_broadcast"."""
    text = f'{frame.f_code.co_filename}:{frame.f_lineno}: upc_stride_{key[2]}'
    kept = _texts.setdefault(text, text.encode(errors='replace'))
    _places[key] = ctypes.cast(ctypes.c_char_p(kept), ctypes.c_void_p).value or 0
    _codes.append(frame.f_code)
    return _places[key]


def program_frame(frame: FrameType | None = None) -> FrameType:
    """The innermost frame of the program, from one on that may lie in the package."""
    frame = frame or sys._getframe(2)
    while _is_between(frame.f_code.co_filename) and frame.f_back is not None:
        frame = frame.f_back
    return frame


class _Operation:
    """The operation of all threads that is under way: `frame` is the one that has called it, of the program or of the package. None: there is
    no operation. What changes so often is not kept in a class: Python forgets what it knows of a class at each assignment."""

    def __init__(self) -> None:
        self.frame: FrameType | None = None
        self.noted: str | None = None  # the call whose line was found last
        self.place = 0                 # the address of the text with this line
        self.wrote = True              # since its last barrier, the thread may have written elements of others by a call
        self.asked = False             # the library has made the latest collective of sections, so its members agree on its errors
        self.has_others = False        # the program may have arrays of NumPy in the memory of other threads
        self.asks = False              # so much was allocated that the next operation asks which arrays are unused
        self.threads = 0               # how many there are; 0: the library was not started

    def may_have_written(self) -> bool:
        """Whether the thread may have written elements of others since its last barrier."""
        return self.wrote or self.has_others


current = _Operation()


def program_line() -> str:
    """The program's line that is being carried out, as "rows.py:12"."""
    frame = program_frame()
    return f'{frame.f_code.co_filename}:{frame.f_lineno}'


def in_checked_mode() -> bool:
    return _state['check']


def calling(name: str, frame: FrameType | None = None) -> Callable[..., Any]:
    """The library's function of this name, which may wait for other threads and is called next. Notes the line of the
    program for messages about long waits and for traces; `frame` is the program's, if the caller knows it."""
    functions = _state['library'] or library()
    if current.frame is None:  # operations end with a barrier after all that they write
        current.wrote = name != 'barrier_all'
    if frame is not None or current.frame is None or name != current.noted:
        frame = program_frame(frame or current.frame)
        key = (id(frame.f_code), frame.f_lasti, name)
        current.noted, current.place = name, _places.get(key) or _new_place(frame, key)
    _state['place'][0] = current.place
    return getattr(functions, name)


def checked(result: int) -> int:
    """The result of a call that returns -1 for an error."""
    if result < 0:
        raise _library.Error(_state['library'].last_error().decode(errors='replace'))
    return result


_begins: list[Callable[[], None]] = []
_ends: list[Callable[[], None]] = []


def at_init(begin: Callable[[], None]) -> Callable[[], None]:
    """Has a function called on all threads when they have been started."""
    _begins.append(begin)
    return begin


def at_finalize(end: Callable[[], None]) -> Callable[[], None]:
    """Has a function called when the library is finalized."""
    _ends.append(end)
    return end


def finalize() -> None:
    """Frees all arrays. The threads stay; `init` may be called again. Any thread calls, alone.

    Examples
    --------
    >>> us.finalize()  # doctest: +SKIP
    """
    if _state['library'] is not None:
        checked(calling('finalize')())
        _state['library'], current.threads = None, 0
        for end in _ends:
            end()


def thread() -> int:
    """The caller's number, from 0. Any thread calls, alone.

    Examples
    --------
    >>> 0 <= us.thread() < us.threads()
    True
    """
    return _state['thread'] if _state['library'] is not None else library().mythread()


def threads() -> int:
    """How many threads there are. Any thread calls, alone.

    Examples
    --------
    >>> us.threads() >= 1
    True
    """
    return current.threads or library().threads()
