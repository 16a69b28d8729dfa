# SPDX-License-Identifier: BSD-3-Clause
"""The expressions of `upc print`: A[3][5].x, *p, p[2], p->x, (*p).x, p + 2, *(p + 2), &A[3][5]."""
import re

import gdb

from .job import number
from .places import array_element, pointed_to
from .records import dimensions, record

TERM = re.compile(r'\s*(\*?)\s*\(?\s*([A-Za-z_]\w*)\s*\)?\s*')


def subscripts(text):
    """The expressions in the brackets at the beginning of a text, and the rest."""
    found = []
    while text.lstrip().startswith('['):
        text = text.lstrip()
        depth, end = 0, None
        for i, c in enumerate(text):
            depth += (c == '[') - (c == ']')
            if depth == 0:
                end = i
                break
        if end is None:
            raise gdb.GdbError('a ] is missing')
        found.append(text[1:end])
        text = text[end + 1:]
    return found, text.strip()


def plain(text):
    """The same without what stands around it: *(p + 2) is p[2], (*p).x is p->x, &p[2] is p + 2. Also 1 for an address."""
    text = text.strip()
    address = text.startswith('&')
    text = text[address:].strip()
    text = re.sub(r'^\(\s*\*\s*(\w+)\s*\)\s*\.', r'\1->', text)
    text = re.sub(r'^\*\s*&\s*', '', text)
    sum_ = re.match(r'^\*\s*\(\s*([A-Za-z_]\w*)\s*([+-].*)\)$', text)
    if sum_:
        text = '%s[%s]' % sum_.groups()
    sum_ = re.match(r'^([A-Za-z_]\w*)\s*([+-][^+>-].*)$', text)
    r = record(sum_.group(1)) if sum_ and not address else None
    if r is not None and r.kind == 'pointer':
        return '%s[%s]' % sum_.groups(), True
    return text, address


def evaluate(text):
    """What an expression names, and the text of the members that follow: a place, a record if it is a whole variable, or None
    if it is no variable of UPC."""
    start = TERM.match(text)
    r = record(start.group(2)) if start else None
    if r is None:
        return None, text
    index, rest = subscripts(text[start.end():])
    index = [number(i) for i in index]
    if rest.startswith('->'):
        rest, index = '.' + rest[2:], index or [0]
    if r.kind != 'pointer':
        extent = dimensions(r)
        return array_element(r, index or [0] * len(extent)) if extent and index or not extent else r, rest
    if not index and not start.group(1):
        return r, rest
    return pointed_to(r, index[0] if index else 0), rest


def split_members(rest):
    """The members at the beginning of a text, and what follows: `.a[2]` and `+ 1`."""
    found = re.match(r'(\s*(\.\s*\w+|\[\s*\d+\s*\]))*', rest).end()
    return rest[:found], rest[found:].strip()


def offset_of_members(kind, rest):
    """The bytes from the start of a value to a member of it, and the member's type."""
    offset = 0
    for name, sub in re.findall(r'\.\s*(\w+)|\[\s*(\d+)\s*\]', rest):
        kind = kind.strip_typedefs()
        if name:
            field = next((f for f in kind.fields() if f.name == name), None)
            if field is None:
                raise gdb.GdbError('%s has no member %s' % (kind, name))
            offset, kind = offset + field.bitpos // 8, field.type
        else:
            kind = kind.target()
            offset += int(sub) * kind.sizeof
    return offset, kind


def members(v, rest):
    """A member of a value: `.a[2].b`."""
    for name, sub in re.findall(r'\.\s*(\w+)|\[\s*(\d+)\s*\]', rest):
        v = v[name] if name else v[int(sub)]
    return v
