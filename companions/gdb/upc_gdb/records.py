# SPDX-License-Identifier: BSD-3-Clause
"""The records of shared variables and pointers-to-shared.

upcc -g writes a record for each of them, since C has no word for their types and so the usual debugging information lacks
these. The runtime's urtk_debug_begin and urtk_debug_end enclose the records: texts of fields with tabs between them.
"""
from collections import namedtuple

import gdb

from .job import number, value

Record = namedtuple('Record', 'name file line kind element block dimensions symbol type')
# kind is `object`, `blocked` (a multi-blocked array) or `pointer`. block has a number for each dimension of a multi-blocked
# array, otherwise one number. dimensions are C expressions.

records_of = {}  # file name of a program -> its records


def records():
    """name -> the records with that name."""
    path = gdb.selected_inferior().progspace.filename
    if path in records_of:
        return records_of[path]
    found = {}
    begin, end = number('*(long *)&urtk_debug_begin'), number('*(long *)&urtk_debug_end')
    if begin and end > begin:
        text = gdb.selected_inferior().read_memory(begin, end - begin).tobytes().decode(errors='replace')
        for line in text.split('\0'):
            fields = line.split('\t')
            if len(fields) == len(Record._fields):
                record = Record(*fields)
                found.setdefault(record.name, []).append(record)
    if begin:
        records_of[path] = found
    return found


def record(name):
    """The record of the variable that this name has in the selected frame."""
    candidates = records().get(name, [])
    try:
        symbol = gdb.lookup_symbol(name)[0]
    except gdb.error:  # no frame
        symbol = None
    if symbol:
        for r in candidates:
            if int(r.line) == symbol.line and symbol.symtab and symbol.symtab.filename.endswith(r.file):
                return r
    objects = [r for r in candidates if r.kind != 'pointer']
    if objects and not (symbol and symbol.needs_frame):  # no variable of the function hides it
        return objects[0]
    return None


def dimensions(r):
    return [number(d.replace('urt_threads', 'urtk_threads_now')) for d in r.dimensions.split(',') if d]


def blocks(r):
    return [int(b) for b in r.block.split(',')]


def offset_of(r):
    """The offset of a shared object in the segments."""
    return number('*(unsigned long *)&%s' % r.symbol)


def declaration(r):
    """The runtime's description of a multi-blocked array."""
    return value(r.symbol.replace('upc_v_', 'upc_d_', 1))


def lookup_type(name):
    """The C type of a name in a record, such as `const struct point *`."""
    words = name.replace('const ', '').replace('volatile ', '').strip()
    stars = len(words) - len(words.rstrip('* '))
    pointers = words.count('*', len(words) - stars)
    words = words.rstrip('* ')
    kind = gdb.lookup_type(words)
    for _ in range(pointers):
        kind = kind.pointer()
    return kind
