# SPDX-License-Identifier: BSD-3-Clause
"""Run on several threads: upcrun -n 4 python -m pytest python/tests. Every thread runs every test."""
import pathlib
import tempfile

import numpy
import pytest

import upc_stride as us


def numbers(shape, dtype='f8'):
    return numpy.arange(numpy.prod(shape)).reshape(shape).astype(dtype)


def layouts(ndim):
    yield {}
    if ndim == 2:
        yield {'block': (3, 4)}
        yield {'grid': (us.threads(), 1)}
        yield {'block': (2, 3), 'grid': (1, us.threads())}


def test_assignment_and_back():
    values = numbers((11, 13))
    for layout in layouts(2):
        A = us.zeros(values.shape, **layout)
        assert not A.to_numpy().any()
        A[...] = values
        assert (A.to_numpy() == values).all()
        assert (A[2:9:3, -4:] == values[2:9:3, -4:]).all()
        assert (A[5] == values[5]).all() and (A[::-1, 7] == values[::-1, 7]).all()
        assert A[3, 5] == values[3, 5]
        us.barrier()
        if us.thread() == us.threads() - 1:
            A[3, 5] = -1
        us.barrier()
        assert A[3, 5] == -1
        us.barrier()
        A[1:3, 2] = [7, 8]
        assert A[1, 2] == 7 and A[2, 2] == 8 and A[3, 2] == values[3, 2]
        us.barrier()
        A.free()


def test_tiles_are_memory():
    A = us.zeros((10, 10), block=(4, 4))
    for index, tile in A.local:
        assert A.owner(*index) == us.thread()
        tile[...] = 10 * index[0] + index[1]
    us.barrier()
    assert A[9, 9] == 22 and A.tile[2, 2].shape == (2, 2)
    us.barrier()
    A.free()


def test_broadcast_to_a_row():
    A, B = us.array(numbers((8, 12)), block=(4, 4)), us.zeros((8, 12), block=(4, 4))
    row, one = B.blocks[1, :], A.blocks[0, 2]
    us.broadcast(row, one)
    us.barrier()
    assert (B[4:8, 0:4] == A[0:4, 8:12]).all() and not B[0:4].any()
    us.barrier()
    B[...] = 0
    handle = us.broadcast(row, one, wait=False)
    handle.wait()
    assert handle.test()
    us.barrier()
    assert (B[4:8, 8:12] == A[0:4, 8:12]).all()
    us.barrier()
    A.free(), B.free()


@pytest.mark.parametrize('dtype', ['f8', 'f4', 'i4', 'i8', 'u2'])
def test_reductions(dtype):
    values = numbers((7, 9), dtype)
    for layout in layouts(2):
        A = us.array(values, **layout)
        for axis in None, 0, 1, -1:
            assert numpy.allclose(A.sum(axis), values.sum(axis))
            assert numpy.allclose(A.max(axis), values.max(axis))
        assert A.min() == values.min()
        A.free()


def test_operations():
    p = us.threads()
    A = us.array(numbers((p, 4)), block=(1, 4))
    B = us.zeros((p, 4), block=(1, 4))
    W = us.zeros((p, 4 * p), block=(1, 4 * p))
    us.permute(B.blocks[:], A.blocks[:], range(p - 1, -1, -1))
    us.barrier()
    assert (B.to_numpy() == A.to_numpy()[::-1]).all()
    us.gather_all(W.blocks[:], A.blocks[:])
    us.barrier()
    assert (W.tile[us.thread(), 0].ravel() == A.to_numpy().ravel()).all()
    us.prefix_reduce(B.blocks[:], A.blocks[:])
    us.barrier()
    assert (B.to_numpy() == A.to_numpy().cumsum(axis=0)).all()
    us.reduce(B.blocks[0], A.blocks[:], op='max')
    us.barrier()
    assert (B[0] == A[p - 1]).all()
    us.barrier()
    A.free(), B.free(), W.free()


def test_redistribute():
    values = numbers((9, 10))
    A = us.array(values, block=(2, 3))
    B = A.redistribute(grid=(us.threads(), 1))
    assert (B.to_numpy() == values).all()
    B[0:4] = 0
    A[...] = B
    assert not A[0:4].any() and (A[4:] == values[4:]).all()
    us.barrier()
    A.free(), B.free()


def test_map():
    A, B = us.array(numbers((6, 6)), block=(4, 4)), us.full((6, 6), 2, block=(4, 4))
    us.map(numpy.multiply, A, B)
    assert (A.to_numpy() == 2 * numbers((6, 6))).all()
    with pytest.raises(ValueError, match='must have the layout'):
        us.map(numpy.add, A, us.zeros((6, 6), block=(3, 3)))
    A.free(), B.free()


def test_files():
    path = pathlib.Path(tempfile.gettempdir()) / f'upc_stride_test_{us.threads()}.npy'
    A = us.array(numbers((5, 7)), block=(2, 2))
    A.save(path)
    B = us.load(path, block=(3, 3))
    assert (B.to_numpy() == numbers((5, 7))).all()
    us.barrier()
    if us.thread() == 0:
        path.unlink()
    A.free(), B.free()


def test_matmul():
    rows = 2 if us.threads() % 2 == 0 else 1
    grid = rows, us.threads() // rows
    a, b = numbers((9, 14)), numbers((14, 11))
    A, B = us.array(a, block=(2, 3), grid=grid), us.array(b, block=(3, 4), grid=grid)
    C = us.linalg.matmul(A, B)
    assert (C.to_numpy() == a @ b).all()
    with pytest.raises(ValueError, match='must have as many columns as rows'):
        us.linalg.matmul(A, A)
    A.free(), B.free(), C.free()


def test_errors():
    A = us.zeros((4, 4), block=(2, 2))
    with pytest.raises(us.Error, match='upc_stride_broadcast: len: 1000 bytes, must be at most a block'):
        us.broadcast(A.blocks[0, :], A.blocks[0, 0], 1000)
    with pytest.raises(us.Error, match='upc_stride_all_alloc: grid:'):
        us.zeros((4, 4), block=(2, 2), grid=(7, 5))
    with pytest.raises(IndexError, match='must be in -4..3'):
        A[4, 0]
    with pytest.raises(IndexError):
        A.blocks[2, 0]
    with pytest.raises(ValueError, match='must be one of sum'):
        us.reduce(A.blocks[0, 0], A.blocks[1, :], op='average')
    A.free()
    with pytest.raises(us.Error, match='freed'):
        A.free()


def test_picture():
    A = us.zeros((4, 4), block=(2, 2))
    assert A._repr_html_().count('<td') == 4 and repr(A) == '<upc_stride.Array (4, 4) float64 block=(2, 2)>'
    A.free()
