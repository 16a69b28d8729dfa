# SPDX-License-Identifier: BSD-3-Clause
"""Where elements of shared arrays lie."""
import gdb

from .job import threads, value
from .memory import object_at
from .records import blocks, declaration, dimensions, lookup_type, offset_of


class Place:
    """An object in shared memory: a thread, an offset in its segment, the C type, and the block size of its address."""
    def __init__(self, thread, phase, offset, kind, block):
        self.thread, self.phase, self.offset, self.kind, self.block = thread, phase, offset, kind, block

    def value(self):
        return object_at(self.kind, self.thread, self.offset)


def add(thread, phase, offset, n, size, block):
    """A pointer-to-shared plus n elements."""
    if block == 0:
        return thread, phase, offset + n * size
    whole, phase_after = divmod(phase + n, block)
    turns, to = divmod(thread + whole, threads())
    return to, phase_after if block > 1 else 0, offset + (turns * block + phase_after - phase) * size


def place_in_blocks(r, index):
    """The thread of an element of a multi-blocked array, and the offset of the element in the thread's part."""
    layout = declaration(r)['layout']
    ndims = int(layout['ndims'])
    block = [int(layout['block'][k]) for k in range(ndims)]
    within, elements, place, thread = 0, 1, 0, 0
    gridded = int(layout['gridded'])
    for k in range(ndims):
        at = index[k] // block[k]
        within = within * block[k] + index[k] % block[k]
        elements *= block[k]
        if gridded:
            along, owner = divmod(at, int(layout['grid'][k]))
            thread = thread * int(layout['grid'][k]) + owner
            place = place * (int(layout['full'][k]) + (owner < int(layout['rest'][k]))) + along
        else:
            place = place * int(layout['nblocks'][k]) + at
    if not gridded:
        place, thread = divmod(place, threads())
    return thread, (place * elements + within) * int(layout['elemsize'])


def array_element(r, index):
    """The place of an element of a shared array."""
    extent = dimensions(r)
    kind = lookup_type(r.element)
    if len(index) != len(extent):
        raise gdb.GdbError('%s has %d dimensions, and %d subscripts were given' % (r.name, len(extent), len(index)))
    for k, i in enumerate(index):
        if not 0 <= i < extent[k]:
            raise gdb.GdbError('subscript %d of %s is %d, must be in 0..%d' % (k, r.name, i, extent[k] - 1))
    start = offset_of(r)
    if r.kind == 'blocked':
        thread, offset = place_in_blocks(r, index)
        return Place(thread, 0, start + offset, kind, 0)
    n = 0
    for i, size in zip(index, extent):
        n = n * size + i
    return Place(*add(0, 0, start, n, kind.sizeof, blocks(r)[0]), kind, blocks(r)[0])


def pointed_to(r, n):
    """The place of element n, counted from the one that a pointer-to-shared points to."""
    pointer = gdb.selected_frame().read_var(r.name) if gdb.selected_thread() else value(r.name)
    if pointer.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
        raise gdb.GdbError('%s points to a multi-blocked array: print an element of the array' % r.name)
    if int(pointer['offset']) == 0:
        raise gdb.GdbError('%s is a null pointer-to-shared' % r.name)
    kind = lookup_type(r.element)
    return Place(*add(int(pointer['thread']), int(pointer['phase']), int(pointer['offset']), n, kind.sizeof, blocks(r)[0]),
                 kind, blocks(r)[0])
