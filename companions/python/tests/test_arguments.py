# SPDX-License-Identifier: BSD-3-Clause
"""Arguments of NumPy's functions: what NumPy takes is taken, and what it refuses is refused, on all threads."""
import numpy
import pytest
from common import numbers
from test_as_numpy import NUMPY_1, same, same_closely

import upc_stride as us


def written(function, zeros):
    """What a function that writes into its array leaves there."""
    a = zeros((3, 4), dtype='i4')
    a[...] = 5
    function(a)
    return a


@pytest.mark.parametrize('name', ['zeros', 'ones', 'empty', 'zeros_like', 'ones_like', 'empty_like'])
@pytest.mark.parametrize('dtype', ['S', 'U', 'S0', 'U0', str, bytes])
def test_texts_without_a_length_have_one_character(name, dtype):
    given = numbers((2, 3))
    if name.endswith('like'):
        made, expected = getattr(numpy, name)(us.array(given), dtype=dtype), getattr(numpy, name)(given, dtype=dtype)
    else:
        made, expected = getattr(us, name)(3, dtype=dtype), getattr(numpy, name)(3, dtype=dtype)
    assert made.dtype == expected.dtype and made.shape == expected.shape
    if 'empty' not in name:
        assert made.tolist() == expected.tolist()


def test_texts_and_structures_in_new_arrays():
    same(lambda: us.full(3, 'abc', dtype='S'), lambda: numpy.full(3, 'abc', dtype='S'))
    for dtype in 'S1', 'U3', 'm8[s]', 'i4,f4', '?':
        same(lambda: us.eye(3, dtype=dtype), lambda: numpy.eye(3, dtype=dtype))


@pytest.mark.parametrize('dtype', ['V', 'V0', [], [('a', 'S0')], [('a', 'V'), ('b', 'U0')]])
def test_elements_without_a_byte(dtype):
    for make in us.zeros, us.empty, lambda shape, dtype: numpy.empty_like(us.zeros(shape), dtype=dtype):
        with pytest.raises(TypeError, match='must have at least one byte'):
            make(3, dtype=dtype)


@pytest.mark.parametrize('weights', [[2.], [1., 2.], [[1., 2., 3.]], 2., [], [1., 2., 3.], None])
def test_weights_have_the_shape_of_the_numbers(weights):
    x = numpy.array([0, 0, 1])
    given = None if weights is None else us.array(weights)
    same(lambda: numpy.bincount(us.array(x, 1), given), lambda: numpy.bincount(x, weights))
    same(lambda: numpy.histogram(us.array(x, 1), 2, weights=given)[0], lambda: numpy.histogram(x, 2, weights=weights)[0])


@pytest.mark.parametrize('value', [7, [], 2.5, 1j, 'x', [1, 2], [[1, 2], [3, 4]], 300000000000, numpy.array([2.5]), numpy.array(1j)])
def test_values_on_a_diagonal(value):
    if NUMPY_1 and value == 300000000000:
        pytest.skip('NumPy 1 takes the last 32 bits of it')
    same(lambda: written(lambda a: numpy.fill_diagonal(a, value), us.zeros), lambda: written(lambda a: numpy.fill_diagonal(a, value), numpy.zeros))


@pytest.mark.parametrize('mask', [False, True])
@pytest.mark.parametrize('values', [7, [], [7, 8], [2.5], [1j], [None], ['x'], numpy.array([2.5]), numpy.array([7, 8], 'i2')])
def test_values_at_a_mask(mask, values):
    def placed(a):
        numpy.place(a, numpy.full((3, 4), mask), values)
    same(lambda: written(placed, us.zeros), lambda: written(placed, numpy.zeros))


def test_conditions_indices_and_axes_that_numpy_refuses():
    a = numbers((3, 4))
    A = us.array(a, 2)
    for condition in True, [[True, False]], [True, False, True], []:
        for axis in 0, None:
            same(lambda: numpy.compress(condition, A, axis), lambda: numpy.compress(condition, a, axis))
    for index in (1, 2), ((1, 2),), (5,), ((1,),), (1, 2, 0), ((),), (1, 4):
        same(lambda: A.item(*index), lambda: a.item(*index))
    for axes in (), ((),), (None,), (1, 0), ((1, 0),), (0,):
        same(lambda: A.transpose(*axes), lambda: a.transpose(*axes))
    for one, other in (A.max(), a.max()), (us.array(5.), numpy.array(5.)):
        same(lambda: us.array(one).transpose(()), lambda: numpy.array(other).transpose(()))


def test_norms_along_one_axis_twice():
    a = numbers((3, 4))
    for ord in None, numpy.inf, 1, 2:
        same_closely(lambda: numpy.linalg.norm(us.array(a), ord, (0, 0)), lambda: numpy.linalg.norm(a, ord, (0, 0)))


def test_numbers_of_repeats_that_numpy_refuses():
    a = numbers(3)
    for repeats in [1, -1, 2], [1., 1., 1.], [1, 0, 2], [True, False, True], [2]:
        same(lambda: numpy.repeat(us.array(a, 1), us.array(repeats)), lambda: numpy.repeat(a, numpy.array(repeats)))


@pytest.mark.skipif(NUMPY_1, reason='NumPy 1 casts otherwise')
def test_casting_of_stacks():
    a, b = numbers((2, 3)), numbers((2, 3), 'i8')
    for casting in 'same_kind', 'unsafe', 'safe', 'no':
        for name in 'vstack', 'hstack', 'concatenate':
            for dtype in 'i8', 'f4', None:
                same(lambda: getattr(numpy, name)([us.array(a), us.array(b)], dtype=dtype, casting=casting),
                     lambda: getattr(numpy, name)([a, b], dtype=dtype, casting=casting))


@pytest.mark.parametrize('name', ['fftn', 'ifftn', 'rfftn', 'irfftn', 'fft2', 'irfft2'])
def test_axes_of_transforms_in_several_dimensions(name):
    a = numbers((3, 4)) + 1
    for axes in -1, 1, (-1,), None, (0, 1):
        same_closely(lambda: getattr(numpy.fft, name)(us.array(a), axes=axes), lambda: getattr(numpy.fft, name)(a, axes=axes))


@pytest.mark.skipif(NUMPY_1, reason='of NumPy 2')
def test_extents_of_transforms_that_stay():
    a = numbers((3, 4)) + 1
    for n in -1, 0, 5:
        same_closely(lambda: numpy.fft.fft(us.array(a), n), lambda: numpy.fft.fft(a, n))
    for s in (-1, 6), (5, -1), (-1, -1), (-2, 4):
        for name in 'fftn', 'irfftn', 'rfft2':
            same_closely(lambda: getattr(numpy.fft, name)(us.array(a), s, (0, 1)), lambda: getattr(numpy.fft, name)(a, s, (0, 1)))


@pytest.mark.parametrize('dtype', ['M8[s]', 'm8[s]', 'S3', 'U3', 'i4,f4', 'g', 'G'])
def test_transforms_are_of_numbers_with_at_most_double_precision(dtype):
    if numpy.dtype(dtype).char in 'gG' and numpy.promote_types(dtype, 'c16') == 'c16':
        pytest.skip('long double is double here')
    A = us.zeros(4, dtype=dtype)
    for transform in us.fft.fftn, us.fft.ifftn, us.fft.irfftn, numpy.fft.fft, numpy.fft.fft2:
        with pytest.raises(TypeError):
            transform(A if transform is not numpy.fft.fft2 else A.reshape(2, 2))
