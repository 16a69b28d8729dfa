# SPDX-License-Identifier: BSD-3-Clause
"""How values and types of UPC are printed."""
import gdb

from .job import threads
from .memory import segment
from .records import declaration


def describe_pointer(pointer):
    """Thread, phase and place of a pointer-to-shared."""
    thread, phase, offset = int(pointer['thread']), int(pointer['phase']), int(pointer['offset'])
    return 'null' if offset == 0 and thread == 0 else describe_place(thread, phase, offset)


def shared(block):
    """The qualifier with its layout."""
    return {0: 'shared []', 1: 'shared'}.get(block, 'shared [%d]' % block)


def describe_place(thread, phase, offset):
    start = segment(thread)
    where = ' at %#x' % (start + offset) if start is not None else ' at offset %#x' % offset
    return 'thread %d, phase %d%s' % (thread, phase, where)


class PointerPrinter:
    """urt_ptr_t: a pointer-to-shared."""
    def __init__(self, v):
        self.v = v

    def to_string(self):
        return '{%s}' % describe_pointer(self.v)


INTERVAL = {0: '%(lo)d', 1: '%(lo)d:%(hi)d', 2: '%(lo)d:%(step)d:%(hi)d', 3: ':'}


def section_text(v):
    parts = []
    for k in range(int(v['intervals'])):
        i = v['interval'][k]
        fields = {f: int(i[f]) for f in ('lo', 'hi', 'step')}
        parts.append(INTERVAL.get(int(i['kind']), '?') % fields)
    return '<%s>' % ', '.join(parts)


class SectionPrinter:
    """upc_stride_section_t: blocks of an array."""
    def __init__(self, v):
        self.v = v

    def to_string(self):
        text = 'section %s' % section_text(self.v)
        array = array_text(self.v['array'])
        return '%s of %s' % (text, array) if array else text


def array_text(pointer):
    """A handle's name, shape, block, grid and owners of blocks."""
    if int(pointer) == 0:
        return 'null'
    try:
        array = pointer.dereference()
        layout = array['layout']
        ndims = int(layout['ndims'])
        shape = 'x'.join(str(int(layout['shape'][k])) for k in range(ndims))
        block = 'x'.join(str(int(layout['block'][k])) for k in range(ndims))
        text = '%s elements of %d bytes in blocks of %s' % (shape, int(layout['elemsize']), block)
        if int(layout['gridded']):
            text += ' on a grid of %s threads' % 'x'.join(str(int(layout['grid'][k])) for k in range(ndims))
        else:
            text += ', dealt out to %d threads in turn' % int(layout['threads'])
        return ('array %s, ' % array['name'].string() if int(array['name']) else '') + text
    except (gdb.error, gdb.MemoryError):
        return ''


class ArrayPrinter:
    """upc_stride_array_t: a handle."""
    def __init__(self, v):
        self.v = v

    def to_string(self):
        return array_text(self.v) or '%#x' % int(self.v)


def printer(v):
    """gdb asks for each value that it prints: an object that prints it, or None."""
    name = v.type.name or (v.type.target().name if v.type.code == gdb.TYPE_CODE_PTR else None)
    if name == 'urt_ptr_t':
        return PointerPrinter(v)
    if name == 'upc_stride_section_t':
        return SectionPrinter(v)
    if v.type.name == 'upc_stride_array_t':
        return ArrayPrinter(v)
    return None


def whatis(r):
    """The type of a variable, and how its elements are dealt out."""
    if r.kind == 'pointer':
        return r.type
    text = r.type
    block = r.block.replace(',', 'x')
    if r.kind == 'blocked' and int(declaration(r)['layout']['gridded']):
        layout = declaration(r)['layout']
        grid = 'x'.join(str(int(layout['grid'][k])) for k in range(int(layout['ndims'])))
        return '%s: blocks of %s on a grid of %s threads' % (text, block, grid)
    if not r.dimensions or block == '0':
        return text + ': on thread 0'
    return '%s: blocks of %s, dealt out to %d threads in turn' % (text, block, threads())
