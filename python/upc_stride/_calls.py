# SPDX-License-Identifier: BSD-3-Clause
"""The collectives. All owners of the blocks call, with the same arguments; other threads may call, and return at once."""
import ctypes

from . import _library
from ._start import checked, library

_OPERATIONS = {'sum': _library.ADD, 'prod': _library.MULT, 'min': _library.MIN, 'max': _library.MAX}
_TYPES = {'i1': 11, 'u1': 12, 'i2': 13, 'u2': 14, 'i4': 15, 'u4': 16, 'i8': 17, 'u8': 18, 'f4': 19, 'f8': 20, 'f16': 21}


class Handle:
    """A call that was started with `wait=False`. It is complete when `wait` returns, or `test` is true."""

    def __init__(self, kept):
        self._handle, self._kept = ctypes.c_void_p(), kept

    def wait(self):
        """Waits until the call is complete."""
        checked(library().wait(ctypes.byref(self._handle)))

    def test(self):
        """True if the call is complete."""
        done = ctypes.c_int()
        checked(library().test(ctypes.byref(self._handle), ctypes.byref(done)))
        return bool(done.value)


def _call(name, wait, *arguments):
    if wait:
        if getattr(library(), name)(*arguments) != 0:
            checked(-1)
        return None
    handle = Handle(arguments)
    checked(getattr(library(), name + '_nb')(ctypes.byref(handle._handle), *arguments))
    return handle


def _bytes(blocks, nbytes):
    return blocks.array.block_bytes if nbytes is None else nbytes


def broadcast(dst, src, nbytes=None, *, wait=True):
    """Copies one block to every block of a section.

    Parameters
    ----------
    dst : Blocks
        The blocks that receive, for example `copies.blocks[0, :]`.
    src : Blocks
        One block, or the first of several.
    nbytes : int, optional
        How many bytes; the default is a whole block of src.
    wait : bool
        False: only starts the call.

    Returns
    -------
    Handle or None
        A handle, if `wait` is false.
    """
    return _call('broadcast', wait, dst.reference, src.start, _bytes(src, nbytes), 0)


def scatter(dst, src, nbytes=None, *, wait=True):
    """Piece i at the place of src, each of `nbytes` bytes (a block of dst), goes to block i of dst."""
    return _call('scatter', wait, dst.reference, src.start, _bytes(dst, nbytes), 0)


def gather(dst, src, nbytes=None, *, wait=True):
    """Block i of src goes to piece i at the place of dst."""
    return _call('gather', wait, dst.start, src.reference, _bytes(src, nbytes), 0)


def gather_all(dst, src, nbytes=None, *, wait=True):
    """Block i of src goes to slot i of every block of dst."""
    return _call('gather_all', wait, dst.reference, src.reference, _bytes(src, nbytes), 0)


def exchange(dst, src, nbytes, *, wait=True):
    """Slot i of src block j goes to slot j of dst block i; a slot has `nbytes` bytes."""
    return _call('exchange', wait, dst.reference, src.reference, nbytes, 0)


def permute(dst, src, perm, nbytes=None, *, wait=True):
    """Block i of src goes to block perm[i] of dst."""
    return _call('permute', wait, dst.reference, src.reference, _library.ints(list(perm)), _bytes(src, nbytes), 0)


def _values(src, nelems, op):
    if op not in _OPERATIONS:
        raise ValueError(f'op: {op!r}, must be one of {", ".join(_OPERATIONS)}')
    kind = src.array.dtype.kind + str(src.array.dtype.itemsize)
    if kind not in _TYPES:
        raise TypeError(f'values of {src.array.dtype}, must be integers or real numbers')
    return src.array.block_elements if nelems is None else nelems, _OPERATIONS[op], _TYPES[kind], None, 0


def reduce(dst, src, nelems=None, op='sum', *, wait=True):
    """Combines the blocks of src, value by value, into the first block of dst.

    Parameters
    ----------
    nelems : int, optional
        How many values of each block; the default is all.
    op : {'sum', 'prod', 'min', 'max'}
    """
    return _call('reduce', wait, dst.start, src.reference, *_values(src, nelems, op))


def reduce_all(dst, src, nelems=None, op='sum', *, wait=True):
    """As `reduce`, into every block of dst."""
    return _call('reduce_all', wait, dst.reference, src.reference, *_values(src, nelems, op))


def prefix_reduce(dst, src, nelems=None, op='sum', *, wait=True):
    """Block i of dst gets the combination of blocks 0 to i of src."""
    return _call('prefix_reduce', wait, dst.reference, src.reference, *_values(src, nelems, op))


def prefix_reduce_exclusive(dst, src, nelems=None, op='sum', *, wait=True):
    """Block i of dst gets the combination of blocks 0 to i - 1 of src. Block 0 stays as it is."""
    return _call('prefix_reduce_exclusive', wait, dst.reference, src.reference, *_values(src, nelems, op))


def reduce_scatter(dst, src, nelems=None, op='sum', *, wait=True):
    """Combines slot i of every block of src into block i of dst. A slot has `nelems` values (a block of dst)."""
    nelems = dst.array.block_elements if nelems is None else nelems
    return _call('reduce_scatter', wait, dst.reference, src.reference, *_values(src, nelems, op))


def copy(dst, src, *, wait=True):
    """Assigns elements, `dst[...] = src[...]`, between arrays of any two layouts.

    Parameters
    ----------
    dst, src : Elements
        Sections of elements, for example `B.elements[0:10, :]`, with as many elements in each dimension.
    """
    return _call('copy', wait, dst.reference, src.reference, 0)


def barrier(blocks=None):
    """A barrier of all threads, or of the owners of some blocks."""
    if blocks is None:
        checked(library().barrier_all())
    else:
        checked(library().barrier(blocks.reference))
