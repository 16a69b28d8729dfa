# SPDX-License-Identifier: BSD-3-Clause
"""Data and helpers of the tests. Every thread runs every test: upcrun -n 4 python3 -m pytest python/tests"""
import contextlib
import pathlib
import shutil
import tempfile
import warnings

import numpy

import upc_stride as us
from upc_stride._calls._agreement import from_thread
from upc_stride._calls._shared import over_threads


def numbers(shape, dtype='f8'):
    """An array of that shape with the elements 0, 1, 2 and so on."""
    return numpy.arange(numpy.prod(shape)).reshape(shape).astype(dtype)


def random(shape, seed=1):
    """Random numbers, the same on all threads."""
    return numpy.random.default_rng(seed).standard_normal(shape)


def grid():
    """A grid of two dimensions of all threads."""
    rows = 2 if us.threads() % 2 == 0 else 1
    return rows, us.threads() // rows


@contextlib.contextmanager
def shared_folder():
    """A folder that is the same on all threads of this job and of no other, until all threads have left."""
    folder = pathlib.Path(from_thread(0, tempfile.mkdtemp() if us.thread() == 0 else None))
    try:
        yield folder
    finally:
        us.barrier()
        if us.thread() == 0:
            shutil.rmtree(folder)


@contextlib.contextmanager
def warned():
    """A set that has, at the end of the block, the warnings that were given in it, as texts."""
    told = set()
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter('always')
        yield told
    told |= {f'{one.category.__name__}: {str(one.message)[:45]}' for one in given}


def of_all_threads(told):
    """What any thread has in its set."""
    return told.union(*(from_thread(one, told) for one in range(us.threads()))) if any_thread(bool(told)) else told


def any_thread(flag):
    return bool(over_threads(numpy.array([int(flag)]), 'max')[0])


def are_alike(ours, theirs):
    """Whether one exception is caught where the other is."""
    return type(ours) is type(theirs) or isinstance(ours, type(theirs)) or isinstance(theirs, type(ours))


def free(*arrays):
    """Frees arrays, when all threads have read what they compare."""
    us.barrier()
    for array in arrays:
        array.free()
