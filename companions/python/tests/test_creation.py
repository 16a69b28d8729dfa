# SPDX-License-Identifier: BSD-3-Clause
"""Arrays whose elements follow from their indices, beside NumPy's with the same arguments: shape, type and bits, or an error."""
import itertools
import random
import warnings

import numpy
import pytest

import upc_stride as us

NUMPY_1 = numpy.__version__ < '2'
NUMBERS = 0, 1, -3, 7, 0.1, -2.5, 1e3, numpy.float32(0.3), numpy.int16(5)
TYPES = None, 'i4', 'u1', 'f2', 'f4', 'f8', 'c16'


def some(*choices):
    """A hundred of the combinations, the same on all threads."""
    return random.Random(1).sample(list(itertools.product(*choices)), 100)


def same(call, *arguments, **options):
    """Both make the same array, or raise the same kind of error."""
    try:
        with numpy.errstate(all='ignore'):
            wanted = getattr(numpy, call)(*arguments, **options)
    except Exception as failure:
        kinds = (ValueError, ZeroDivisionError, OverflowError, TypeError)
        with pytest.raises(kinds if isinstance(failure, kinds) else type(failure)):
            getattr(us, call)(*arguments, **options)
        return
    with numpy.errstate(all='ignore'):
        made = getattr(us, call)(*arguments, **options)
    assert made.dtype == wanted.dtype, (call, arguments, options)
    same_bits = made.to_numpy().tobytes() == wanted.tobytes()
    if call == 'linspace' and NUMPY_1 and any(isinstance(one, numpy.generic) for one in arguments):
        same_bits = numpy.allclose(made.to_numpy(), wanted, 1e-6)  # NumPy 2 computes in the type of the result, NumPy 1 did not
    assert same_bits, (call, arguments, options, made.to_numpy(), wanted)
    made.free()


def test_arange():
    for n in 0, 1, 2, 17, -4, 5.5, 1000:
        same('arange', n)
    for start, stop, step in some(NUMBERS, NUMBERS, (1, -1, 3, 0.3, -0.7, numpy.float32(0.5))):
        same('arange', start, stop, step)
    for dtype in TYPES:
        same('arange', 0, 30, 2, dtype=dtype)
        same('arange', 5, 0, -1, dtype=dtype)
        same('arange', 0.5, 9, 1.25, dtype=dtype)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        assert us.arange(5, 0, -2, dtype='u1').tolist() == [5, 3, 1]  # the distance wraps
    same('arange', 2, dtype=bool)
    same('arange', 5, dtype=bool)
    same('arange', 1, 5, 0)


def test_linspace():
    for arguments in some(NUMBERS, NUMBERS, (0, 1, 2, 3, 50), (True, False)):
        same('linspace', *arguments)
    for dtype in TYPES:
        same('linspace', 0, 9.9, 12, dtype=dtype)
    same('linspace', 0, 1 + 2j, 7)
    same('linspace', 0, 5e-324, 5)  # steps too short for a number
    same('linspace', 0, 1, -1)


def test_eye_and_ones():
    for n, m, k in itertools.product((0, 1, 3, 8), (None, 0, 2, 9), (-2, 0, 1)):
        same('eye', n, m, k)
    same('eye', 4, dtype='i4')
    for shape in 0, 5, (2, 3), (), (3, 0):
        same('ones', shape)
        same('ones', shape, dtype='u1')


def test_fromfunction():
    for function in lambda i, j: 10 * i + j, lambda i, j: i == j, lambda i, j: numpy.sqrt(i) - 1j * j, lambda i, j: i * 2:
        for shape in (4, 5), (1, 9), (13, 2):
            same('fromfunction', function, shape)
            same('fromfunction', function, shape, dtype='i4')
    same('fromfunction', lambda i: i ** 2, (11,))


def test_layouts():
    p = us.threads()
    for made in us.arange(12 * p, block=3), us.linspace(0, 1, 12 * p, block=3), us.ones(12 * p, 3), us.fromfunction(numpy.negative, 12 * p, block=3):
        assert made.block == (3,) and made.nblocks == (4 * p,)
    matrix = us.eye(4 * p, block=(2, 2), grid=(p, 1))
    assert matrix.grid == (p, 1) and numpy.array_equal(matrix.to_numpy(), numpy.eye(4 * p))


def test_like():
    A = us.zeros(3)
    for call, *arguments in (('zeros', 3), ('empty', (2, 2)), ('ones', 4), ('full', 3, 7), ('arange', 5), ('arange', 1, 9, 2), ('eye', 3), ('identity', 4),
                             ('array', [1, 2]), ('asarray', [[1.5]]), ('fromfunction', lambda i: 2 * i, (5,))):
        wanted, made = (getattr(numpy, call)(*arguments, **options) for options in ({}, {'like': A}))
        assert isinstance(made, us.Array) and made.dtype == wanted.dtype and made.shape == wanted.shape
        assert call == 'empty' or made.tolist() == wanted.tolist()
    assert numpy.ones(3, 'i4', like=A).dtype == 'i4'


def test_errors():
    for wrong, kind in ((lambda: us.arange(0, numpy.datetime64('2020-01-01')), TypeError), (lambda: us.arange('5'), TypeError), (lambda: us.linspace('a', 1), TypeError),
                        (lambda: us.linspace(0, 1, 2.5), TypeError), (lambda: us.arange(0, float('inf')), OverflowError), (lambda: us.eye(-1), ValueError),
                        (lambda: us.fromfunction(lambda i: 1 / 0, 3), ZeroDivisionError)):
        with pytest.raises(kind):
            wrong()
