# SPDX-License-Identifier: BSD-3-Clause
"""What a notebook shows for an array: the owner of each block."""
from __future__ import annotations

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._arrays import Array

_MOST = 32  # rows and columns that the table shows


def owners(array: Array) -> str:
    """A table in HTML of the blocks in the first two dimensions, each with its owner's number, and its colour as in all
    pictures (tools/show/colour.c)."""
    rows, columns = (array.nblocks + (1,))[:2]
    rest = (0,) * (array.ndim - 2)
    left_out = f'; the first {_MOST} rows and columns' if max(rows, columns) > _MOST else ''
    lines = [f'<table><caption>{html.escape(repr(array))}: the owner of each block{left_out}</caption>']
    for row in range(min(rows, _MOST)):
        numbers = [array.owner(*((row, column) + rest)[:array.ndim]) for column in range(min(columns, _MOST))]
        cells = (f'<td style="background: hsl({number * 137.508 % 360:.0f}, 55%, 68%); color: black">{number}</td>'
                 for number in numbers)
        lines.append('<tr>' + ''.join(cells) + '</tr>')
    return '\n'.join([*lines, '</table>'])
