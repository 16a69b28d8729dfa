# SPDX-License-Identifier: BSD-3-Clause
"""Tiles that are held when their array is freed; memory that is given back."""
import gc
import weakref

import numpy
import pytest

from common import free

import upc_stride as us

MEGABYTES = 16  # of each thread, in a shared heap of 128 MB (package.sh)
ROUNDS = 20


def large(value):
    return us.full(us.threads() * (MEGABYTES << 17), value, MEGABYTES << 17)


@pytest.mark.parametrize('holder', ['all', 'one'])
@pytest.mark.parametrize('part', [lambda tile: tile, lambda tile: tile[3:].reshape(-1, 1), memoryview],
                         ids=['tile', 'part', 'view'])
def test_held_tile_keeps_its_values(holder, part):
    A = us.full(us.threads() * 8, 7, 8, dtype='i8')
    holds = holder == 'all' or us.thread() == us.threads() - 1
    held = part(A.tile[us.threads() - 1]) if holds else None
    us.barrier()
    A.free()
    later = [us.full(us.threads() * 8, 9, 8, dtype='i8') for _ in range(3)]
    assert held is None or all(value == 7 for value in held)
    us.barrier()
    if held is not None and not isinstance(held, memoryview):
        held[...] = 5  # does not reach the later arrays
    us.barrier()
    assert all((B[...] == 9).all() for B in later)
    free(*later)


def test_freed_array_is_refused():
    A = us.zeros(us.threads() * 8, 8)
    section, held = A.blocks[:], A.local
    A.free()
    with pytest.raises(us.Error, match='freed'):
        A.free()
    with pytest.raises(us.Error, match='freed'):
        us.broadcast(section, section)
    with pytest.raises((us.Error, IndexError)):
        A.tile[us.thread()][:] = 1
    assert (held[0][1] == 0).all()


def test_memory_is_given_back():
    for number in range(ROUNDS):
        A = large(number)
        assert A.tile[us.thread()][-1] == number
        A.free()


def test_memory_of_held_tiles_is_given_back():
    for number in range(ROUNDS):
        A = large(number)
        for _, tile in A.local:  # each tile is held until the next round
            assert tile[0] == number
        us.barrier()
        A.free()
        assert tile[-1] == number


def test_memory_is_kept_no_longer_than_tiles():
    held = []
    for number in range(3):
        A = large(number)
        held += [tile for _, tile in A.local] if us.thread() == 0 else []
        us.barrier()
        A.free()
    assert all((tile == number).all() for number, tile in enumerate(held))
    del held
    gc.collect()
    arrays = [large(number) for number in range(6)]
    free(*arrays)


def test_package_gives_back_its_own():
    A = us.full((64, 64), 1.0, (16, 16))
    for _ in range(50):
        assert A.sum() == 64 * 64
        us.linalg.matmul(A, A).free()
        us.fft.fftn(A).free()
    free(A)


def test_dropped_arrays_are_freed():
    """Whether each thread drops them at once, or one keeps them for a time; also through sections and expressions."""
    kept = []
    for number in range(3 * ROUNDS):
        A = large(number)
        if us.thread() == number % us.threads() and number % 4 == 0:
            kept = [A]
        if number % 2:
            section = A.blocks[us.thread()]
            assert section.array is A
        assert (A + 1).tile[us.thread()][0] == number + 1
    kept.clear()
    small = [us.zeros(us.threads()) for _ in range(100)]
    assert all(one[us.threads() - 1] == 0 for one in small)


def test_results_get_the_memory_of_dropped_ones():
    """Also if each operation allocates much, and a part of it is held by one thread for a time."""
    A, found = large(2), set()
    for number in range(ROUNDS):
        made = numpy.exp(A - 2) if number % 2 else numpy.where(A > 1, A, 3) - 1
        (_, tile), = made.local
        found.add(tile.ctypes.data)
        assert tile[0] == tile[-1] == 1
        held = tile if number == 5 and us.thread() == 0 else None
        del made, tile
    assert held is None and len(found) <= 4
    free(A)


def test_kinds_of_equal_memory_are_apart():
    """The library stores these in the same way. They have other elements of it, or none."""
    for _ in range(20):
        for shape in (0,), (1,), ():
            A = us.full(shape, 5, dtype='i8')
            assert (A + 1).tolist() == numpy.full(shape, 6).tolist() and int(A.sum()) == 5 * A.size


def test_call_in_flight_holds_its_arrays():
    A = us.full(us.threads() * 8, 3, 8)
    held, handle = weakref.ref(A), us.broadcast(A.blocks[:], A.blocks[0:1], wait=False)
    del A
    gc.collect()
    assert held() is not None
    handle.wait()
    del handle
    gc.collect()
    assert held() is None


def test_with():
    for number in range(ROUNDS):
        with large(number) as A:
            assert A.tile[us.thread()][0] == number
    with pytest.raises(us.Error, match='freed'):
        A.free()


def test_dlpack():
    A = us.full((us.threads() * 4, 6), 2.5, block=(4, 6))
    tile = A.tile[us.thread(), 0]
    seen = numpy.from_dlpack(tile)
    tile[1, 2] = 7
    assert seen[1, 2] == 7
    if us.threads() == 1:
        whole = numpy.from_dlpack(A)
        assert whole.shape == A.shape and numpy.shares_memory(whole, tile)
        cut = numpy.from_dlpack(us.array(numpy.arange(10.), 4))
        assert (cut == numpy.arange(10)).all()
    else:
        with pytest.raises(BufferError, match='lies on several threads'):
            numpy.from_dlpack(A)
    with pytest.raises(BufferError, match='in several pieces of memory'):
        numpy.from_dlpack(us.zeros((6, 6), 3))
    us.barrier()
    del tile
    A.free()
    later = [us.full(us.threads() * 24, 9, 24) for _ in range(3)]
    assert seen[1, 2] == 7 and all((one == 9).all() for one in later)


@pytest.mark.skipif(us.threads() > 1, reason='several threads ask one another')
def test_one_thread_gets_the_memory_of_a_dropped_array_at_once():
    A = us.ones((50, 3))
    B = A + 1
    handle, tile = B._tiles.entry.handle, B.local[0][1]
    del B
    C = A + 2  # the tile has the memory
    assert C._tiles.entry.handle != handle and (tile == 2).all()
    del tile
    D = A + 3
    assert D._tiles.entry.handle == handle and (C == 3).all() and (D == 4).all()
    del D
    assert (us.zeros((50, 3)) == 0).all()
