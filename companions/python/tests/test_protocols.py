# SPDX-License-Identifier: BSD-3-Clause
"""NumPy's protocols: each operation on distributed arrays of random shapes, types and layouts, beside NumPy on the same values."""
import operator
import os

import numpy
import pytest
from common import numbers

import upc_stride as us

SEED = int(os.environ.get('SEED', 1))
ROUNDS = int(os.environ.get('ROUNDS', 2))
TYPES = ['b1', 'i1', 'u2', 'i4', 'i8', 'f2', 'f4', 'f8', 'c8', 'c16']
UNCOUNTED = numpy.__version__ < '2'  # this NumPy does not count the type of an array without dimensions
xp = us.array_api


@pytest.fixture(params=range(ROUNDS))
def some(request):
    """Random choices, the same on all threads."""
    return numpy.random.default_rng((SEED, request.param))


def shape_of(some, ndim=None):
    ndim = some.integers(0, 4) if ndim is None else ndim
    return tuple(int(one) for one in some.choice([0, 1, 2, 3, 5, 8, 13], ndim, p=[.04, .16, .16, .16, .16, .16, .16]))


def values_of(some, shape, dtype):
    values = some.integers(-4, 5, shape) if dtype[0] in 'ifc' else some.integers(0, 2 if dtype == 'b1' else 5, shape)
    values = numpy.asarray(values).astype(dtype)
    return numpy.asarray(values * numpy.array(1 + 1j, dtype)) if dtype[0] == 'c' else values


def array_of(some, values):
    """The values in a random layout."""
    kind = some.integers(0, 3)
    if kind == 0 or values.ndim == 0:
        return us.array(values)
    if kind == 1:
        return us.array(values, block=[int(one) for one in some.integers(1, 5, values.ndim)])
    grid = [1] * values.ndim
    grid[some.integers(0, values.ndim)] = us.threads()
    return us.array(values, block=[int(one) for one in some.integers(1, 5, values.ndim)], grid=grid)


def random_of(some, shape=None, types=TYPES):
    values = values_of(some, shape_of(some) if shape is None else shape, str(some.choice(types)))
    return values, array_of(some, values)


def same(got, expected):
    """Compares type, shape and elements. What lies on threads must not have become an array of NumPy on the way."""
    if isinstance(expected, tuple):
        assert len(got) == len(expected)
        for one, other in zip(got, expected):
            same(one, other)
        return
    expected = numpy.asarray(expected)
    assert isinstance(got, us.Array) or expected.ndim == 0, type(got)
    assert got.shape == expected.shape, (got, expected.shape)
    assert got.dtype == expected.dtype or UNCOUNTED and expected.ndim == 0, (got, expected.dtype)
    close = {'rtol': 1e-2 if 'f2' in (expected.dtype, got.dtype) else 1e-4, 'equal_nan': True}
    got = got.to_numpy() if isinstance(got, us.Array) else got
    assert numpy.allclose(got, expected, **close) if expected.dtype.kind in 'fc' else numpy.array_equal(got, expected), \
        (got, expected)


def agree(function, *operands):
    """The function gives the same of distributed arrays as of NumPy's, or both raise."""
    theirs = [one[0] if isinstance(one, tuple) else one for one in operands]
    ours = [one[1] if isinstance(one, tuple) else one for one in operands]
    with numpy.errstate(all='ignore'):
        try:
            expected = function(*theirs)
        except (TypeError, ValueError, IndexError):
            with pytest.raises((TypeError, ValueError, IndexError)):
                function(*ours)
            return
        same(function(*ours), expected)


BINARY = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.eq, operator.ne, operator.lt,
          operator.ge, operator.and_, operator.xor, numpy.maximum, numpy.hypot, numpy.logaddexp, numpy.divmod]


@pytest.mark.parametrize('function', BINARY, ids=lambda one: one.__name__)
def test_two_operands(some, function):
    shape = shape_of(some)
    values = random_of(some, shape)
    agree(function, values, random_of(some, shape))
    agree(function, values, values)
    agree(function, values, values_of(some, shape, 'f8'))
    if shape or not UNCOUNTED:
        agree(function, random_of(some, [one if some.integers(2) else 1 for one in shape[some.integers(0, len(shape) + (not UNCOUNTED)):]]), values)
    agree(function, values, 2)
    agree(function, 1.5, values)


@pytest.mark.parametrize('function', [operator.neg, operator.invert, abs, numpy.sqrt, numpy.exp, numpy.isnan, numpy.modf, numpy.real,
                                      numpy.imag, numpy.conj, numpy.round, numpy.sign, numpy.logical_not, numpy.nan_to_num,
                                      lambda x: x.astype('f4'), lambda x: numpy.clip(x, -1, 2),
                                      lambda x: numpy.where(x > 1, x, 0 * x)])
def test_one_operand(some, function):
    agree(function, random_of(some, types=['b1', 'i4', 'i8', 'f4', 'f8'] if function is numpy.sign else TYPES))


def test_in_place(some):
    values, A = random_of(some, types=['f4', 'f8'])
    B = A
    B += A
    B *= 3
    numpy.add(A, 1, out=(A,), where=A > 2)
    expected = numpy.asarray(values * 6)
    numpy.add(expected, 1, out=expected, where=expected > 2)
    assert B is A
    same(A, expected)
    with pytest.raises(TypeError):
        numpy.add(A, 1j, out=(A,))


REDUCTIONS = ['sum', 'prod', 'min', 'max', 'any', 'all', 'mean', 'std', 'var', 'argmin', 'argmax', 'count_nonzero']


@pytest.mark.parametrize('name', REDUCTIONS)
def test_reductions(some, name):
    reals = [one for one in TYPES if one[0] != 'c' and one != 'f2']
    values = random_of(some, types=reals if name in ('min', 'max', 'argmin', 'argmax', 'prod') else TYPES)
    for axis in (None, *range(values[0].ndim)):
        for keepdims in False, True:
            agree(lambda x: getattr(numpy, name)(x, axis=axis, keepdims=keepdims), values)
    if name not in ('argmin', 'argmax') and values[0].ndim > 1:
        agree(lambda x: getattr(numpy, name)(x, axis=(0, -1)), values)
    if name in ('sum', 'mean') and values[0].dtype.kind != 'c':
        agree(lambda x: getattr(x, name)(0, 'f8') if x.ndim else getattr(x, name)(), values)
    if name == 'sum' and values[0].ndim:
        out = us.zeros(values[0].sum(0).shape, dtype='c16')
        assert values[1].sum(0, out=out) is out
        same(out, values[0].sum(0).astype('c16'))


@pytest.mark.parametrize('name', ['add', 'maximum', 'bitwise_or', 'hypot'])
def test_reduce_of_ufuncs(some, name):
    function, (values, A) = getattr(numpy, name), random_of(some, (5, 8), ['i4', 'i8'])
    same(function.reduce(A, axis=1), function.reduce(values, axis=1))
    with pytest.raises(TypeError, match='depends on the order'):
        numpy.subtract.reduce(A)


def index_of(some, shape):
    """A random key, with the arrays in it as NumPy's and as distributed ones."""
    kind = some.integers(0, 3)
    if kind == 0:
        mask = some.integers(0, 2, shape).astype(bool)
        return mask, us.array(mask)
    theirs, ours, inner = [], [], shape_of(some, int(some.integers(1, 3)))
    for extent in shape:
        what = some.integers(0, 5)
        if what == 0 and extent:
            one = int(some.integers(-extent, extent))
        elif what == 1 and kind == 2 and extent:
            one = some.integers(-extent, extent, inner)
        else:
            start, stop = (int(at) for at in some.integers(-extent - 1, extent + 2, 2))
            one = slice(*((start, stop, 1), (None, None, -1), (None, stop, 2), (start, None, 3))[some.integers(0, 4)])
        if some.integers(0, 6) == 0:
            theirs.append(None)
            ours.append(None)
        theirs.append(one)
        ours.append(us.array(one) if isinstance(one, numpy.ndarray) and some.integers(2) else one)
    if some.integers(0, 4) == 0:
        theirs[-1:], ours[-1:] = [Ellipsis], [Ellipsis]
    return tuple(theirs), tuple(ours)


def test_indexing(some):
    for _ in range(8):
        values, A = random_of(some)
        key, ours = index_of(some, values.shape)
        expected = values[key]
        same(A[ours], numpy.asarray(expected) if isinstance(A[ours], us.Array) else expected)
        for value in (values_of(some, (), values.dtype.str[1:])[()], values_of(some, expected.shape, values.dtype.str[1:])):
            us.barrier()
            values[key] = value
            A[ours] = array_of(some, value) if numpy.ndim(value) and some.integers(2) else value
            us.barrier()
            same(A, values)


def test_element_assigned_twice(some):
    """Of several values for an element, the last one counts, as in NumPy, and no value is half of one and half of another."""
    values = values_of(some, (int(some.integers(1, 40)),), 'c16')
    A = array_of(some, values)
    index = some.integers(-len(values), len(values), (7, 30))
    value = numbers(index.shape, 'c16') * (1 - 2j)
    values[index] = value
    A[index] = value
    same(A, values)


def test_indexing_by_hand():
    """What random keys seldom are: arrays that are no neighbours, reversed elements, threads without elements."""
    values = numbers((4, 5, 6))
    A = us.array(values, block=(2, 2, 3))
    same(A[[0, 1], :, [2, 3]], values[[0, 1], :, [2, 3]])
    same(A[:, [0, 1], None, [2, 3]], values[:, [0, 1], None, [2, 3]])
    same(A[:, [0, 1], [[2], [3]]], values[:, [0, 1], [[2], [3]]])
    assert (A.elements[::-1, 1, ::-2].to_numpy() == values[::-1, 1, ::-2]).all()
    us.barrier()
    A[::-1, 2] = values[:, 0]
    values[::-1, 2] = values[:, 0].copy()
    same(A, values)
    column = numbers((4, 1))
    B = us.array(column, block=(4, 1))
    B[::-1, None] = us.array(column[:, None], block=(2, 4, 2))  # a new axis with a block of 4 indices
    same(B, column[::-1])
    B[...] = us.array(column[None])  # dimensions of one element before the others
    same(B, column)
    assert [one.to_numpy().tolist() for one in us.array([[5]]).nonzero()] == [[0], [0]]
    assert us.full(1, 5).min() == 5 and us.full((1, 2), -5).max() == -5


MOVES = [lambda x: numpy.reshape(x, -1), lambda x: x.T, lambda x: numpy.flip(x), lambda x: numpy.roll(x, 3),
         lambda x: numpy.expand_dims(x, (0, -1)), lambda x: numpy.squeeze(x), lambda x: numpy.repeat(x, 2),
         lambda x: numpy.tile(x, (2, 3)), lambda x: numpy.broadcast_to(x, (2, *x.shape)), lambda x: numpy.ravel(x),
         lambda x: numpy.take(x, [0, -1]), lambda x: numpy.nonzero(x) if x.ndim else x, lambda x: x[x > 0]]


@pytest.mark.parametrize('number', range(len(MOVES)))
def test_moves(some, number):
    agree(MOVES[number], random_of(some))


ALONG = [lambda x: numpy.sort(x), lambda x: numpy.sort(x, 0), lambda x: numpy.argsort(x, kind='stable'), lambda x: numpy.cumsum(x, 0),
         lambda x: numpy.cumprod(x), lambda x: numpy.diff(x), lambda x: numpy.concatenate([x, 2 * x], -1),
         lambda x: numpy.stack([x, x], 1), lambda x: numpy.roll(x, (1, -2), (0, -1)), lambda x: numpy.swapaxes(x, 0, -1),
         lambda x: numpy.moveaxis(x, 0, -1), lambda x: numpy.take_along_axis(x, numpy.argsort(x, 0), 0),
         lambda x: numpy.tril(x, 1), lambda x: numpy.triu(x), lambda x: numpy.searchsorted(numpy.sort(numpy.ravel(x)), x, 'right')]


@pytest.mark.parametrize('number', range(len(ALONG)))
def test_along_axes(some, number, near):
    agree(ALONG[number], random_of(some, shape_of(some, int(some.integers(1, 4))), [one for one in TYPES if one != 'f2']))


@pytest.mark.parametrize('kind', ['f4', 'f8', 'i4', 'u4', 'i8', 'u8', 'i2', 'c16'])
def test_running_sums(some, kind):
    """The sums of a line in one block have the bits of NumPy's, which adds one element after another; so do those in place."""
    values = (some.standard_normal((3, 50)) * 1e9 if kind[0] in 'fc' else some.integers(0, 30000, (3, 50))).astype(kind)
    if kind[0] in 'fc':
        values[:, :2] = -0.0
    A = us.array(values, block=values.shape)
    made, expected = numpy.cumsum(A, 1).to_numpy(), numpy.cumsum(values, 1)
    assert made.dtype == expected.dtype and made.tobytes() == expected.tobytes()
    if made.dtype == A.dtype:
        numpy.cumsum(A, 1, out=A)
        assert A.to_numpy().tobytes() == expected.tobytes()


def test_products(some):
    n, k, m = (int(one) for one in some.integers(1, 9, 3))
    types = ['i4', 'f4', 'f8', 'c16']
    for left, right in ((n, k), (k, m)), ((n, k), (k,)), ((k,), (k, m)), ((k,), (k,)), ((2, n, k), (k, m)), ((3, 1, n, k), (2, k, m)), \
            ((n, k), (k + 1, m)):
        agree(operator.matmul, random_of(some, left, types), random_of(some, right, types))
    a, b = random_of(some, (n, k, m), types), random_of(some, (m, k, n), types)
    agree(lambda x, y: numpy.tensordot(x, y, ([1, 2], [1, 0])), a, b)
    agree(lambda x, y: numpy.dot(x, y), a, random_of(some, (m, 2), types))
    for number in 2, 2.5, 3j, True:
        for kind in 'i2', 'f4':
            values = numpy.arange(5, dtype=kind)
            same(numpy.dot(us.array(values), number), numpy.dot(values, number))
    truth = numpy.array([True, False, True])
    assert numpy.vdot(us.array(truth), truth).dtype == bool
    agree(lambda x, y: numpy.outer(x, y), a, b)


def test_sets(some):
    values, A = random_of(some, types=['i4', 'f8', 'u2'])
    made = xp.unique_all(A)
    for got, expected in zip(made, numpy.unique(values, True, True, True)):
        assert numpy.array_equal(got.to_numpy().ravel(), expected.ravel())
    assert made[2].shape == A.shape
    same(numpy.isin(A, [1, 2]), numpy.isin(values, [1, 2]))
    same(numpy.isin(A, 1), numpy.isin(values, 1))
    with pytest.raises(ValueError, match='must have one dimension'):
        numpy.searchsorted(us.zeros((2, 3)), 1)


def test_one_number():
    A = us.array(7)
    assert A.shape == () and float(A) == 7 and int(A + 1) == 8 and [10, 20][us.array(1)] == 20 and bool(A == 7)
    assert us.zeros((3, 0)).sum() == 0 and us.zeros(0).nbytes == 0 and us.zeros((2, 3), dtype='f4').nbytes == 24


def test_what_is_not_supported_raises():
    A = us.array(numbers((6, 6)))
    for wrong in (lambda: numpy.linalg.eigvals(A), lambda: numpy.polyfit(A, A, 1), lambda: numpy.unwrap(A), lambda: us.array(1j * numbers(3)).max(), lambda: numpy.asarray(A)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(TypeError, match='must be an upc_stride.Array'):
        numpy.add(A, 1, out=(numpy.zeros((6, 6)),))


def test_failure_on_one_thread_raises_on_all():
    A = us.full((us.threads(), 4), 2, dtype='i8')
    exponents = us.zeros((us.threads(), 4), dtype='i8')
    exponents[us.threads() - 1, 2] = -1
    us.barrier()
    for _ in range(3):
        with pytest.raises(ValueError, match='negative integer powers'):
            A ** exponents
    assert (A ** 2).sum() == A.size * 4
