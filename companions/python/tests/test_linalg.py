# SPDX-License-Identifier: BSD-3-Clause
"""Matrix products, factorisations and Fourier transforms beside NumPy's."""
import contextlib

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


SHAPES = [(50, 4), (4, 50), (7, 7), (1, 5), (5, 1)]


def of_rank(shape, kind, rank):
    """Random numbers; the last row and column are those before if the rank is not full."""
    values = (random(shape) * 9 + (1j * random(shape) if kind == 'c16' else 0)).astype(kind)
    if rank == 'less' and min(shape) > 1:
        values[:, -1] = values[:, 0]
        values[-1] = values[0]
    return values


@pytest.mark.parametrize('rank', ['full', 'less'])
@pytest.mark.parametrize('kind', ['f8', 'c16', 'i8'])
@pytest.mark.parametrize('shape', SHAPES)
def test_singular_values(shape, kind, rank):
    values = of_rank(shape, kind, rank)
    A, wanted = us.array(values, block=2), numpy.linalg.svd(values, full_matrices=False)
    U, S, Vh = (one.to_numpy() for one in numpy.linalg.svd(A, full_matrices=False))
    assert U.shape == wanted[0].shape and Vh.shape == wanted[2].shape and numpy.allclose(S, wanted[1])
    assert numpy.allclose(U * S @ Vh, values) and numpy.allclose(U.conj().T @ U, numpy.eye(len(S)))
    assert numpy.linalg.matrix_rank(A) == numpy.linalg.matrix_rank(values)
    assert numpy.allclose(numpy.linalg.pinv(A, 1e-9).to_numpy(), numpy.linalg.pinv(values, 1e-9))
    for order in 2, -2, 'nuc':
        assert numpy.isclose(numpy.linalg.norm(A, order), numpy.linalg.norm(values, order))
    with pytest.raises(TypeError, match='full_matrices=False') if shape[0] != shape[1] else contextlib.nullcontext():
        numpy.linalg.svd(A)


@pytest.mark.parametrize('rank', ['full', 'less'])
@pytest.mark.parametrize('kind', ['f8', 'c16', 'i8'])
@pytest.mark.parametrize('columns', [(), (3,)])
@pytest.mark.parametrize('shape', SHAPES)
def test_least_squares(shape, kind, rank, columns):
    values, right = of_rank(shape, kind, rank), random((shape[0], *columns))
    for got, wanted in zip(numpy.linalg.lstsq(us.array(values, block=2), us.array(right), None),
                           numpy.linalg.lstsq(values, right, None)):
        got = got.to_numpy() if isinstance(got, us.Array) else got
        assert numpy.shape(got) == numpy.shape(wanted) and numpy.allclose(got, wanted)


def test_what_has_no_singular_values():
    for wrong in us.zeros((2, 3, 4)), us.zeros(3):
        with pytest.raises(ValueError, match='must be a matrix'):
            us.linalg.svd(wrong)
    with pytest.raises(ValueError, match='as many numbers or rows'):
        us.linalg.lstsq(us.zeros((4, 2)), us.zeros(3))


def test_polynomials():
    x = numpy.linspace(-3, 5, 40)
    for degree in 0, 1, 3:
        for y in x ** 2 + 1, numpy.stack([x ** 2 + 1, x], 1):
            for weights in None, x + 4:
                got = numpy.polyfit(us.array(x), us.array(y), degree, w=weights)
                assert numpy.allclose(got.to_numpy(), numpy.polyfit(x, y, degree, w=weights))


@pytest.fixture(params=['installed', 'numpy'])
def transforms(request, monkeypatch):
    """What transforms on each thread: FFTW, if it is installed, and NumPy."""
    us.fft._routine.clear()
    if request.param == 'numpy':
        monkeypatch.setattr(us.fft, '_is_installed', lambda name: False)
    yield
    us.fft._routine.clear()


@pytest.mark.usefixtures('transforms')
@pytest.mark.parametrize('shape', [(8,), (8, 3), (3, 8)])
def test_real_inverse_transforms(shape):
    values = random(shape) + 1j * random(shape)
    for axis in range(len(shape)):
        for n in (None, *range(1, 2 * shape[axis] + 3)):
            got = numpy.fft.irfft(us.array(values), n, axis) if shape[axis] > 1 else None
            assert got is None or numpy.allclose(got.to_numpy(), numpy.fft.irfft(values, n, axis))
        with pytest.raises(ValueError, match='must be at least 1'):
            numpy.fft.irfft(us.array(values), 0, axis)


@pytest.mark.usefixtures('transforms')
@pytest.mark.parametrize('axes', [None, (0,), (2, 0), (1, 2, 0)])
@pytest.mark.parametrize('dtype', ['f4', 'f8', 'i4', 'c8', 'c16'])
def test_transforms_as_numpy(axes, dtype):
    values = (9 * random((6, 5, 7)) + (9j * random((6, 5, 7), 2) if dtype[0] == 'c' else 0)).astype(dtype)
    A, near = us.array(values, block=(2, 5, 3)), 1e-3 if dtype in ('f4', 'c8') else 1e-9
    some = (0, 1, 2) if axes is None else axes
    cut = [(4, 9, 6)[axis] for axis in some]
    for name in ('fftn', 'ifftn', 'irfftn') if dtype[0] == 'c' else ('fftn', 'ifftn', 'rfftn'):
        for s in None, cut:
            for norm in None, 'ortho', 'forward', 'backward':
                got = getattr(us.fft, name)(A, some if s else axes, norm, s=s)
                want = getattr(numpy.fft, name)(values, s, some if s else axes, norm)
                assert got.shape == want.shape and got.dtype.kind == want.dtype.kind
                assert numpy.allclose(got.to_numpy(), want, near, near)
                free(got)
    assert numpy.allclose(numpy.fft.fftn(A, cut, some).to_numpy(), numpy.fft.fftn(values, cut, some), near, near)
    assert numpy.array_equal(A.to_numpy(), values)
    with pytest.raises(ValueError, match='must have an extent for each'):
        us.fft.fftn(A, (0, 1), s=(3,))
    with pytest.raises(TypeError if dtype[0] == 'c' else ValueError):
        us.fft.rfftn(A, ())
    free(A)


@pytest.mark.parametrize('dtype', ['f4', 'f8', 'D', 'i8'])
def test_eigenvalues_and_logarithms_of_determinants(dtype):
    rng = numpy.random.default_rng(13)
    values = (9 * rng.random((8, 8)) + (1j * rng.random((8, 8)) if dtype == 'D' else 0)).astype(dtype)
    A, near = us.array(values, 3), 1e-4 if dtype == 'f4' else 1e-10
    for got, wanted in zip(numpy.linalg.slogdet(A), numpy.linalg.slogdet(values)):
        assert got.dtype == wanted.dtype and numpy.allclose(got, wanted, near)
    for triangle in 'L', 'U':
        wanted = numpy.linalg.eigvalsh(values, triangle)
        got, (also, vectors) = numpy.linalg.eigvalsh(A, triangle), numpy.linalg.eigh(A, triangle)
        assert got.dtype == wanted.dtype and numpy.allclose(got.to_numpy(), wanted, near, near) and numpy.allclose(also.to_numpy(), wanted, near, near)
        half = numpy.tril(values, -1) if triangle == 'L' else numpy.triu(values, 1)
        whole = half + half.conj().T + numpy.diag(values.diagonal().real)
        assert numpy.allclose(whole @ vectors.to_numpy(), vectors.to_numpy() * wanted, 1e-3, 10 * near)
    assert [float(one) for one in numpy.linalg.slogdet(us.zeros((3, 3)))] == [0, -numpy.inf]
    for wrong in us.zeros((2, 3)), us.zeros(4):
        for function in numpy.linalg.slogdet, numpy.linalg.eigvalsh, numpy.linalg.eigh:
            with pytest.raises(ValueError, match='must be a square matrix'):
                function(wrong)
    with pytest.raises(ValueError, match='must be L or U'):
        numpy.linalg.eigh(A, 'X')
    with pytest.raises(numpy.linalg.LinAlgError):
        numpy.linalg.eigvalsh(us.full((3, 3), numpy.nan))
