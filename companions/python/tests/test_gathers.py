# SPDX-License-Identifier: BSD-3-Clause
"""Rows by their numbers, counts, sets, repetitions and rolls, in blocks that threads share and in others."""
import numpy
import pytest
from common import random

import upc_stride as us

SOME = numpy.random.default_rng(3)
LAYOUTS = [{}, {'block': 2}, {'block': 40}]


@pytest.mark.parametrize('layout', LAYOUTS)
def test_rows(near, layout):
    values, index = random((37, 5)), SOME.integers(-37, 37, (4, 9))
    A = us.array(values, **layout)
    for key in index, us.array(index), index[0].tolist(), (index[0],), index[0].astype('i2'), index[:, :0], us.array(index[:, ::2])[::-1], index.astype('u1') % 37:
        ours, plain = A[key], key.to_numpy() if isinstance(key, us.Array) else numpy.asarray(key[0] if isinstance(key, tuple) else key)
        assert (ours.to_numpy() == values[plain]).all() and ours.shape == values[plain].shape
    for key in index, index[0].tolist(), (index,), [], 3, numpy.array(-1), [True, False]:
        assert numpy.take(A, key, 0).tolist() == values.take(key, 0).tolist()
    assert (us.array(values[:, 0], **layout)[index].to_numpy() == values[:, 0][index]).all()
    assert (A[:, 1:4][index].to_numpy() == values[:, 1:4][index]).all()
    A[index[0]] += 1
    for wrong in 37, -38:
        with pytest.raises(IndexError):
            A[numpy.array([0, wrong])]
        with pytest.raises(IndexError):
            numpy.take(A, [0, wrong], 0)
    with pytest.raises(IndexError):
        A[:, :0][numpy.array([0, 37])]
    us.barrier()
    A.free()
    with pytest.raises(us.Error, match='was freed'):
        A[[0, 1]]


def test_rows_of_memory_of_the_program():
    mine = numpy.full(3, us.thread(), float)
    V = us.array_of(mine, 3 * us.threads(), 3)
    assert V[numpy.arange(V.size)[::-1]].tolist() == sorted(V.tolist(), reverse=True)


@pytest.mark.parametrize('most', [50, 200000])
@pytest.mark.parametrize('layout', LAYOUTS)
def test_counts(near, layout, most):
    values = SOME.integers(0, most, 300)
    x, weights = us.array(values, **layout), random(300)
    assert numpy.bincount(x).tolist() == numpy.bincount(values).tolist()
    assert numpy.bincount(x, minlength=70).dtype == numpy.intp and numpy.bincount(x, minlength=70).size == max(70, values.max() + 1)
    assert numpy.allclose(numpy.bincount(x, weights).to_numpy(), numpy.bincount(values, weights))
    assert numpy.bincount(us.array(values[:0])).tolist() == []
    with pytest.raises(ValueError, match='negative'):
        numpy.bincount(x - 1 - values.min())


@pytest.mark.parametrize('count', [0, 5, 150000])
def test_sets(near, count):
    values, among = SOME.integers(0, 100, 300), SOME.integers(-10**6, 50, count)
    x = us.array(values)
    for invert in True, False:
        for other in among, us.array(among):
            assert (numpy.isin(x, other, invert=invert).to_numpy() == numpy.isin(values, among, invert=invert)).all()


@pytest.mark.parametrize('layout', LAYOUTS)
@pytest.mark.parametrize('axis', [None, 0, 1])
def test_repeat_and_roll(near, layout, axis):
    values = random((7, 5))
    A = us.array(values, **layout)
    for count in 0, 1, 3, numpy.int8(2):
        assert (numpy.repeat(A, count, axis).to_numpy() == numpy.repeat(values, count, axis)).all()
    for by in 0, 2, -3, 40:
        assert (numpy.roll(A, by, axis).to_numpy() == numpy.roll(values, by, axis)).all()
    assert (numpy.roll(A.T, 2, axis).to_numpy() == numpy.roll(values.T, 2, axis)).all()
    with pytest.raises(ValueError):
        numpy.repeat(A, -1, axis)


@pytest.mark.parametrize('layout', LAYOUTS)
@pytest.mark.parametrize('text', ['ij,ij->i', 'ij,ij->j', 'ij,ij->', 'ij,ij', 'ij,ji->i', 'ijk,ijk->ik', 'ijk,kij->j'])
def test_lines_of_products(near, layout, text):
    values = random((6, 6, 6) if 'k' in text else (6, 6))
    for one in values, values.astype('f4'), (10 * values).astype('i8'), values + 1j * values[::-1]:
        x, y = us.array(one, **layout), us.array(one[::-1], **layout)
        ours, theirs = numpy.einsum(text, x, y), numpy.einsum(text, one, one[::-1])
        assert numpy.allclose(ours.to_numpy() if isinstance(ours, us.Array) else ours, theirs, 1e-4) and ours.dtype == theirs.dtype
