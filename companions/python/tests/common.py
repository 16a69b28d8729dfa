# SPDX-License-Identifier: BSD-3-Clause
"""Data and helpers of the tests. Every thread runs every test: upcrun -n 4 python3 -m pytest python/tests"""
import contextlib
import pathlib
import shutil
import tempfile

import numpy

import upc_stride as us
from upc_stride._calls._agreement import from_thread


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


def free(*arrays):
    """Frees arrays, when all threads have read what they compare."""
    us.barrier()
    for array in arrays:
        array.free()
