# SPDX-License-Identifier: BSD-3-Clause
"""A test mode: a thread that comes late to each call of the library. What an operation reads too early, or too late, is then
wrong for certain, and not only in some runs."""
import contextlib
import time

import upc_stride as us
from upc_stride._base import _start

SECONDS = 0.0005


def _late(function):
    def called(*arguments):
        time.sleep(SECONDS)
        return function(*arguments)
    return called


@contextlib.contextmanager
def delayed(number):
    """Thread `number` sleeps before each call of the library that moves data or waits."""
    library = _start.library()
    own = dict(vars(library)) if us.thread() == number else {}
    for name, function in own.items():
        if name not in ('mythread', 'threads', 'last_error', 'place'):
            setattr(library, name, _late(function))
    try:
        yield
    finally:
        vars(library).update(own)
