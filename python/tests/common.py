# SPDX-License-Identifier: BSD-3-Clause
"""What the tests share. Run them on several threads: upcrun -n 4 python -m pytest python/tests. Every thread runs every
test."""
import numpy

import upc_stride as us


def numbers(shape, dtype='f8'):
    """0, 1, 2 and so on, in that shape."""
    return numpy.arange(numpy.prod(shape)).reshape(shape).astype(dtype)


def random(shape, seed=1):
    """The same values on all threads."""
    return numpy.random.default_rng(seed).standard_normal(shape)


def grid():
    """A grid of two dimensions of all threads."""
    rows = 2 if us.threads() % 2 == 0 else 1
    return rows, us.threads() // rows
