# SPDX-License-Identifier: BSD-3-Clause
"""What a notebook shows for an array: the owner of each block."""
from __future__ import annotations

import html
import pathlib
from typing import TYPE_CHECKING
from urllib.parse import quote

from ._start import threads

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


def _page() -> str:
    """The text of explorer.html, of the build or installation that the package lies in."""
    for above in pathlib.Path(__file__).resolve().parents:
        for place in 'build/explorer.html', 'share/doc/upc-stride/explorer.html':
            if (above / place).exists():
                return (above / place).read_text()
    raise FileNotFoundError('there is no explorer.html beside this package; `make explorer` makes it')


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
