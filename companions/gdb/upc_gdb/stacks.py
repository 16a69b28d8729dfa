# SPDX-License-Identifier: BSD-3-Clause
"""The stack of a thread as text, and its last call."""
import re

import gdb

from .job import value

TASK = re.compile(r'^__(\w+?)_block_invoke(_\d+)?$')  # the body of a task in the language


def function_of(frame):
    name = frame.name() or '??'
    task = TASK.match(name)
    if task:
        return 'task in ' + ('main' if task.group(1) == 'urt_user_main' else task.group(1))
    return 'main' if name == 'urt_user_main' else name


def place_of(frame):
    sal = frame.find_sal()
    return '%s:%d' % (sal.symtab.filename, sal.line) if sal and sal.symtab else ''


# Functions of the runtime and of the system that call the program's main, or the tasks of a stack.
CALLERS = ('look_for_tasks', 'urt_main', 'main_of_the_UPC_program', '__libc_start_call_main', '__libc_start_main_impl',
           '__libc_start_main', '_start')


def stack(frame=None):
    """A line for each frame, from the innermost or the given one to main."""
    lines, frame = [], frame or gdb.newest_frame()
    while frame is not None and frame.is_valid() and frame.name() not in CALLERS:
        place = place_of(frame)
        if frame.name() == 'urtk_task_run':
            lines.append('(a task begins here)')
        else:
            lines.append(function_of(frame) + (' at ' + place if place else ''))
        frame = frame.older()
    if lines and lines[-1].startswith('main at ') and 'runtime/core/main.c' in lines[-1]:
        lines.pop()
    return tuple(lines)


def user_frame():
    """The innermost frame in UPC code, as text."""
    frame = gdb.newest_frame()
    while frame is not None:
        place = place_of(frame)
        if re.search(r'\.(upc|c):\d+$', place) and '/runtime/' not in place and '/src/' not in place:
            if not place.startswith('/build') and not place.startswith('..'):
                return '%s at %s' % (function_of(frame), place)
        frame = frame.older()
    return function_of(gdb.newest_frame())


def latest_call():
    """The thread's last call that may wait, as the runtime has noted it: "file.upc:12: upc_barrier"."""
    try:
        text = value('*urtk_called_now')
        return text.string() if int(text) else ''
    except (gdb.error, gdb.MemoryError):
        return ''
