# SPDX-License-Identifier: BSD-3-Clause
"""Shared memory: the segments of the threads, and objects in them."""
import gdb

from .job import jobs_threads, number, select


def segment(thread):
    """The address of a thread's segment in the selected process; None if the thread is far."""
    try:
        start, stride = number('*(unsigned long *)&urt_segments'), number('*(unsigned long *)&urt_stride')
        return start + thread * stride
    except gdb.error:
        pass
    try:
        first, size = number('*(unsigned *)&urt_node_first'), number('*(unsigned *)&urt_node_size')
        if not first <= thread < first + size:
            return None
        return number('*(unsigned long *)&urt_node_base') + thread * number('*(unsigned long *)&urt_node_stride')
    except gdb.error:
        pass
    try:
        return number('(*(unsigned long **)&urt_near_base)[%d]' % thread) or None
    except gdb.error:
        return None


def read_shared(thread, offset, size):
    """Bytes of a thread's shared memory, read by address, or in that thread's process if it is far."""
    start = segment(thread)
    if start is not None:
        return gdb.selected_inferior().read_memory(start + offset, size).tobytes()
    owner = jobs_threads().get(thread)
    if owner is None:
        raise gdb.GdbError('thread %d is far and gdb is not attached to it: upcrun -gdb attaches to all' % thread)
    before = gdb.selected_inferior()
    select(owner)
    try:
        return owner.read_memory(segment(thread) + offset, size).tobytes()
    finally:
        select(before)


def object_at(kind, thread, offset):
    """The object of a C type at an offset of a thread's segment."""
    start = segment(thread)
    if start is not None:
        return gdb.Value(start + offset).cast(kind.pointer()).dereference()
    return gdb.Value(read_shared(thread, offset, kind.sizeof), kind)
