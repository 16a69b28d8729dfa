# SPDX-License-Identifier: BSD-3-Clause
"""Matrix products, factorisations and Fourier transforms beside NumPy's."""
import contextlib
import tracemalloc

import numpy
import pytest
from common import free, grid, numbers, random

import upc_stride as us
from upc_stride._calls import _numerics


def test_matmul(near):
    a, b = numbers((9, 14)), numbers((14, 11))
    A, B = us.array(a, block=(2, 3), grid=grid()), us.array(b, block=(3, 4), grid=grid())
    C = us.linalg.matmul(A, B)
    assert (C.to_numpy() == a @ b).all()
    with pytest.raises(ValueError, match='must have as many columns as rows'):
        us.linalg.matmul(A, A)
    free(A, B, C)


@pytest.mark.parametrize('dtype', ['i4', 'u1', 'f2', 'g', '>f8'])
def test_matmul_of_other_types(dtype):
    a, b = numbers((9, 14)).astype(dtype), (numbers((14, 11)) % 7).astype(dtype)
    with numpy.errstate(over='ignore'):
        wanted = a @ b
    C = us.linalg.matmul(us.array(a, (2, 3)), us.array(b, (3, 4)))
    assert numpy.array_equal(C.to_numpy(), wanted) and C.dtype == a.dtype


@pytest.mark.skipif(not hasattr(numpy, 'vecmat'), reason='NumPy before 2.2 has no such products')
def test_products_of_vectors_and_matrices_of_truth_values():
    a, b = numbers((3, 4)) % 3 > 0, numbers((4, 5)) % 2 > 0
    for dtype in 'bool', 'u1', 'i4', 'c8':
        for ours, theirs in ((numpy.vecmat(us.array(a), us.array(b.astype(dtype))), numpy.vecmat(a, b.astype(dtype))),
                             (numpy.matvec(us.array(a.astype(dtype)), us.array(b.T)), numpy.matvec(a.astype(dtype), b.T))):
            assert ours.dtype == theirs.dtype and numpy.array_equal(ours.to_numpy(), theirs)
    for function in numpy.vecmat, numpy.matvec:
        with pytest.raises(ValueError, match='must have at least 2 dimensions'):
            function(us.ones(4), us.ones(4))


VIEWS = [lambda a, b: a @ b, lambda a, b: a.T @ b.T, lambda a, b: a.T @ a, lambda a, b: a[::2, ::-1] @ b[:, 3:20], lambda a, b: a[3] @ b,
         lambda a, b: a @ b[:, 2], lambda a, b: a[2] @ b[:, 1], lambda a, b: a.conj().T @ a, lambda a, b: a.T[5:9] @ a[:, 1:4],
         lambda a, b: a.real @ b.real, lambda a, b: a[None] @ b, lambda a, b: a[:0] @ b, lambda a, b: a.reshape(5, 6, 40) @ b,
         lambda a, b: numpy.broadcast_to(a[0], (4, 40)) @ b, lambda a, b: a[[1, 5]] @ b]


@pytest.mark.parametrize('dtype', ['f8', 'c8', 'i4'])
def test_matmul_of_views(dtype):
    a, b = ((9 * random(shape)).astype(dtype) for shape in ((30, 40), (40, 30)))
    A, B = us.array(a, (7, 9)), us.array(b)
    for product in VIEWS:
        got, wanted = product(A, B), product(a, b)
        got = got.to_numpy() if isinstance(got, us.Array) else got
        assert numpy.shape(got) == numpy.shape(wanted) and numpy.allclose(got, wanted, 1e-4)
    assert numpy.array_equal(A.to_numpy(), a) and numpy.array_equal(B.to_numpy(), b)


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
    with pytest.raises(numpy.linalg.LinAlgError, match='the leading minor of order 8 is not positive definite'):
        us.linalg.cholesky(A)
    with pytest.raises(ValueError, match='must be a square matrix'):
        us.linalg.cholesky(us.zeros((4, 5), block=(2, 2), grid=grid()))
    free(A, L)


# ---- as BLAS, LAPACK and SciPy ----

@pytest.mark.parametrize('dtype', ['f4', 'f8', 'c8', 'c16'])
def test_gemm(dtype):
    def values(shape, seed):
        made = random(shape, seed) + (1j * random(shape, seed + 1) if dtype[0] == 'c' else 0)
        return made.astype(dtype)
    op, near = {'N': lambda x: x, 'T': lambda x: x.T, 'C': lambda x: x.conj().T}, 1e-3 if dtype in ('f4', 'c8') else 1e-9
    c = values((12, 30), 5)
    C = us.array(c, (5, 7))
    for left in 'NTC':
        for right in 'NTC':
            a, b = values((7, 11) if left == 'N' else (11, 7), 1), values((11, 9) if right == 'N' else (9, 11), 3)
            A, B = us.array(a, (2, 3)), us.array(b, (4, 2))
            for alpha, beta in (1, 0), (2, -3):
                got, wanted = C[2:9, 27:0:-3], c[2:9, 27:0:-3]
                us.linalg.gemm(left, right, alpha, A, B, beta, got)
                wanted[...] = alpha * op[left](a) @ op[right](b) + beta * wanted
                assert numpy.allclose(C.to_numpy(), c, near, near)
                us.linalg.gemm(left, right, alpha, A.T.copy().T[::-1], us.array(b[:, ::-1], 3)[:, ::-1], beta, got)
                wanted[...] = alpha * op[left](a[::-1]) @ op[right](b) + beta * wanted
                assert numpy.allclose(C.to_numpy(), c, near, near)


def test_gemm_into_a_transpose():
    a, b, c = random((4, 5)), random((5, 6), 2), random((8, 9), 3)
    C = us.array(c, (3, 2))
    us.linalg.gemm('T', 'T', 1, us.array(a).T, us.array(b).T, 2, C.T[3:7, :6])
    c.T[3:7, :6] = a @ b + 2 * c.T[3:7, :6]
    assert numpy.allclose(C.to_numpy(), c)
    C = us.full((2, 2), numpy.nan)
    us.linalg.gemm('N', 'N', 1, us.ones((2, 3)), us.ones((3, 2)), 0, C)
    assert (C.to_numpy() == 3).all()
    for wrong in us.zeros((2, 2), dtype='f4'), us.zeros((2, 2), dtype='i8'), us.zeros(2):
        with pytest.raises(ValueError, match='must be matrices of one type'):
            us.linalg.gemm('N', 'N', 1, us.ones((2, 3)), us.ones((3, 2)), 0, wrong)
    with pytest.raises(us.Error, match='2 x 3 elements, must be 2 x 2'):
        us.linalg.gemm('T', 'N', 1, us.ones((2, 3)), us.ones((3, 2)), 0, C)


RIGHT = [(23,), (23, 1), (23, 6), (23, 0)]


@pytest.mark.parametrize('dtype', ['f8', 'c16', 'f4'])
def test_factors(dtype):
    values = (random((23, 23)) + (1j * random((23, 23), 2) if dtype == 'c16' else 0)).astype(dtype)
    matrix, near = values @ values.conj().T + 23 * numpy.eye(23, dtype=dtype), 1e-3 if dtype == 'f4' else 1e-9
    op = [lambda x: x, lambda x: x.T, lambda x: x.conj().T]
    A, M = us.array(values, (4, 5)), us.array(matrix, (5, 4))
    factors = us.linalg.lu_factor(A)
    for shape in RIGHT:
        right = random(shape, 3).astype(dtype)
        for lower in False, True:
            got = us.linalg.cho_solve(us.linalg.cho_factor(M, lower), us.array(right))
            assert got.shape == shape and numpy.allclose(matrix @ got.to_numpy(), right, near, near)
            for trans in range(3):
                triangle = (numpy.tril if lower else numpy.triu)(matrix)
                got = us.linalg.solve_triangular(M, right, trans, lower)
                assert got.dtype == dtype and numpy.allclose(op[trans](triangle) @ got.to_numpy(), right, near, near)
                got = us.linalg.solve_triangular(M * 0.01, right, trans, lower, unit_diagonal=True).to_numpy()
                ones = 0.01 * triangle
                numpy.fill_diagonal(ones, 1)
                assert numpy.allclose(op[trans](ones) @ got, right, near, near)
        for trans in range(3):
            got = us.linalg.lu_solve(factors, right, trans)
            assert numpy.allclose(op[trans](values) @ got.to_numpy(), right, 10 * near, 10 * near)
    assert numpy.array_equal(A.to_numpy(), values) and numpy.array_equal(M.to_numpy(), matrix)
    lu, pivots = factors.lu.to_numpy(), factors.piv
    rows = numpy.arange(23)
    for at, other in enumerate(pivots):
        rows[[at, other]] = rows[[other, at]]
    assert numpy.allclose((numpy.tril(lu, -1) + numpy.eye(23)) @ numpy.triu(lu), values[rows], near, near)


def test_what_has_no_factor():
    for order in 1, 4, 9:
        values = numpy.eye(9)
        values[order - 1, order - 1] = -1
        for function in us.linalg.cholesky, us.linalg.cho_factor:
            with pytest.raises(numpy.linalg.LinAlgError, match=f'the leading minor of order {order} is not positive definite'):
                function(us.array(values))
    with pytest.raises(numpy.linalg.LinAlgError, match='singular matrix, with a 0 at 2 of the diagonal'):
        us.linalg.solve_triangular(us.array(numpy.diag([1., 2, 0, 4])), numpy.ones(4))
    for function in us.linalg.cholesky, us.linalg.inv, us.linalg.det, us.linalg.lu_factor:
        with pytest.raises(TypeError, match='must be of float32 or float64'):
            function(us.ones((2, 2), dtype='g'))


def test_without_elements():
    """Shapes and types are NumPy's."""
    for rows, columns in (5, 0), (0, 5), (0, 0):
        values = numpy.zeros((rows, columns))
        A = us.array(values)
        cases = [(lambda x, module: module.qr(x)), (lambda x, module: module.lstsq(x, numpy.ones(rows), None)[0])]
        if rows == columns:
            cases += [(lambda x, module, name=name: getattr(module, name)(x)) for name in ('inv', 'cholesky', 'det', 'slogdet')]
            cases += [lambda x, module: module.solve(x, numpy.ones((0, 3))), lambda x, module: module.matrix_power(x, 3)]
        for case in cases:
            got, wanted = ([one] if not isinstance(one, tuple) else one for one in (case(A, numpy.linalg), case(values, numpy.linalg)))
            for one, other in zip(got, wanted):
                assert numpy.shape(one) == numpy.shape(other) and one.dtype == other.dtype
        assert us.linalg.svd(A).U.shape == (rows, 0) and us.linalg.matmul(A, A.T).shape == (rows, rows)


def test_memory_of_factors():
    """A thread has a few of its own blocks, and not the triangles of all threads: these have threads() n^2 elements."""
    n = 90
    A = us.array(random((4 * n, n)))
    for function in us.linalg.qr, us.linalg.svd:
        tracemalloc.start()
        function(A)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < 8 * n * n * 14 + 100000, f'{most / (8 * n * n)} n^2'


@pytest.fixture(params=['of numpy', 'of the library'])
def blas(request, monkeypatch):
    """Which BLAS the library calls."""
    _numerics._find.clear()
    if request.param == 'of the library':
        monkeypatch.setattr(_numerics, '_of_numpy', lambda name: None)
    yield
    _numerics._find.clear()


@pytest.mark.usefixtures('blas')
def test_each_blas():
    values = random((30, 30)) + 30 * numpy.eye(30)
    A = us.array(values)
    assert numpy.allclose(us.linalg.solve(A, values[0]).to_numpy(), numpy.linalg.solve(values, values[0]))
    assert numpy.allclose(us.linalg.matmul(A, A).to_numpy(), values @ values)


# ---- transforms ----

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


@pytest.mark.parametrize('dtype', ['f8', 'c16', 'f4'])
@pytest.mark.parametrize('shape', [(1, 1), (7, 3), (40, 5), (5, 5), (100, 1), (5, 40), (90, 80), (80, 90), (300, 66)])
def test_qr(shape, dtype):
    values = (random(shape) + (1j * random(shape, 2) if dtype == 'c16' else 0)).astype(dtype)
    Q, R = us.linalg.qr(us.array(values, block=2))
    q, r = Q.to_numpy(), R.to_numpy()
    near = {'rtol': 1e-3, 'atol': 1e-4} if dtype == 'f4' else {}
    assert q.shape == (shape[0], min(shape)) and r.shape == (min(shape), shape[1]) and q.dtype == r.dtype == dtype
    assert numpy.allclose(q @ r, values, **near) and numpy.allclose(q.conj().T @ q, numpy.eye(min(shape)), **near)
    assert numpy.array_equal(numpy.triu(r), r) and numpy.allclose(abs(r), abs(numpy.linalg.qr(values)[1]), **near)


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
