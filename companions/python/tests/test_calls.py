# SPDX-License-Identifier: BSD-3-Clause
"""Each collective, with and without a handle."""
import numpy
import pytest
from common import free, numbers

import upc_stride as us


def row_of_blocks(width=4, dtype='f8'):
    """A block of `width` elements for each thread, filled with numbers, and one of zeros."""
    p = us.threads()
    return us.array(numbers((p, width), dtype), block=(1, width)), us.zeros((p, width), block=(1, width), dtype=dtype)


def both_forms(call, *arguments, **options):
    """Makes the call twice: blocking, and with a handle."""
    call(*arguments, **options)
    us.barrier()
    handle = call(*arguments, wait=False, **options)
    while not handle.test():
        pass
    handle.wait()
    us.barrier()


def test_pieces():
    p, (A, B) = us.threads(), row_of_blocks()
    W = us.zeros((p, 4 * p), block=(1, 4 * p))
    both_forms(us.gather, W.blocks[p - 1], A.blocks[:])
    assert (W[p - 1] == numbers(4 * p)).all()
    both_forms(us.scatter, B.blocks[::-1], W.blocks[p - 1])
    assert (B.to_numpy() == A.to_numpy()[::-1]).all()
    both_forms(us.gather_all, W.blocks[:], A.blocks[:])
    assert (W.to_numpy() == numbers(4 * p)).all()
    X = us.zeros((p, 4 * p), block=(1, 4 * p))
    both_forms(us.exchange, X.blocks[:], W.blocks[:])
    assert (X.to_numpy() == numpy.tile(numbers((p, 4)), p)).all()
    both_forms(us.permute, B.blocks[:], A.blocks[:], range(p - 1, -1, -1))
    assert (B.to_numpy() == A.to_numpy()[::-1]).all()
    us.barrier(A.blocks[:])
    us.barrier(A.blocks[:], wait=False).wait()
    free(A, B, W, X)


def test_uneven_pieces():
    p, (A, B) = us.threads(), row_of_blocks()
    W = us.zeros((p, 4 * p), block=(1, 4 * p))
    counts = [8 * (1 + i % 3) for i in range(p)]
    displs = [32 * i for i in range(p)]
    kept = numpy.concatenate([numbers((p, 4))[i, :counts[i] // 8] for i in range(p)])
    both_forms(us.gatherv, W.blocks[0], A.blocks[:], counts)
    assert (W[0, :len(kept)] == kept).all()
    both_forms(us.scatterv, B.blocks[:], W.blocks[0], counts)
    assert all((B[i, :counts[i] // 8] == A[i, :counts[i] // 8]).all() for i in range(p))
    both_forms(us.gather_allv, W.blocks[:], A.blocks[:], counts, displs)
    assert all((W[:, 4 * i] == A[i, 0]).all() for i in range(p))
    X = us.zeros((p, 4 * p), block=(1, 4 * p))
    both_forms(us.exchangev, X.blocks[:], W.blocks[:], numpy.full((p, p), 8), [[32 * j] * p for j in range(p)],
         [[32 * i for i in range(p)]] * p)
    assert all((X[i, 4 * j] == W[j, 4 * i]) for i in range(p) for j in range(p))
    with pytest.raises(ValueError, match='counts: 1 numbers, must be'):
        us.gatherv(W.blocks[0, 0:0], A.blocks[0:0], [8])
    free(A, B, W, X)


def test_reductions_of_blocks():
    p, (A, B) = us.threads(), row_of_blocks()
    values = A.to_numpy()
    both_forms(us.reduce, B.blocks[p - 1], A.blocks[:], op='max')
    assert (B[p - 1] == values[-1]).all()
    both_forms(us.reduce_all, B.blocks[:], A.blocks[:])
    assert (B.to_numpy() == values.sum(axis=0)).all()
    both_forms(us.prefix_reduce, B.blocks[:], A.blocks[:])
    assert (B.to_numpy() == values.cumsum(axis=0)).all()
    both_forms(us.prefix_reduce_exclusive, B.blocks[:], A.blocks[:], 2)
    assert (B.to_numpy()[1:, :2] == values.cumsum(axis=0)[:-1, :2]).all()
    W, X = us.array(numbers((p, 4 * p)), block=(1, 4 * p)), us.zeros((p, 4), block=(1, 4))
    both_forms(us.reduce_scatter, X.blocks[:], W.blocks[:])
    assert (X.to_numpy() == numbers((p, 4 * p)).sum(axis=0).reshape(p, 4)).all()
    free(A, B, W, X)


def test_calls_in_place():
    p, (A, B) = us.threads(), row_of_blocks()
    values = A.to_numpy()
    us.permute(A.blocks[:], A.blocks[:], [(i + 1) % p for i in range(p)])
    assert (A.to_numpy() == numpy.roll(values, 1, axis=0)).all()
    us.reduce(A.blocks[p - 1], A.blocks[:], op='max')
    assert (A[p - 1] == values.max(axis=0)).all()
    us.reduce_all(A.blocks[:], A.blocks[:], op='max')
    assert (A.to_numpy() == values.max(axis=0)).all()
    W = us.array(numbers((p, 4 * p)), block=(1, 4 * p))
    us.exchange(W.blocks[:], W.blocks[:])
    assert (W.to_numpy().reshape(p, p, 4) == numbers((p, 4 * p)).reshape(p, p, 4).transpose(1, 0, 2)).all()
    free(A, B, W)


def second(first, later):
    return later


def test_functions_as_operations():
    p, (A, B) = us.threads(), row_of_blocks()
    both_forms(us.reduce_all, B.blocks[:], A.blocks[:], op=numpy.hypot)
    assert numpy.allclose(B.to_numpy(), numpy.sqrt((A.to_numpy() ** 2).sum(axis=0)))
    both_forms(us.reduce_all, B.blocks[:], A.blocks[:], op=second, ordered=True)
    assert (B.to_numpy() == A[p - 1]).all()
    C, D = us.array(numbers((p, 4)) * 1j + 1, block=(1, 4)), us.zeros((p, 4), block=(1, 4), dtype='c16')
    both_forms(us.reduce_all, D.blocks[:], C.blocks[:], op='prod')
    assert numpy.allclose(D.to_numpy(), C.to_numpy().prod(axis=0))
    free(A, B, C, D)


def test_reductions_of_structs():
    p, me = us.threads(), us.thread()
    kind = numpy.dtype([('low', 'f8'), ('count', 'i4'), ('high', 'f8')], align=True)
    A, B = us.zeros((p, 2), block=(1, 2), dtype=kind), us.zeros((p, 2), block=(1, 2), dtype=kind)
    for row in range(2):
        A.tile[me, 0][0, row] = (-me, 1, me + row)
    us.barrier()

    def join(first, later):
        joined = later.copy()
        joined['low'] = numpy.minimum(first['low'], later['low'])
        joined['high'] = numpy.maximum(first['high'], later['high'])
        joined['count'] += first['count']
        return joined
    both_forms(us.reduce_all, B.blocks[:], A.blocks[:], op=join)
    assert [tuple(one) for one in B.tile[me, 0][0]] == [(1 - p, p, p - 1), (1 - p, p, p)]
    free(A, B)


def test_places():
    p, me = us.threads(), us.thread()
    kind = numpy.dtype([('value', 'f4'), ('index', 'i8')], align=True)
    A, B = us.zeros((p,), block=(1,), dtype=kind), us.zeros((p,), block=(1,), dtype=kind)
    A.tile[me][0] = (me % 2, 10 + me)
    us.barrier()
    both_forms(us.reduce_all, B.blocks[:], A.blocks[:], op='argmax')
    assert tuple(B.tile[me][0]) == ((1, 11) if p > 1 else (0, 10))
    both_forms(us.reduce_all, B.blocks[:], A.blocks[:], op='argmin')
    assert tuple(B.tile[me][0]) == (0, 10)
    C, D = us.zeros((p,), block=(1,)), us.array(numpy.array([0, -0.0, -1, 3, 3, -1] * p), block=(2,))
    with pytest.raises(TypeError, match='must be of a value and an index'):
        us.reduce_all(C.blocks[:], C.blocks[:], op='argmax')
    assert (D.argmax(), D.argmin()) == (3, 2)
    free(A, B, C, D)


def test_exchange_of_own_lists():
    p, me = us.threads(), us.thread()
    A, B = us.array(numbers((p, 8 * p)), block=(1, 8 * p)), us.zeros((p, 8 * p), block=(1, 8 * p))
    counts = [[8 * ((me + i) % 8) for i in range(p)]]
    received = us.exchange_own(B.blocks[:], A.blocks[:], counts, None, [[64 * i for i in range(p)]])
    assert received.tolist() == [[8 * ((j + me) % 8) for j in range(p)]]
    expected = [numbers((p, 8 * p))[j, 8 * me:8 * me + (j + me) % 8] for j in range(p)]
    flat = numpy.concatenate(expected)
    assert (B.tile[me, 0][0, :len(flat)] == flat).all() and (B.tile[me, 0][0, len(flat):] == 0).all()
    free(A, B)


def test_calls_with_own_numbers():
    p, me = us.threads(), us.thread()
    values = numbers((p, p))
    A, B, C = (us.array(values, block=(1, p)), us.zeros((p, p * p), block=(1, p * p)), us.zeros((p, p), block=(1, p)))
    pieces = numpy.concatenate([values[j, :j + 1] for j in range(p)])
    received = us.gather_all_own(B.blocks[:], A.blocks[:], [8 * (me + 1)])
    assert received.tolist() == [[8 * (j + 1) for j in range(p)]]
    assert (B.tile[me, 0][0, :len(pieces)] == pieces).all()
    B[:] = 0
    root = p - 1
    received = us.gather_own(B.blocks[root], A.blocks[:], [8 * (me + 1)], [8 * p * j for j in range(p)] if me == root else None)
    assert received.tolist() == ([[8 * (j + 1) for j in range(p)]] if me == root else [])
    lists = (None, None) if me != root else ([8 * (j + 1) for j in range(p)], [8 * p * j for j in range(p)])
    back = us.prepare(us.scatter_own, C.blocks[:], B.blocks[root], *lists)
    for step in range(2):
        back.start()
        assert back.wait().tolist() == [[8 * (me + 1)]]
        assert (C.tile[me, 0][0, :me + 1] == values[me, :me + 1]).all() and (C.tile[me, 0][0, me + 1:] == 0).all()
    back.free()
    free(A, B, C)


def test_lent_blocks():
    p, me = us.threads(), us.thread()
    # Of five blocks of a row the last has two columns. Each thread has a block of each column, unless 5 divides p.
    A, B = us.array(numbers((p, 14)), block=(1, 3)), us.zeros((p, 14), block=(1, 3))
    for root in range(p):
        assert (us.lend(B.blocks[:, 0], A.blocks[root, 0]) == A.to_numpy()[root, :3]).all()
        assert (us.lend(B.blocks[:, 4], A.blocks[root, 4], wait=False).wait() == A.to_numpy()[root, 12:]).all()
    again = us.prepare(us.lend, B.blocks[:, 0], A.blocks[p - 1, 0])
    for step in range(3):
        A += 1
        again.start()
        assert (again.wait() == A.to_numpy()[p - 1, :3]).all()
    with pytest.raises(ValueError, match='read-only'):
        us.wait_all([us.lend(B.blocks[:, 0], A.blocks[0, 0], wait=False)])[0][0] = 1
    again.free()
    alone = us.lend(B.blocks[0, 0], A.blocks[0, 0])
    assert (alone is None) == (me > 0)
    free(A, B)


def test_prepared_calls():
    A, B = row_of_blocks()
    total = us.prepare(us.reduce_all, B.blocks[:], A.blocks[:], op='max')
    for step in range(3):
        A += 1
        total.start()
        total.wait()
        assert (B.to_numpy() == A.to_numpy().max(axis=0)).all()
    total.start()
    with pytest.raises(us.Error, match='in flight'):
        total.start()
    assert us.wait_any([total]) == 0 and us.wait_any([total]) is None
    total.free()
    free(A, B)


def test_waits_for_several():
    p, me = us.threads(), us.thread()
    arrays = [row_of_blocks() for _ in range(4)]

    def start():
        return [us.reduce_all(B.blocks[:], A.blocks[:], op='max', wait=False) for A, B in arrays]
    assert us.wait_all(start()) == [None] * 4
    handles, places = start(), []
    while (place := us.wait_any(handles)) is not None:
        places.append(place)
    assert sorted(places) == [0, 1, 2, 3] and us.wait_some(handles) == []
    handles, places = start(), []
    while len(places) < 4:
        places += us.wait_some(handles)
    assert sorted(places) == [0, 1, 2, 3]
    handles = start()
    while not us.test_all(handles):
        pass
    assert us.wait_any(handles) is None
    assert all((B.to_numpy() == A.to_numpy().max(axis=0)).all() for A, B in arrays)
    free(*(one for pair in arrays for one in pair))


@pytest.mark.parametrize('op', ['any', 'all', 'bitwise_and', 'bitwise_or', 'bitwise_xor'])
def test_operations_on_integers(op):
    A, B = row_of_blocks(dtype='i4')
    us.reduce_all(B.blocks[:], A.blocks[:], op=op)
    if op in ('any', 'all'):  # any number that is not 0 is true
        assert (B.to_numpy() == getattr(A.to_numpy(), op)(axis=0)).all()
    else:
        assert (B.to_numpy() == getattr(numpy, op).reduce(A.to_numpy(), axis=0)).all()
    free(A, B)


def test_copy_and_transform():
    values = numbers((9, 6))
    A, B, T = us.array(values, block=(2, 3)), us.zeros((9, 6), block=(4, 6)), us.zeros((6, 9), block=(1, 9))
    both_forms(us.copy, B.elements[2:8:2, ::-1], A.elements[:3, :])
    assert (B[2:8:2] == values[:3, ::-1]).all() and not B[1].any()
    us.transform(T.elements[...], A.elements[...], order=(1, 0), alpha=2)
    us.barrier()
    assert (T.to_numpy() == 2 * values.T).all()
    both_forms(us.transform, A.elements[...], T.elements[...], order=(1, 0), alpha=0, beta=1)
    us.transform(A.elements[...], T.elements[...], order=(1, 0), alpha=-1, beta=1, sync=us.ALLSYNC)
    us.barrier()
    assert (A.to_numpy() == -values).all()
    with pytest.raises(TypeError, match='must be of float64'):
        us.copy(us.zeros((9, 6), dtype='f4').elements[...], A.elements[...])
    free(A, B, T)


def test_no_section():
    A = us.zeros((9, 6))
    plain = numpy.zeros(6)
    with pytest.raises(TypeError, match=r'^dst: of type ndarray; this call takes a section, such as A.blocks\[...\]$'):
        us.broadcast(plain, A.blocks[0, 0])
    with pytest.raises(TypeError, match='^src: of type Array; this call takes'):
        us.gather(A.blocks[0, 0], src=A)
    with pytest.raises(TypeError, match='^src: of type ndarray; .* such as A.elements'):
        us.copy(A.elements[...], plain)
    free(A)


@pytest.mark.parametrize('periodic', [False, True])
def test_halo(periodic):
    values = numbers((7, 8)) + 1
    A = us.array(values, block=(3, 4))
    around = numpy.pad(values, 1, mode='wrap' if periodic else 'constant')
    split = us.halo(A.blocks[...], corners=True, periodic=periodic, wait=False).wait()
    for tiles in us.halo(A.blocks[...], corners=True, periodic=periodic), split:
        assert [index for index, _ in tiles] == [index for index, _ in A.local]
        for (i, j), tile in tiles:
            rows, columns = tile.shape
            assert (tile == around[3 * i:3 * i + rows, 4 * j:4 * j + columns]).all()
    with pytest.raises(ValueError, match='width: -1, must not be negative'):
        us.halo(A.blocks[...], -1)
    free(A)


def test_elements_from_all_over():
    p = us.threads()
    A = us.array(numbers((6, 5), 'i8'), block=(2, 2))
    index = numpy.array([[29, 0], [7, 7]]) - (us.thread() % 2) * numpy.array([[1, 0], [0, 0]])
    assert (us.fetch(A, index) == index).all()
    assert us.fetch(A, []).size == 0
    neighbours = us.prepare(us.fetch, A, index, sync=us.MYSYNC)
    for step in range(3):
        neighbours.start()
        assert (neighbours.wait() == index + step).all()
        us.barrier(A.blocks[:])
        A += 1
    neighbours.free()
    A -= 3
    us.update(A, [3, 3, 8], [10, 10, us.thread()])
    assert A[0, 3] == 3 + 20 * p and A[1, 3] == 8 + p * (p - 1) // 2
    us.barrier()
    us.update(A, [29] if us.thread() == 0 else [], 5, op='put')
    assert A[5, 4] == 5
    free(A)


def test_synchronisation():
    A, B = row_of_blocks()
    for sync in us.MYSYNC, us.NOSYNC:
        us.barrier()
        us.broadcast(B.blocks[:], A.blocks[0], sync=sync)
        us.barrier()
        assert (B.to_numpy() == A[0]).all()
    with pytest.raises(us.Error, match='sync_flags'):
        us.broadcast(B.blocks[:], A.blocks[0], sync=us.MYSYNC | us.NOSYNC)
    free(A, B)


def test_types_that_differ():
    """Blocks of numbers of one type do not become numbers of another one."""
    A, B = us.zeros(8, 2), us.zeros(8, 2, dtype='i8')
    for call in us.broadcast, us.reduce_all, us.exchange, us.gather_all, us.prefix_reduce:
        with pytest.raises(TypeError, match='dst: of int64, must be of float64, as src'):
            call(B.blocks[...], A.blocks[...])
    free(A, B)


@pytest.mark.parametrize('dtype', ['f8', 'f4', 'i4'])
def test_order_of_bytes(dtype):
    """The library computes in this machine's order of bytes; a function of NumPy in any."""
    other = numpy.dtype(dtype).newbyteorder()
    A, B = us.array(numbers(12, other), 3), us.zeros(12, 3, dtype=other)
    for call in us.reduce_all, us.prefix_reduce:
        with pytest.raises(TypeError, match="must be in this machine's order of bytes"):
            call(B.blocks[...], A.blocks[...])
    with pytest.raises(TypeError, match="must be in this machine's order of bytes"):
        us.update(B, [1], [2])
    us.reduce_all(B.blocks[...], A.blocks[...], op=numpy.add)
    assert B[0:3].to_numpy().tolist() == [18, 22, 26]
    assert A.sum() == 66
    free(A, B)


@pytest.mark.parametrize('owners', [1, 2, None])
def test_functions_that_fail(owners):
    """What a function of a reduction raises on a thread, all threads raise, owners of blocks or not. The program goes on."""
    def fails(a, b):
        raise KeyError('from the function')
    some = 2 if us.threads() == 1 else min(owners or us.threads(), us.threads())
    if owners == 1:  # whose blocks are combined on one thread
        A, B = us.zeros(4 * us.threads(), 2, (us.threads(),)), us.zeros(4 * us.threads(), 2, (us.threads(),))
        blocks = A.blocks[::us.threads()], B.blocks[::us.threads()]
    else:
        A, B = us.zeros(2 * us.threads() + 2, 2), us.zeros(2 * us.threads() + 2, 2)
        blocks = A.blocks[:some], B.blocks[:some]
    for function, error in (fails, KeyError), (lambda a, b: a[:1], ValueError), (lambda a, b: a.sum(), ValueError):
        for call in us.reduce_all, us.prefix_reduce, us.reduce:
            with pytest.raises(error):
                call(blocks[1], blocks[0], op=function)
        us.reduce_all(blocks[1], blocks[0], op=numpy.hypot)
    assert not B.any()
    free(A, B)


def test_patches_by_one_thread():
    A = us.zeros((13, 11), block=(4, 3))
    model = numpy.arange(143.0).reshape(13, 11)
    if us.thread() == us.threads() - 1:
        A.elements[...].put(model)
    us.barrier()
    numpy.testing.assert_array_equal(A.elements[11:2:-3, 1:9:2].to_numpy(), model[11:2:-3, 1:9:2])
    us.barrier()
    A.elements[2:9, ::4].add(numpy.arange(3.0))
    A.elements[5].add(1)
    model[2:9, ::4] += us.threads() * numpy.arange(3.0)
    model[5] += us.threads()
    us.acc_elements(A, [3, 3, 100], 2.0)
    model.ravel()[[3, 100]] += numpy.array([4, 2]) * us.threads()
    us.barrier()
    numpy.testing.assert_array_equal(A.elements[...].to_numpy(), model)
    numpy.testing.assert_array_equal(us.get_elements(A, [[3, 100], [55, 142]]), model.ravel()[[[3, 100], [55, 142]]])
    us.barrier()
    if us.thread() == 0:
        us.put_elements(A, [7, 8], [70, 80])
        A.elements[0:0].put(numpy.zeros((0, 11)))
    us.barrier()
    assert A.elements[0, 7:9].to_numpy().tolist() == [70, 80]
    Z = us.zeros((5,), block=2, dtype=complex)
    Z.elements[1:4].add([1j, 2, 3 - 1j])
    us.barrier()
    assert Z.elements[...].to_numpy().tolist() == [0, us.threads() * 1j, 2 * us.threads(), us.threads() * (3 - 1j), 0]
    with pytest.raises(IndexError, match='index: 5, must be in 0..4'):
        us.put_elements(Z, [5], [0])
    with pytest.raises(ValueError, match='op'):
        Z.elements[0].add(1, op='difference')
