# SPDX-License-Identifier: BSD-3-Clause
"""The job: its threads, and which of them is selected. Values of C expressions."""
from collections import OrderedDict

import gdb


def value(expression):
    return gdb.parse_and_eval(expression)


def number(expression):
    return int(value(expression))


def jobs_threads():
    """The threads of the job that gdb is attached to: thread -> inferior."""
    found, before = {}, gdb.selected_thread()
    for inferior in gdb.inferiors():
        if not inferior.pid or not inferior.threads():
            continue
        try:
            select(inferior)
            if number('urtk_debug_is_thread'):
                found[mythread()] = inferior
        except gdb.error:
            pass
    if before:
        before.switch()
    return OrderedDict(sorted(found.items()))


def select(inferior):
    """Makes an inferior the selected one. gdb prints nothing."""
    if gdb.selected_inferior().num == inferior.num:
        return
    if inferior.threads():
        min(inferior.threads(), key=lambda t: t.num).switch()
    else:
        gdb.execute('inferior %d' % inferior.num, to_string=True)


def mythread():
    return number('urtk_mythread_now')


def threads():
    return number('urtk_threads_now')


def each_thread():
    """Selects the UPC threads one after the other; yields each with its inferior. Each process is one UPC thread."""
    before = gdb.selected_thread()
    try:
        for thread, inferior in jobs_threads().items():
            select(inferior)
            min(inferior.threads(), key=lambda t: t.num).switch()
            yield thread, inferior
    finally:
        if before and before.is_valid():
            before.switch()
