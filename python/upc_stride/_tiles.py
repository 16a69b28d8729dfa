# SPDX-License-Identifier: BSD-3-Clause
"""A function on the tiles of arrays."""
from . import _calls


def map(function, first, *others):
    """Calls `function(tile, ...)` with the caller's tiles of arrays of one layout. A result that is not None becomes the
    tile of the first array. All threads call; a barrier before and after is implied."""
    for other in others:
        if (other.shape, other.block, other.grid) != (first.shape, first.block, first.grid):
            raise ValueError(f'{other!r}, must have the layout of {first!r}')
    _calls.barrier()
    rest = [[tile for _, tile in other.local] for other in others]
    for number, (_, tile) in enumerate(first.local):
        result = function(tile, *(tiles[number] for tiles in rest))
        if result is not None:
            tile[...] = result
    _calls.barrier()
