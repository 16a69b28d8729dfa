# SPDX-License-Identifier: BSD-3-Clause
"""Views of memory of NumPy arrays, against NumPy: layouts and calls are random, the same on all threads."""
import gc
import itertools

import numpy
import pytest
from common import free, grid, numbers

import upc_stride as us


def blocks_of(shape, block, cells):
    """The indices of each thread's blocks, in their order, as zeros() deals them out."""
    counts = [-(-extent // size) for extent, size in zip(shape, block)]
    own = [[] for _ in range(us.threads())]
    for number, index in enumerate(itertools.product(*map(range, counts))):
        owner = number % us.threads() if not cells else int(numpy.ravel_multi_index([at % n for at, n in zip(index, cells)], cells))
        own[owner].append(index)
    return own[us.thread()]


def view_of(whole, block, cells=(), spare=0):
    """A view with the values of an array that all threads have, and the memory it is of."""
    own = blocks_of(whole.shape, block, cells)
    memory = numpy.full((len(own), *block), -7, whole.dtype)
    for tile, index in zip(memory, own):
        part = whole[tuple(slice(at * size, (at + 1) * size) for at, size in zip(index, block))]
        tile[tuple(map(slice, part.shape))] = part
    memory = numpy.append(memory.ravel(), numpy.full(spare, -9, whole.dtype))
    return us.array_of(memory, whole.shape, block, cells), memory


@pytest.mark.parametrize('seed', range(6))
def test_random_calls(seed):
    random = numpy.random.default_rng(seed)
    rows, columns = int(random.integers(1, 40)), int(random.integers(1, 3000 if seed % 3 == 0 else 60))
    block = int(random.integers(1, rows + 1)), int(random.integers(1, columns + 1))
    cells = grid() if random.integers(2) else ()
    first, second = random.integers(0, 1000, (2, rows, columns)).astype('f8')
    V, memory = view_of(first, block, cells, spare=3)
    W, _ = view_of(second, (rows, -(-columns // 2)))
    A = us.zeros((rows, columns), block, cells)
    for _ in range(10):
        call = random.integers(7)
        value, at = float(random.integers(100)), (int(random.integers(rows)), int(random.integers(columns)))
        if call == 0:
            us.copy(A.elements[...], V.elements[...])
            assert (A.to_numpy() == first).all()
        elif call == 1:
            us.copy(V.elements[...], W.elements[...])
            first = second.copy()
        elif call == 2:
            V += value
            first = first + value
        elif call == 3:
            us.copy(W.elements[:at[0] + 1, at[1]:], V.elements[:at[0] + 1, at[1]:])
            second[:at[0] + 1, at[1]:] = first[:at[0] + 1, at[1]:]
        elif call == 4:
            us.barrier()
            with V.opened():
                if us.thread() == 0:
                    V.one_sided[at] = value
                us.barrier()
                assert V.one_sided[at] == value
            first[at] = value
        elif call == 5:
            assert (V.sum(axis=0).to_numpy() == first.sum(axis=0)).all()
            assert float(V.max()) == first.max()
        elif call == 6:
            assert (us.fetch(V, [rows * columns - 1, 0]) == first.ravel()[[-1, 0]]).all()
        us.barrier()
        assert (V.to_numpy() == first).all() and (W.to_numpy() == second).all()
        for index, tile in V.local:
            assert (tile == first[V._extent_of(index)]).all() and numpy.shares_memory(tile, memory)
        assert (memory[-3:] == -9).all()
    kept = memory.copy()
    free(V, W, A)
    assert (memory == kept).all()


def test_blocks():
    p, width = us.threads(), 12
    (V, memory), (W, sums) = view_of(numbers((p, width)), (1, width)), view_of(numpy.zeros((p, width)), (1, width))
    us.reduce_all(W.blocks[:], V.blocks[:])
    assert (sums == numbers((p, width)).sum(axis=0)).all()
    us.broadcast(W.blocks[:], V.blocks[p - 1])
    assert (sums == numbers((p, width))[-1]).all()
    us.permute(W.blocks[:], V.blocks[:], range(p - 1, -1, -1))
    assert (sums == numbers((p, width))[p - 1 - us.thread()]).all()
    memory[:] = us.thread()
    us.exchange(W.blocks[:], V.blocks[:], 8)
    assert (sums[:p] == numpy.arange(p)[:12]).all() or p > width
    handle = us.broadcast(W.blocks[:], V.blocks[0], wait=False)
    handle.wait()
    assert (sums == 0).all()
    free(V, W)


def test_files(folder):
    name = folder / 'views.npy'
    V, memory = view_of(numbers((9, 5)), (2, 5))
    V.save(name)
    us.barrier()
    memory[:] = 0
    us.read(V.elements[...], name)
    assert (V.to_numpy() == numbers((9, 5))).all()
    free(V)


def test_memory_lives():
    """A view keeps the memory, also when the program has dropped both; a view that is dropped is freed later."""
    V = us.array_of(numpy.full(100000, us.thread(), 'f8'), us.threads() * 100000)
    gc.collect()
    assert (V.tile[us.thread()] == us.thread()).all()
    tile = V.tile[us.thread()]
    del V
    for _ in range(40):
        us.zeros(10)
    assert (tile == us.thread()).all()


def test_wrong_memory():
    p = us.threads()
    with pytest.raises(us.Error, match='bytes: 24, must be at least 32 for the caller.s 1 block'):
        us.array_of(numpy.zeros(3), 4 * p)
    with pytest.raises(TypeError, match='values: of type list, must be a NumPy array'):
        us.array_of([1.0], p)
    with pytest.raises(ValueError, match='values: not contiguous or read-only'):
        us.array_of(numpy.zeros((4, 4))[:, ::2], 8 * p)
    V, _ = view_of(numbers((p, 4)), (1, 4))
    assert V[p - 1, 3] == 4 * p - 1
    for wrong in lambda: V.one_sided[0, 0], lambda: V.elements[:].to_numpy(), lambda: us.get_elements(V, [0]):
        with pytest.raises(us.Error, match='a view of the program.s memory, must be open'):
            wrong()
    free(V)
