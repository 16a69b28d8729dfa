# SPDX-License-Identifier: BSD-3-Clause
"""The extensions linalg and fft of the array API standard, on matrices and stacks of them. array_api.sh runs the standard's own tests."""
import numpy
import pytest
from common import random

import upc_stride as us

xp = us.array_api
SQUARE = random((3, 4, 4)) + 4 * numpy.eye(4)
POSITIVE = SQUARE @ SQUARE.transpose(0, 2, 1)
OF_NUMPY_2 = pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has not these functions to compare with')


def agree(ours, theirs):
    theirs = numpy.asarray(theirs)
    assert isinstance(ours, us.Array) and ours.shape == theirs.shape and ours.dtype == theirs.dtype
    assert numpy.allclose(ours.to_numpy(), theirs)


def stacks_and_matrix(values):
    return pytest.mark.parametrize('values', [values, values[0], values[:1], values.astype('f4')[1]], ids=['stack', 'matrix', 'stack of one', 'f4'])


@pytest.mark.parametrize('name', ['fft', 'linalg'])
def test_every_function_has_a_name_and_a_text(name):
    module = getattr(xp, name)
    assert module.__name__ == f'upc_stride.array_api.{name}' and len(module.__all__) == {'fft': 14, 'linalg': 25}[name]
    assert all(getattr(module, one).__doc__ for one in module.__all__)


@OF_NUMPY_2
@stacks_and_matrix(SQUARE)
def test_square_matrices(values):
    x = us.array(values, block=2)
    digits = {'rtol': 1e-4} if values.dtype == 'f4' else {}
    assert numpy.allclose(xp.linalg.inv(x).to_numpy(), numpy.linalg.inv(values), **digits) and xp.linalg.inv(x).dtype == values.dtype
    assert numpy.allclose(xp.linalg.det(x).to_numpy(), numpy.linalg.det(values), **digits)
    agree(xp.linalg.matrix_power(x, 3), numpy.linalg.matrix_power(values, 3))
    agree(xp.linalg.trace(x, offset=1), numpy.linalg.trace(values, offset=1))
    agree(xp.linalg.diagonal(x, offset=-1), numpy.linalg.diagonal(values, offset=-1))
    agree(xp.linalg.svdvals(x), numpy.linalg.svdvals(values))
    agree(xp.linalg.matrix_rank(x), numpy.linalg.matrix_rank(values))
    for ours, theirs in zip(xp.linalg.slogdet(x), numpy.linalg.slogdet(values)):
        agree(ours, theirs)
    eigen = xp.linalg.eig(x)
    assert eigen.eigenvalues.dtype.kind == 'c'
    assert numpy.allclose((x @ eigen.eigenvectors).to_numpy(), (eigen.eigenvectors * eigen.eigenvalues[..., None, :]).to_numpy(), atol=1e-4)
    assert numpy.allclose(xp.linalg.eigvals(x).to_numpy(), eigen.eigenvalues.to_numpy())


@OF_NUMPY_2
@stacks_and_matrix(SQUARE)
@pytest.mark.parametrize('ord', ['fro', 'nuc', 1, -1, 2, -2, numpy.inf, -numpy.inf])
def test_norms_of_matrices(values, ord):
    for keepdims in True, False:
        agree(xp.linalg.matrix_norm(us.array(values), ord=ord, keepdims=keepdims), numpy.linalg.matrix_norm(values, ord=ord, keepdims=keepdims))


@OF_NUMPY_2
@pytest.mark.parametrize('axis', [None, 0, (0, 1), (2, 0), -1])
@pytest.mark.parametrize('ord', [2, 1, 3.5, numpy.inf, 0, -numpy.inf])
def test_norms_of_vectors(axis, ord):
    values = random((2, 3, 5))
    for keepdims in True, False:
        agree(xp.linalg.vector_norm(us.array(values), axis=axis, ord=ord, keepdims=keepdims),
              numpy.linalg.vector_norm(values, axis=axis, ord=ord, keepdims=keepdims))


@stacks_and_matrix(POSITIVE)
def test_positive_matrices(values):
    x = us.array(values)
    digits = {'rtol': 1e-4, 'atol': 1e-4}
    for upper in True, False:
        factor = xp.linalg.cholesky(x, upper=upper)
        product = xp.matrix_transpose(factor) @ factor if upper else factor @ xp.matrix_transpose(factor)
        assert numpy.allclose(product.to_numpy(), values, **digits) and (xp.tril(factor, k=-1) == 0).all() == upper
    eigen = xp.linalg.eigh(x)
    assert numpy.allclose((eigen.eigenvectors @ (eigen.eigenvalues[..., None] * xp.matrix_transpose(eigen.eigenvectors))).to_numpy(), values, **digits)
    assert numpy.allclose(xp.linalg.eigvalsh(x).to_numpy(), numpy.linalg.eigvalsh(values), **digits)


@OF_NUMPY_2
def test_systems_of_equations():
    right = random((3, 4, 2))
    for a, b in (SQUARE, right), (SQUARE, right[0]), (SQUARE, right[0, :, 0]), (SQUARE[0], right), (SQUARE[0], right[0, :, 0]):
        agree(xp.linalg.solve(us.array(a), us.array(b)), numpy.linalg.solve(a, b))


@pytest.mark.parametrize('shape', [(2, 3, 5), (3, 5), (6, 3), (3, 4, 4), (2, 3, 0), (0, 3, 3), (3, 0), (0, 3)])
def test_factors_of_any_shape(shape):
    values = random(shape)
    x = us.array(values)
    for mode in 'reduced', 'complete':
        q, r = xp.linalg.qr(x, mode=mode)
        assert [q.shape, r.shape] == [one.shape for one in numpy.linalg.qr(values, mode)]
        assert numpy.allclose((q @ r).to_numpy(), values)
    for full in True, False:
        made = xp.linalg.svd(x, full_matrices=full)
        theirs = numpy.linalg.svd(values, full)
        assert [one.shape for one in made] == [one.shape for one in theirs] and numpy.allclose(made.S.to_numpy(), theirs[1])
    if values.size:
        agree(xp.linalg.pinv(x), numpy.linalg.pinv(values))
        agree(xp.linalg.matrix_rank(x), numpy.linalg.matrix_rank(values))


@OF_NUMPY_2
def test_products():
    values = random((2, 3, 5))
    x, y = us.array(values), us.array(values[::-1])
    agree(xp.linalg.cross(x, y, axis=1), numpy.linalg.cross(values, values[::-1], axis=1))
    agree(xp.linalg.vecdot(x, y, axis=1), numpy.linalg.vecdot(values, values[::-1], axis=1))
    agree(xp.linalg.tensordot(x, y, axes=((0, 2), (0, 2))), numpy.tensordot(values, values[::-1], ((0, 2), (0, 2))))


@OF_NUMPY_2
@pytest.mark.parametrize('name', 'fft ifft hfft ihfft rfft irfft'.split())
@pytest.mark.parametrize('norm', ['backward', 'ortho', 'forward'])
def test_transforms_of_one_dimension(name, norm):
    values = random((2, 3, 5)) + (0 if name in ('rfft', 'ihfft') else 1j * random((2, 3, 5), 2))
    for n in None, 4, 7:
        agree(getattr(xp.fft, name)(us.array(values), n=n, axis=1, norm=norm), getattr(numpy.fft, name)(values, n=n, axis=1, norm=norm))


@OF_NUMPY_2
@pytest.mark.parametrize('name', 'fftn ifftn rfftn irfftn'.split())
def test_transforms_of_several_dimensions(name):
    values = random((2, 3, 5)) + (0 if name == 'rfftn' else 1j * random((2, 3, 5), 2))
    for s, axes in (None, None), ((4, 4), (0, 2)), ((4, 6), None), (None, (1,)):
        agree(getattr(xp.fft, name)(us.array(values), s=s, axes=axes), getattr(numpy.fft, name)(values, s=s, axes=axes or (s and (1, 2))))


def test_frequencies_and_shifts():
    agree(xp.fft.fftfreq(7, d=.5), numpy.fft.fftfreq(7, .5))
    agree(xp.fft.rfftfreq(7, dtype=xp.float32), numpy.fft.rfftfreq(7).astype('f4'))
    values = random((2, 3, 5))
    agree(xp.fft.fftshift(us.array(values), axes=(1,)), numpy.fft.fftshift(values, 1))
    agree(xp.fft.ifftshift(xp.fft.fftshift(us.array(values))), values)
