# SPDX-License-Identifier: BSD-3-Clause
"""The stacks that a thread has left, with tasks that wait or are ready (companions/tasks/runtime/tasks/)."""
from collections import OrderedDict, namedtuple

import gdb
import gdb.unwinder

from .job import value
from .stacks import place_of, stack

# What urtk_switch_stack leaves on a stack: the place of each register, in words; the register that holds the return address;
# the name of the stack pointer; the number of words.
SAVED = {'x86-64': ({'r15': 0, 'r14': 1, 'r13': 2, 'r12': 3, 'rbx': 4, 'rbp': 5, 'rip': 6}, 'rip', 'rsp', 7),
         'aarch64': (dict([('x29', 0), ('pc', 1)] + [('x%d' % n, n - 17) for n in range(19, 29)]), 'pc', 'sp', 20)}

FrameId = namedtuple('FrameId', 'sp pc')
MOST_STACKS = 1000  # of a thread: gdb needs some milliseconds for each


class LeftStack(gdb.unwinder.Unwinder):
    """An unwinder: while it has the pointer of a stack, gdb finds the frames of that stack instead of the callers of the
    newest frame. It writes nothing to the process, so it works on a core file too."""
    def __init__(self):
        super().__init__('upc_left_stack')
        self.pointer = None

    def __call__(self, pending):
        if self.pointer is None or pending.level() != 0:
            return None
        word = gdb.lookup_type('unsigned long')
        places, pc, sp, words = SAVED[machine()]
        info = pending.create_unwind_info(FrameId(gdb.Value(0).cast(word), pending.read_register(pc)))  # frame 0
        for register, at in places.items():
            info.add_saved_register(register, (self.pointer + at).dereference())
        info.add_saved_register(sp, (self.pointer + words).cast(word))
        return info

    def lines(self, pointer):
        """The lines of the stack with this pointer, without the functions of the runtime that left it."""
        self.pointer = pointer.cast(gdb.lookup_type('unsigned long').pointer())
        gdb.invalidate_cached_frames()
        try:
            frame = gdb.newest_frame().older()
            while frame is not None and 'runtime/tasks/' in place_of(frame) and frame.name() != 'urtk_task_run':
                frame = frame.older()
            return stack(frame) if frame is not None else ()
        finally:
            self.pointer = None
            gdb.invalidate_cached_frames()


left_stack = LeftStack()


def machine():
    return gdb.selected_inferior().architecture().name().split(':')[-1]


def left_contexts():
    """The contexts of the selected thread that do not run."""
    try:
        lists = gdb.lookup_static_symbol('urtk_waiting').value()
    except (AttributeError, gdb.error):  # a program without tasks, or without debugging information of the runtime
        return
    for first in [lists[i] for i in range(lists.type.range()[1] + 1)] + [value('urtk_ready')['first']]:
        while int(first):
            yield first.dereference()
            first = first['next']


def tasks_of_thread():
    """(what they wait for, their stack) -> how many tasks; and how many more there are."""
    found, more = OrderedDict(), 0
    for n, context in enumerate(left_contexts()):
        if n >= MOST_STACKS:
            more += 1
            continue
        waits = 'waits for ' + context['for_what'].string() if int(context['for_what']) else 'is ready to go on'
        key = waits, left_stack.lines(context['stack']['pointer'])
        found[key] = found.get(key, 0) + 1
    return found, more
