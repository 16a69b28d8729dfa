# SPDX-License-Identifier: BSD-3-Clause
"""An exception that ends the program on several threads is reported once, and not by each of them."""
from __future__ import annotations

import ctypes
import sys
import time
import zlib
from types import TracebackType
from typing import Any

from . import _shared
from .._base import _library, _start

_PATIENCE, _LOOK = 2.0, 0.005  # seconds that a thread waits for the report of one before it, and between two looks

_before = sys.excepthook


def _of(one: int) -> Any:
    """What a thread that shares memory with the caller has reported; else None."""
    address = _start.library().near_block(_shared.kept('reports', 1, 'i8').handle, _library.sizes([one]))
    return ctypes.c_longlong.from_address(address) if address else None


def _is_reported(number: int) -> bool:
    """Whether a thread before this one has reported the same. Threads reach their exceptions at different times."""
    others = [one for one in map(_of, range(_start.thread())) if one is not None]
    end = time.monotonic() + _PATIENCE
    while others and time.monotonic() < end:
        if any(one.value == number for one in others):
            return True
        time.sleep(_LOOK)
    return False


def _report(kind: type[BaseException], value: BaseException, traceback: TracebackType | None) -> None:
    if not _shared.is_kept('reports'):
        _before(kind, value, traceback)
        return
    number = 1 + zlib.crc32((getattr(value, 'reported_as', None) or f'{kind.__name__}: {value}').encode(errors='replace'))
    if not _is_reported(number):
        _before(kind, value, traceback)
        sys.stderr.flush()
    # Not before the report is out: upcrun ends the others when the first thread ends.
    _shared.kept('reports', 1, 'i8').mine[0] = number


sys.excepthook = _report
