# SPDX-License-Identifier: BSD-3-Clause
"""Random arrays are the same on any number of threads: as NumPy makes them chunk by chunk."""
import numpy
import pytest

import upc_stride as us


def expected(seed, call, count, draw):
    chunks = [draw(numpy.random.Generator(numpy.random.Philox(numpy.random.SeedSequence([seed, call, one]))), 4096)
              for one in range(-(-count // 4096))]
    return numpy.concatenate(chunks)[:count]


@pytest.mark.parametrize('shape', [10, (100, 90), (3, 5000), (1, 1), (7, 11, 13)])
def test_the_same_numbers(shape):
    rng, count = us.random.default_rng(5), int(numpy.prod(shape))
    for call, (made, draw) in enumerate([
            (rng.random(shape), lambda one, n: one.random(n)), (rng.standard_normal(shape), lambda one, n: one.standard_normal(n)),
            (rng.integers(3, 9, shape), lambda one, n: one.integers(3, 9, n)), (rng.uniform(1, 2, shape), lambda one, n: one.uniform(1, 2, n)),
            (rng.normal(5, 2, shape), lambda one, n: one.normal(5, 2, n))]):
        made[...] = made + 0  # it is an array to write to
        assert numpy.array_equal(made.to_numpy(), expected(5, call, count, draw).reshape(shape))


def test_orders():
    rng = us.random.default_rng(1)
    assert sorted(rng.permutation(50).tolist()) == list(range(50))
    A = us.array(numpy.arange(60.).reshape(20, 3))
    rng.shuffle(A)
    values = A.to_numpy()
    assert numpy.array_equal(values[values[:, 0].argsort()], numpy.arange(60.).reshape(20, 3))
    assert sorted(rng.choice(9, (3, 3), replace=False).reshape(-1).tolist()) == list(range(9)) and rng.choice(5, 0).shape == rng.choice(0, 0).shape == (0,)
    some = us.random.default_rng(2).choice(A, (4, 5))
    assert some.shape == (4, 5, 3) and numpy.array_equal(some.to_numpy(), A.to_numpy()[us.random.default_rng(2).integers(20, size=(4, 5)).to_numpy()])
    for wrong in (5, 6, False), (0, 1), ([], 2):
        with pytest.raises(ValueError, match='size: '):
            rng.choice(*wrong)
    assert rng.permutation(A).shape == (20, 3) and rng.random(0).shape == (0,)
    with pytest.raises(ValueError, match='seed: -1'):
        us.random.default_rng(-1)
