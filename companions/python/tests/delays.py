# SPDX-License-Identifier: BSD-3-Clause
"""A test mode: a thread that comes late to each call of the library. What an operation reads too early, or too late, is then
wrong for certain, and not only in some runs."""
import contextlib
import random
import time

import upc_stride as us
from upc_stride._base import _start

SECONDS = 0.0005


def _late(function, is_late=lambda: True):
    def called(*arguments):
        if is_late():
            time.sleep(SECONDS)
        return function(*arguments)
    return called


@contextlib.contextmanager
def _with_late_calls(is_late):
    """Before each call of the library that moves data or waits, the caller asks whether it is late."""
    library = _start.library()
    own = dict(vars(library))
    for name, function in own.items():
        if name not in ('mythread', 'threads', 'last_error', 'place'):
            setattr(library, name, _late(function, is_late))
    try:
        yield
    finally:
        vars(library).update(own)


def delayed(number):
    """Thread `number` is late at each call."""
    return _with_late_calls(lambda: True) if us.thread() == number else contextlib.nullcontext()


def delayed_at_random(seed):
    """A thread is late at some of its calls, each time other ones."""
    some = random.Random(seed * us.threads() + us.thread())
    return _with_late_calls(lambda: some.randrange(4 * us.threads()) == 0) if us.threads() > 1 else contextlib.nullcontext()
