# SPDX-License-Identifier: BSD-3-Clause
"""Sums by the library, beside exact ones, and beside NumPy's."""
import itertools
import math
import warnings

import numpy
import pytest
from common import free, random

import upc_stride as us
from upc_stride._base import _values
from upc_stride._base._start import checked, library
from upc_stride._numpy._sums import reduced_tile

SIZES = [1, 2, 7, 15, 16, 17, 31, 32, 33, 63, 255, 256, 257, 511, 512, 513, 1000, 4099]


def of_library(values):
    """Sums along the second of three dimensions."""
    values, (lines, count, columns) = numpy.ascontiguousarray(values), values.shape
    made = numpy.full((lines + 2, columns), 99, values.dtype)  # a line before and after it must stay as it is
    checked(library().sums(made[1:].ctypes.data, values.ctypes.data, lines, count, columns, _values.type_of(values.dtype)))
    assert (made[[0, -1]] == 99).all()
    return made[1:-1]


@pytest.mark.parametrize('dtype', ['f4', 'f8'])
@pytest.mark.parametrize('columns', [1, 2, 5, 70])
def test_errors_are_bounded(dtype, columns):
    for count in SIZES:
        values = (random((3, count, columns), count) * 10. ** random((3, count, columns), 1)).astype(dtype)
        roundings = 12 + math.log2(count) if columns == 1 else count / 8 + 10
        made = of_library(values)
        for line, column in itertools.product(range(3), range(columns)):
            one = values[line, :, column].tolist()
            bound = roundings * numpy.finfo(dtype).eps / 2 * math.fsum(map(abs, one))
            assert abs(float(made[line, column]) - math.fsum(one)) <= bound, (count, line, column)


@pytest.mark.parametrize('dtype', ['i4', 'u4', 'i8', 'u8'])
def test_integers_wrap(dtype):
    some = numpy.random.default_rng(7)
    for count, columns in itertools.product(SIZES, [1, 3]):
        limits = numpy.iinfo(dtype)
        values = some.integers(limits.min, limits.max, (2, count, columns), dtype, endpoint=True)
        assert (of_library(values) == numpy.add.reduce(values, 1, dtype=dtype)).all()


def test_zeros():
    """A sum begins with 0, as NumPy's: it is never -0."""
    for shape in itertools.product([0, 1, 2], [0, 1, 9, 40], [0, 1, 3]):
        for zeros in numpy.zeros(shape), numpy.full(shape, -0.):
            made = of_library(zeros)
            assert not made.any() and not numpy.signbit(made).any() and not numpy.signbit(zeros.sum(1)).any()


def test_same_bits_at_every_address():
    memory = numpy.empty(8 * 1001 + 64, 'u1')
    values = random(1000)
    wanted = of_library(values.reshape(1, -1, 1)), of_library(values.reshape(1, 100, 10))
    for at in range(0, 64, 8):
        there = memory[at:at + 8000].view('f8')
        there[...] = values
        assert of_library(there.reshape(1, -1, 1)) == wanted[0] and (of_library(there.reshape(1, 100, 10)) == wanted[1]).all()


def test_tiles_as_numpy():
    """Of all axes of tiles that lie in one piece and of others. The sums are exact, so their order is free."""
    some = numpy.random.default_rng(3)
    for dtype in 'f4', 'f8', '>f8', 'i4', 'i8', 'u8', 'c16', 'b1', 'f2':
        for shape in (), (5,), (0, 3), (4, 3), (40, 3, 5), (2, 3, 4, 5):
            values = some.integers(0, 5, shape).astype(dtype)
            for tile in values, values.T, values[::2] if shape else values, values[..., 1:] if shape else values:
                for count in range(tile.ndim + 1):
                    for axes, keepdims in itertools.product(itertools.combinations(range(tile.ndim), count), [False, True]):
                        made, wanted = reduced_tile(numpy.add, tile, axes, None, keepdims), numpy.add.reduce(tile, axes, keepdims=keepdims)
                        assert made.dtype == wanted.dtype and made.shape == wanted.shape and (made == wanted).all(), (dtype, shape, axes)
    for dtype in 'f4', 'f8', 'i8', 'u8':  # NumPy says that numpy.dtype('f8') == None
        assert reduced_tile(numpy.add, numpy.ones((2, 3), dtype), (0,), numpy.dtype('f8'), False).dtype == 'f8'


@pytest.mark.parametrize('special', [numpy.nan, numpy.inf, -numpy.inf, 1e308])
def test_not_finite(special):
    values = numpy.ones((40, 30))
    values[[3, 20], [4, 5]] = special
    A = us.array(values)
    for axis, twice in itertools.product([None, 0, 1], [1, 10, -1]):
        values[7, 4] = A[7, 4] = twice * special
        with numpy.errstate(all='ignore'):
            made, wanted = A.sum(axis), values.sum(axis)
        assert numpy.array_equal(made.to_numpy() if axis is not None else made, wanted, equal_nan=True)
    free(A)


def test_warnings_as_numpy():
    values = numpy.full((us.threads() * 2, 3), 1e308)
    A = us.array(values)
    with numpy.errstate(over='raise'), pytest.raises(FloatingPointError):
        A.sum(1)
    with warnings.catch_warnings(), pytest.raises(RuntimeWarning):
        warnings.simplefilter('error')
        A.sum()
    free(A)


def test_sums_that_call_it():
    """Of arrays in all layouts: sums, means, and what is made of them."""
    values = random((61, 23))
    for block in (61, 23), (7, 23), (61, 5), (4, 6):
        for dtype in 'f4', 'f8':
            A, B = us.array(values.astype(dtype), block=block), values.astype(dtype)
            near = {'rtol': 100 * numpy.finfo(dtype).eps, 'atol': 100 * numpy.finfo(dtype).eps}
            for axis in None, 0, 1, (0, 1):
                for name in 'sum', 'mean', 'std', 'nansum':
                    made, wanted = getattr(numpy, name)(A, axis), getattr(numpy, name)(B, axis)
                    made = made.to_numpy() if isinstance(made, us.Array) else made
                    assert made.dtype == wanted.dtype and numpy.allclose(made, wanted, **near), (block, dtype, name, axis)
            free(A)


def test_inner_products():
    """Of arrays and views in all layouts: norms, dot, vdot, and counts. Integers are exact in all types."""
    some = numpy.random.default_rng(11)
    for shape in (24,), (9, 7), (3, 4, 5), (us.threads() - 1, 3), (1, 1):
        values = some.integers(-9, 9, (2, *shape)) * (some.random((2, *shape)) < 0.7)
        for dtype in 'f4', 'f8', 'c8', 'c16', 'i8', 'f2':
            one, other = values.astype(dtype)
            if dtype[0] == 'c':
                one, other = one + 2j * other, other - 1j * one
            for block in None, tuple(some.integers(1, 5, len(shape))):
                A, B, C = us.array(one, block), us.array(other, block), us.array(other, 2)
                for x, y, z, u, v in (A, B, C, one, other), (A[1:], B[1:], C[1:], one[1:], other[1:]), (A.T, B.T, C.T, one.T, other.T):
                    for made, wanted in ((numpy.vdot(x, y), numpy.vdot(u, v)), (numpy.vdot(x, z), numpy.vdot(u, v)), (numpy.vdot(x, v), numpy.vdot(u, v)),
                                         (numpy.linalg.norm(x), numpy.linalg.norm(u)), (numpy.count_nonzero(x), numpy.count_nonzero(u)),
                                         *([(numpy.dot(x, y), numpy.dot(u, v)), (x @ z, u @ v)] if u.ndim == 1 else [])):
                        assert made.dtype == numpy.asarray(wanted).dtype and numpy.allclose(made, wanted, rtol=1e-3 if dtype == 'f2' else 1e-6), (shape, dtype, block)
                    for ord, axis, keepdims in itertools.product([None, 1, numpy.inf, 3, 0] if u.size else [None], range(u.ndim if u.ndim > 1 else 0), [False, True]):
                        made, wanted = (numpy.linalg.norm(every, ord, axis, keepdims) for every in (x, u))
                        assert made.shape == wanted.shape and numpy.allclose(made.to_numpy(), wanted, rtol=1e-3 if dtype == 'f2' else 1e-5), (shape, dtype, ord)
                free(A, B, C)
    with pytest.raises(ValueError):
        numpy.linalg.norm(us.zeros((4, 3)), 'x', 1)


def test_inner_products_that_overflow():
    for value in 1e30, numpy.inf, numpy.nan:
        v, A = numpy.full(40, value, 'f4'), us.array(numpy.full(40, value, 'f4'), 3)
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            assert numpy.array_equal(numpy.dot(A, A), numpy.dot(v, v), equal_nan=True)
            assert numpy.array_equal(numpy.linalg.norm(A), numpy.linalg.norm(v), equal_nan=True)
        free(A)


@pytest.mark.parametrize('dtype', ['u1', 'u8', 'i4', 'b1'])
def test_threads_without_elements_change_nothing(dtype):
    A = us.array(numpy.array([1], dtype))
    for function in numpy.bitwise_and, numpy.bitwise_or, numpy.bitwise_xor, numpy.add, numpy.multiply, numpy.logical_and, numpy.maximum:
        assert function.reduce(A) == 1 and function.reduce(A, keepdims=True).tolist() == [1]
