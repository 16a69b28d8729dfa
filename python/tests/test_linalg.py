# SPDX-License-Identifier: BSD-3-Clause
"""Matrix products, factorisations and Fourier transforms beside NumPy's."""
import numpy
import pytest
from common import grid, numbers, random

import upc_stride as us


def test_matmul():
    a, b = numbers((9, 14)), numbers((14, 11))
    A, B = us.array(a, block=(2, 3), grid=grid()), us.array(b, block=(3, 4), grid=grid())
    C = us.linalg.matmul(A, B)
    assert (C.to_numpy() == a @ b).all()
    with pytest.raises(ValueError, match='must have as many columns as rows'):
        us.linalg.matmul(A, A)
    A.free(), B.free(), C.free()


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
        us.linalg.cholesky(us.zeros((4, 4), block=(2, 1), grid=grid()))
    A.free(), L.free()


@pytest.mark.parametrize('axes', [None, (0,), (2, 1)])
def test_fftn(axes):
    values = random((6, 5, 7))
    A = us.array(values, block=(2, 5, 3))
    B = us.fft.fftn(A, axes)
    assert B.block == A.block and numpy.allclose(B.to_numpy(), numpy.fft.fftn(values, axes=axes))
    C = us.fft.ifftn(B, axes, norm='backward')
    assert numpy.allclose(C.to_numpy(), values)
    with pytest.raises(ValueError, match='two dimensions or more'):
        us.fft.fftn(us.zeros(8))
    A.free(), B.free(), C.free()
