# SPDX-License-Identifier: BSD-3-Clause
"""Matrix products, factorisations and Fourier transforms beside NumPy's."""
import numpy
import pytest
from common import free, grid, numbers, random

import upc_stride as us


def test_matmul(near):
    a, b = numbers((9, 14)), numbers((14, 11))
    A, B = us.array(a, block=(2, 3), grid=grid()), us.array(b, block=(3, 4), grid=grid())
    C = us.linalg.matmul(A, B)
    assert (C.to_numpy() == a @ b).all()
    with pytest.raises(ValueError, match='must have as many columns as rows'):
        us.linalg.matmul(A, A)
    free(A, B, C)


def other_layouts(rows, columns):
    """Layouts that are no blocks on a grid of two dimensions."""
    p = us.threads()
    return {}, {'block': (2, 3)}, {'block': (2, columns), 'grid': (p,)}, {'block': (rows, 2), 'grid': (1, p)}


def test_matmul_of_other_layouts(near):
    a, b = numbers((9, 14)), numbers((14, 11))
    for left, right in zip(other_layouts(9, 14), reversed(other_layouts(14, 11))):
        A, B = us.array(a, **left), us.array(b, **right)
        C = us.linalg.matmul(A, B)
        assert (C.to_numpy() == a @ b).all() and C.grid == A.grid and C.block[0] == A.block[0]
        free(A, B, C)
    with pytest.raises(ValueError, match='must be matrices of one type'):
        us.linalg.matmul(us.zeros((2, 2)), us.zeros((2, 2), dtype='f4'))


def test_cholesky_of_other_layouts():
    half = random((9, 9))
    matrix = half @ half.T + 9 * numpy.eye(9)
    for layout in other_layouts(9, 9):
        A = us.array(matrix, **layout)
        L = us.linalg.cholesky(A)
        assert numpy.allclose(L.to_numpy(), numpy.linalg.cholesky(matrix)) and L.block == A.block and L.grid == A.grid
        free(A, L)
    A = us.array(-matrix, block=(2, 3))
    with pytest.raises(numpy.linalg.LinAlgError, match='is not positive definite'):
        us.linalg.cholesky(A)
    free(A)


@pytest.mark.parametrize('kind', ['real', 'complex'])
def test_cholesky(kind):
    half = random((11, 11)) + (1j * random((11, 11), 2) if kind == 'complex' else 0)
    matrix = half @ half.conj().T + 11 * numpy.eye(11)
    A = us.array(matrix, block=(3, 3), grid=grid())
    L = us.linalg.cholesky(A)
    assert numpy.allclose(L.to_numpy(), numpy.linalg.cholesky(matrix))
    A[7, 7:8] = -1
    with pytest.raises(numpy.linalg.LinAlgError, match=r'block \(2, 2\) is not positive definite'):
        us.linalg.cholesky(A)
    with pytest.raises(ValueError, match='must be a square matrix'):
        us.linalg.cholesky(us.zeros((4, 5), block=(2, 2), grid=grid()))
    free(A, L)


@pytest.mark.parametrize('axes', [None, (0,), (2, 1)])
def test_fftn(axes):
    values = random((6, 5, 7))
    A = us.array(values, block=(2, 5, 3))
    B = us.fft.fftn(A, axes)
    assert B.block == A.block and numpy.allclose(B.to_numpy(), numpy.fft.fftn(values, axes=axes))
    C = us.fft.ifftn(B, axes, norm='backward')
    assert numpy.allclose(C.to_numpy(), values)
    with pytest.raises(ValueError, match='axis 3, must be in -3..2'):
        us.fft.fftn(A, (3,))
    free(A, B, C)


@pytest.mark.parametrize('count', [1, 2, 7, 12, 64, 105])
def test_fftn_of_one_dimension(count):
    values = random((count,)) + 1j * random((count,), 2)
    for block in None, 5:
        A = us.array(values, block=block)
        for norm in None, 'ortho', 'forward':
            B = us.fft.fftn(A, norm=norm)
            assert B.block == A.block and numpy.allclose(B.to_numpy(), numpy.fft.fftn(values, norm=norm))
            C = us.fft.ifftn(B, norm=norm)
            assert numpy.allclose(C.to_numpy(), values)
            free(B, C)
        free(A)


# ---- systems of equations ----

@pytest.mark.parametrize('n', [1, 2, 5, 9, 40])
@pytest.mark.parametrize('dtype', ['f8', 'c16'])
def test_solve(n, dtype):
    values = random((n, n)).astype(dtype) * (1 if dtype == 'f8' else 1 + 0.5j)
    values[0, 0] = 0 if n > 1 else 2  # so rows are exchanged
    A = us.array(values, block=(max(1, n // 3), max(1, n // 2)))
    for right in random((n,), 2), random((n, 1), 3), random((n, 7), 4):
        for given in right, us.array(right):
            X = us.linalg.solve(A, given)
            assert X.shape == right.shape and numpy.allclose(X.to_numpy(), numpy.linalg.solve(values, right))
    assert numpy.allclose(us.linalg.inv(A).to_numpy(), numpy.linalg.inv(values))
    assert numpy.allclose(us.linalg.det(A), numpy.linalg.det(values))
    assert numpy.array_equal(A.to_numpy(), values)
    assert numpy.allclose(numpy.linalg.solve(A.T, us.array(right)).to_numpy(), numpy.linalg.solve(values.T, right))


def test_singular():
    for wrong in us.zeros((3, 3)), us.full((5, 5), 2.):
        with pytest.raises(numpy.linalg.LinAlgError):
            us.linalg.solve(wrong, numpy.ones(wrong.shape[0]))
        assert us.linalg.det(wrong) == 0
    for wrong in lambda: us.linalg.solve(us.zeros((3, 2)), us.zeros(3)), lambda: us.linalg.solve(us.zeros((3, 3)), us.zeros(4)):
        with pytest.raises(ValueError):
            wrong()


@pytest.mark.parametrize('shape', [(1, 1), (7, 3), (40, 5), (5, 5), (100, 1)])
def test_qr(shape):
    values = random(shape)
    Q, R = us.linalg.qr(us.array(values, block=2))
    q, r = Q.to_numpy(), R.to_numpy()
    assert q.shape == shape and numpy.allclose(q @ r, values) and numpy.allclose(q.T @ q, numpy.eye(shape[1]))
    assert numpy.allclose(numpy.triu(r), r) and numpy.allclose(abs(r), abs(numpy.linalg.qr(values)[1]))
