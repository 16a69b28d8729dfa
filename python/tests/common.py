# SPDX-License-Identifier: BSD-3-Clause
"""Data and helpers of the tests. Every thread runs every test: upcrun -n 4 python3 -m pytest python/tests"""
import numpy

import upc_stride as us


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


def free(*arrays):
    """Frees arrays, when all threads have read what they compare."""
    us.barrier()
    for array in arrays:
        array.free()
