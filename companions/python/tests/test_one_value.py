# SPDX-License-Identifier: BSD-3-Clause
"""Values of each thread, teams and elements that are changed at once, against NumPy: each thread knows what all others give."""
import numpy
import pytest

import upc_stride as us

P, ME = us.threads(), us.thread()
VALUES = {'sum': numpy.add, 'prod': numpy.multiply, 'min': numpy.minimum, 'max': numpy.maximum, 'bitwise_xor': numpy.bitwise_xor}


def given(rng, dtype, count):
    """A row of small numbers for each thread."""
    return rng.integers(1, 5, (P, count)).astype(dtype)


@pytest.mark.parametrize('seed', range(6))
def test_combined(seed):
    rng = numpy.random.default_rng(seed)  # the same on all threads
    for _ in range(15):
        dtype = rng.choice(['i4', 'u8', 'f4', 'f8', 'i2'])
        op = rng.choice([one for one in VALUES if dtype[0] != 'f' or not one.startswith('bit')])
        rows = given(rng, dtype, rng.integers(1, 6))
        threads = list(map(int, rng.permutation(P)[:rng.integers(1, P + 1)]))
        team = us.team(threads) if rng.integers(2) else None
        members = list(range(P)) if team is None else threads
        assert team is None or len(team) == len(threads)
        got = us.reduce_value(rows[ME], str(op), team)
        before = us.prefix_value(rows[ME], str(op), team)
        if ME not in members:
            assert (got == rows[ME]).all()
            continue
        assert (got == VALUES[op].reduce(rows[members])).all() and got.dtype == rows.dtype
        assert (before == VALUES[op].reduce(rows[members[:members.index(ME) + 1]])).all()


def test_numbers():
    assert us.sum_value(ME) == P * (P - 1) // 2 and isinstance(us.sum_value(ME), int)
    assert us.max_value(numpy.float32(ME)) == P - 1 and us.min_value(2.5) == 2.5
    assert us.prefix_value(3, exclusive=True, first=-1) == (3 * ME if ME else -1)
    assert us.reduce_value(2.0 * ME, numpy.hypot) == pytest.approx(numpy.sqrt(sum((2.0 * t) ** 2 for t in range(P))))
    assert us.broadcast_value(numpy.array([ME, 7]), P - 1).tolist() == [P - 1, 7]
    A = us.zeros(P, 1)
    assert us.sum_value(1, A.blocks[:]) == P


def test_teams_within_teams():
    members = list(range(P))
    team = None
    for modulus in (2, 3):
        team = us.split(ME % modulus, -ME, team)
        members = [one for one in reversed(sorted(members)) if one % modulus == ME % modulus]
        assert us.sum_value(ME, team) == sum(members)
        assert us.prefix_value(1, members=team) == members.index(ME) + 1
    assert len(us.split(-1, members=team)) == 0


def test_partners():
    A = us.zeros((2, 2), dtype='i8')
    numbers = [int(us.fetch_op(A, (1, 1), 1)) for _ in range(20)]
    assert us.sum_value(sum(numbers)) == 10 * P * (20 * P - 1)
    assert us.sum_value(int(us.compare_swap(A, 3, 20 * P, -5) == 20 * P)) == 1
    us.barrier()
    assert us.fetch_op(A, 3, 0) == -5
    us.barrier()
    us.fetch_op(A, 0, ME, 'max')
    us.barrier()
    assert A[0, 0] == P - 1
    lock = us.Lock()
    with lock:
        us.put_elements(A, [1], us.get_elements(A, [1]) + 1)
    us.barrier()
    assert A[0, 1] == P
    lock.free()


def test_refused():
    A = us.zeros(1, dtype='i2')
    with pytest.raises(us.Error, match='must be a number of 4 or 8 bytes'):
        us.fetch_op(A, 0, 1)
    with pytest.raises(us.Error, match='must be a thread, 0..'):
        us.team([P])
    with pytest.raises(us.Error, match='must be at most 1024 bytes'):
        us.sum_value(numpy.zeros(129))
    with pytest.raises(TypeError, match='a team has no data'):
        us.broadcast(us.team([0]), A.blocks[0])
    with pytest.raises(IndexError):
        us.fetch_op(A, 1, 1)


def test_truth_values():
    """They are added and multiplied as in NumPy: each is one byte, 0 or 1, also after several calls."""
    A, B = us.zeros(4, dtype='?'), us.full(4, True)
    for _ in range(3):
        A.one_sided.acc(0, True)
        A.elements[1:2].add(True)
        us.acc_elements(A, [2], True)
        us.update(A, [3], True)
        us.update(B, [0, 1], [True, False], 'prod')
    us.barrier()
    assert A.to_numpy().view('u1').tolist() == [1] * 4 and B.tolist() == [True, False, True, True]
    src, dst = us.full((P, 2), True, (1, 2)), us.zeros((P, 2), (1, 2), dtype='?')
    us.reduce_all(dst.blocks[:], src.blocks[:])
    assert (dst.to_numpy().view('u1') == 1).all()
    for value in numpy.array([True, ME == 0, False]), numpy.array([True]):
        assert us.sum_value(value).view('u1').tolist() == [1, 1, 0][:value.size]
    assert numpy.add.reduce(us.full(8, True, 1), dtype=bool).view('u1') == 1
    assert not us.sum_value(False) and us.sum_value(True) is True
