# SPDX-License-Identifier: BSD-3-Clause
"""What a notebook shows for an array: the owner of each block."""
from __future__ import annotations

import html
import math
import pathlib
from typing import TYPE_CHECKING
from urllib.parse import quote

from .._base._start import threads

if TYPE_CHECKING:
    from ._arrays import Array

_MOST = 32     # rows and columns that the table shows
_DRAWN = 64   # rows and columns that the drawing shows
_WIDTH = 640   # of the drawing


def _grid(array: Array) -> tuple[list[list[tuple[int, ...]]], str]:
    """The indices of the blocks that are shown, row by row, and which they are. Many blocks of one dimension are wrapped."""
    if array.ndim == 1 and array.nblocks[0] > _MOST:
        blocks: list[tuple[int, ...]] = [(at,) for at in range(0, array.nblocks[0], -(-array.nblocks[0] // (_MOST * _DRAWN)))]
        rows = [blocks[at:at + _MOST] for at in range(0, len(blocks), _MOST)]
    else:
        counts = (array.nblocks + (1, 1))[:2]
        every = [max(1, -(-count // _DRAWN)) for count in counts]
        rest = (0,) * (array.ndim - 2)
        rows = [[((row, column) + rest)[:array.ndim] for column in range(0, counts[1], every[1])]
                for row in range(0, counts[0], every[0])]
    shown, count = sum(len(row) for row in rows), math.prod(array.nblocks[:2])
    return rows, f'; {shown} of {count} blocks' if shown < count else ''


def _colour(owner: int) -> str:
    """As in all pictures (companions/show/colour.c)."""
    return f'hsl({owner * 137.508 % 360:.0f}, 55%, 68%)'


def owners(array: Array) -> str:
    """The owner of each block in the first two dimensions, in HTML: a table with numbers, or a drawing of many blocks, whose
    numbers appear under the pointer."""
    rows, left_out = _grid(array)
    caption = f'{html.escape(repr(array))}: the owner of each block{left_out}'
    width = max((len(row) for row in rows), default=0)
    if max(len(rows), width) <= _MOST and (array.ndim != 1 or len(rows) * width <= _MOST):
        lines = [f'<table><caption>{caption}</caption>']
        for row in rows:
            cells = (f'<td style="background: {_colour(owner)}; color: black">{owner}</td>'
                     for owner in (array.owner(*index) for index in row))
            lines.append('<tr>' + ''.join(cells) + '</tr>')
        return '\n'.join([*lines, '</table>'])
    side = min(20, _WIDTH // max(1, width))
    lines = [f'<figure><figcaption>{caption}</figcaption>',
             f'<svg width="{side * width}" height="{side * len(rows)}" shape-rendering="crispEdges">']
    for at, row in enumerate(rows):
        for column, index in enumerate(row):
            owner = array.owner(*index)
            lines.append(f'<rect x="{side * column}" y="{side * at}" width="{side}" height="{side}" fill="{_colour(owner)}" '
                         f'stroke="white"><title>block {", ".join(map(str, index))}: thread {owner}</title></rect>')
    return '\n'.join([*lines, '</svg></figure>'])


def _page() -> str:
    """The text of explorer.html, of the build or installation that the package lies in."""
    for above in pathlib.Path(__file__).resolve().parents:
        for place in 'build/explorer.html', 'share/doc/upc-stride/explorer.html':
            if (above / place).exists():
                return (above / place).read_text()
    raise FileNotFoundError('this installation has no explorer.html; companions/explorer/explorer.md says how it gets one')


class Explorer:
    """A frame with the explorer, on an array."""

    def __init__(self, array: Array):
        grid = f', grid={array.grid}' if array.grid else ''
        declaration = f"us.zeros({array.shape}, dtype='{array.dtype}', block={array.block}{grid})"
        state = f'd={quote(declaration)}&amp;n={threads()}'
        self._text, self._page = f'the explorer on {array!r}', _page().replace('<body>', f'<body data-state="{state}">', 1)

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return ('<iframe sandbox="allow-scripts allow-downloads" style="width: 100%; height: 900px; border: 0" '
                f'title="{html.escape(self._text)}" srcdoc="{html.escape(self._page)}"></iframe>')
