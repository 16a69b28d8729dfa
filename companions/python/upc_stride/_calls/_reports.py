# SPDX-License-Identifier: BSD-3-Clause
"""An exception that ends the program on several threads is reported once, and not by each of them. Of those with other texts that other
threads have raised in the same place there is a line each."""
from __future__ import annotations

import ctypes
import sys
import time
import zlib
from traceback import walk_tb
from types import TracebackType
from typing import Any

from . import _shared
from .._base import _library, _start

_TEXT = (1 << 32) - 1  # the bits that tell texts apart; those above tell where exceptions were raised
_PATIENCE, _LOOK = 2.0, 0.005  # seconds that a thread waits for the report of one before it, and between two looks

_before = sys.excepthook


def _of(one: int) -> Any:
    """What a thread that shares memory with the caller has reported; else None."""
    address = _start.library().near_block(_shared.kept('reports', 1, 'i8').handle, _library.sizes([one]))
    return ctypes.c_longlong.from_address(address) if address else None


def _number(text: str) -> int:
    return 1 + zlib.crc32(text.encode(errors='replace')) % (1 << 30)


def _reported(number: int) -> str:
    """What of an exception a thread before this one has reported: its 'text', its 'place' alone, or nothing. Threads reach their exceptions
    at different times."""
    others = [one for one in map(_of, range(_start.thread())) if one is not None]
    end = time.monotonic() + _PATIENCE
    while True:
        values = [one.value for one in others]
        if any(one & _TEXT == number & _TEXT for one in values):
            return 'text'
        if all(values) or time.monotonic() > end:
            return 'place' if any(one >> 32 == number >> 32 for one in values) else ''
        time.sleep(_LOOK)


def _report(kind: type[BaseException], value: BaseException, traceback: TracebackType | None) -> None:
    if not _shared.is_kept('reports') or _start.in_fork():
        _before(kind, value, traceback)
        return
    text = getattr(value, 'reported_as', None) or f'{kind.__name__}: {value}'
    place = ', '.join(f'{frame.f_code.co_filename}:{line}' for frame, line in walk_tb(traceback))
    number = _number(text) | _number(f'{kind.__name__} {place}') << 32
    reported = _reported(number)
    if reported == 'place':
        print(f'thread {_start.thread()}: {text}', file=sys.stderr, flush=True)
    elif not reported:
        _before(kind, value, traceback)
        sys.stderr.flush()
    # Not before the report is out: upcrun ends the others when the first thread ends.
    _shared.kept('reports', 1, 'i8').mine[0] = number


sys.excepthook = _report
