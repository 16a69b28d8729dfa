# SPDX-License-Identifier: BSD-3-Clause
"""Operations that are like earlier ones, and so begin without a barrier: they see what all threads have written before, in any way."""
import os
import time
import warnings

import numpy
import pytest
from common import free, random
from delays import SECONDS, delayed

import upc_stride as us
from upc_stride._arrays import _memory
from upc_stride._base._start import current
from upc_stride._calls import _at_once

NAMES = 'sum', 'mean', 'max', 'min', 'any', 'all', 'prod'


@pytest.fixture(autouse=True)
def without_pause():
    _at_once._Pause.left, current.has_others = 0, False
    yield
    _at_once._Pause.left, current.has_others = 0, False


def same(made, wanted):
    made = made.to_numpy() if isinstance(made, us.Array) else made
    assert made.dtype == wanted.dtype and made.shape == wanted.shape and numpy.allclose(made, wanted, rtol=1e-3 if made.dtype == 'f2' else 1e-5), (made, wanted)


@pytest.mark.parametrize('dtype', ['f4', 'f8', 'i8', 'i2', 'b1', 'f2'])
def test_as_numpy(dtype):
    for shape in (7,), (us.threads() + 1, 5), (5, 4, 3):
        values = numpy.rint(random(shape, 2) * 3).astype(dtype)  # whose sums are exact
        for block in None, 2:
            A = us.array(values, block)
            for step in range(2):
                values.flat[step % values.size] = step % 2
                A[numpy.unravel_index(step % values.size, shape)] = step % 2
                for name in NAMES[:-1] if dtype == 'f2' else NAMES:  # its products overflow in another order
                    for axis in None, 0, -1:
                        same(getattr(A, name)(axis), getattr(values, name)(axis))
            free(A)


def ways_to_write():
    """By which thread 0 gives an element of the last thread the value 9. Some go on when the others are in the operation."""
    def one_sided(A):
        A.one_sided[A.shape[0] - 1, 0] = 9

    def added(A):
        A.one_sided.acc((A.shape[0] - 1, 0), 9 - A.one_sided[A.shape[0] - 1, 0])

    def tile(A):
        last = A.tile[A.nblocks[0] - 1, 0]
        time.sleep(SECONDS)
        last[-1, 0] = 9

    def elements(A):
        us.put_elements(A, [A.size - A.shape[1]], [9])
    return {'one_sided': one_sided, 'acc': added, 'tile': tile, 'elements': elements}


@pytest.mark.skipif(us.threads() == 1, reason='one thread writes in order')
@pytest.mark.parametrize('way', ways_to_write())
@pytest.mark.parametrize('operations', [*((lambda x, axis=axis: x.sum(axis), lambda x, axis=axis: x.max(axis), lambda x, axis=axis: x.mean(axis))
                                          for axis in (None, 0, 1)), (lambda x: x + x, lambda x: 2 * x, numpy.exp)])
def test_what_one_thread_writes(way, operations):
    values = numpy.ones((2 * us.threads(), 3))
    A = us.array(values)
    values[-1, 0] = 9
    for operation in operations:
        for late in 0, us.threads() - 1:
            _at_once._Pause.left = 0
            A[-1, 0] = 1
            operation(A)
            with delayed(late):
                if us.thread() == 0:
                    time.sleep(SECONDS)
                    ways_to_write()[way](A)
                made = operation(A)
            same(made, numpy.asarray(operation(values)))
    free(A)


@pytest.mark.skipif(us.threads() == 1, reason='one thread does not wait')
@pytest.mark.parametrize('axis', [None, 0, 1])
def test_threads_write_own_elements_at_once(axis):
    """When an operation has returned, a thread may change its elements: the others do not see that, however late they are."""
    A, rows = us.array(numpy.zeros((2 * us.threads(), 3))), numpy.arange(2. * us.threads())[:, None]
    for late in 0, us.threads() - 1:
        with delayed(late):
            for step in range(20):
                for place, tile in A._own_pieces():
                    tile[...] = rows[place[0]] + step
                same(A.sum(axis), numpy.asarray(numpy.broadcast_to(rows + step, A.shape).sum(axis)))
                same(A.max(axis), numpy.asarray(numpy.broadcast_to(rows + step, A.shape).max(axis)))
    free(A)


@pytest.mark.parametrize('axis', [None, 0, 1])
def test_failures_of_one_thread(axis):
    """A sum that overflows on one thread raises, or warns, as the first time."""
    values = numpy.ones((2 * us.threads(), 3))
    A = us.array(values)
    A.sum(axis)
    with numpy.errstate(over='raise'):
        for _ in range(3):
            A[0:2], values[0:2] = 1e308, 1e308
            with pytest.raises(FloatingPointError):
                A.sum(0 if axis == 0 else axis)
            A[0:2], values[0:2] = 1, 1
            same(A.sum(axis), numpy.asarray(values.sum(axis)))
            _at_once._Pause.left = 0
    A[0, 0] = values[0, 0] = numpy.nan
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        for _ in range(3):
            made = A.sum(axis)
            assert numpy.array_equal(made.to_numpy() if axis is not None else made, values.sum(axis), equal_nan=True)
    free(A)


def test_failures_element_by_element():
    """The same of what is computed element by element. A thread warns of its own elements, once."""
    A, B = us.array(numpy.ones((2 * us.threads(), 3))), us.array(numpy.ones((2 * us.threads(), 3)))
    same(A / B, numpy.ones(A.shape))
    for _ in range(3):
        B[0, 0] = 0
        with numpy.errstate(divide='raise'), pytest.raises(FloatingPointError):
            A / B
        _at_once._Pause.left = 0
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter('always')
            A / B
        assert len(told) == (us.thread() == 0)
        B[0, 0] = 1
        same(A / B, numpy.ones(A.shape))
    free(A, B)


def test_types_element_by_element():
    """Results have the types of NumPy's, whichever operands came before."""
    for order in 1, -1:
        for shape in [(4, 3)] if numpy.__version__ < '2' else [(4, 3), ()]:  # NumPy 1 asks for values where there are no dimensions
            for kind in ['f4', 'f8', 'i8', 'i2', 'c8', 'b1', '>f8'][::order]:
                values = numpy.asarray(numpy.ones(shape, kind))
                A, B = us.array(values), us.array(values)
                for other in [2, 2., True, 2j, numpy.float32(2), numpy.float64(2), numpy.int64(2), *([] if kind in ('i2', 'b1') else [1 << 40])][::order]:
                    for function in numpy.add, numpy.multiply, numpy.equal, numpy.true_divide:
                        for _ in range(2):
                            same(function(A, other), numpy.asarray(function(values, other)))
                            same(function(other, A), numpy.asarray(function(other, values)))
                            same(function(A, B), numpy.asarray(function(values, values)))
                free(A, B)


def test_freed():
    A = us.zeros((4, 4))
    A.sum(), A.sum(0), A + A
    A.free()
    for axis in None, 0:
        with pytest.raises(us.Error, match='was freed'):
            A.sum(axis)
    with pytest.raises(us.Error, match='was freed'):
        A + A


def test_in_a_process_that_a_thread_has_forked():
    A = us.zeros((4, 4))
    operations = lambda: A.sum(), lambda: A.sum(0), lambda: A + A
    for one in operations:
        one()
    child = os.fork()
    if child == 0:
        failed = 0
        for one in operations:
            try:
                one()
            except us.Error:
                failed += 1
        os._exit(failed)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == len(operations)
    us.barrier()
    free(A)


def test_barriers(monkeypatch):
    """The next operation that is like an earlier one has one barrier, or two where parts of lines are combined."""
    A, seen, barrier = us.zeros((2 * us.threads(), 3)), [], us._base._start.library().barrier_all
    operations = [(lambda: A.sum(), 1), (lambda: A.sum(0), 2), (lambda: A.sum(1), 1), (lambda: A + A, 1)]
    for one, _ in operations:
        one()
    _memory._free_unused(list(_memory.entries))  # so that no operation asks, which is a barrier too
    us.barrier()
    monkeypatch.setattr(us._base._start.library(), 'barrier_all', lambda: seen.append(1) or barrier())
    for number, (one, most) in enumerate(operations):
        seen.clear()
        one()
        assert us.threads() == 1 or us._base._start.in_checked_mode() or len(seen) == most, (number, seen)
    monkeypatch.undo()
    free(A)


def test_arrays_that_are_freed():
    """Operations that free unused arrays at their beginning, as some of these do, have not written elements of others by that."""
    A = us.zeros(us.threads() << 18)
    A.sum()
    for number in range(40):
        B = us.zeros(us.threads() * (number + 1 << 14))
        us.barrier()
        del B
        A.sum()
        assert _at_once._Pause.left == 0
    free(A)


@pytest.mark.filterwarnings('always')
def test_results_in_memory_of_earlier_ones(recwarn):
    """Random operations on arrays of a few layouts, whose results come and go: what the program still has keeps its values, tiles too."""
    dice, functions = numpy.random.default_rng(7), (numpy.add, numpy.multiply, numpy.subtract, numpy.maximum, numpy.less)
    shapes = [((6, 5), {}), ((6, 5), {'block': (2, 2)}), ((30,), {}), ((3, 2, 5), {}), ((1 << 17,), {})]
    kinds, held, tiles = ['f8', 'i8', 'f4', 'b1'], [], []
    for step in range(600):
        if len(held) < 12:
            shape, layout = shapes[dice.integers(len(shapes))]
            values = dice.integers(0, 3, shape).astype(kinds[dice.integers(len(kinds))])
            held.append((us.array(values, **layout), values))
        at = int(dice.integers(len(held)))
        A, values = held[at]
        like = [one for one in held if one[0]._layout is A._layout]
        B, others = like[int(dice.integers(len(like)))] if step % 3 else (2, 2)
        function = functions[dice.integers(4 + (step % 2))]
        if function is numpy.subtract and 'b' in (values.dtype.kind, numpy.asarray(others).dtype.kind):
            function = numpy.add
        made = function(A, B) if step % 2 else function(B, A)
        wanted = numpy.asarray(function(values, others) if step % 2 else function(others, values))
        same(made, wanted)
        if step % 5 == 0:
            held.append((made, wanted))
        elif step % 7 == 0:
            tiles.append((made.local, [one.copy() for _, one in made.local]))
        elif step % 11 == 0 and A.ndim == 2:
            A[-1], values[-1] = 1, 1
        elif step % 13 == 0:
            del held[at], A, B, like
        elif step % 17 == 0:
            A.free()
            held = [one for one in held if one[0]._tiles is not None]
        for one, before in tiles[-4:]:
            assert all(numpy.array_equal(tile, values) for (_, tile), values in zip(one, before))
        if len(held) > 16:
            del held[:4], tiles[:2]
    for one, values in held:
        same(one, values)
    free(*(one for one, _ in held))
    assert not recwarn.list


def test_shapes_of_one_memory():
    """An array and its elements under another shape, which have the same memory."""
    values = numpy.arange(8. * us.threads()).reshape(-1, 4)
    A = us.array(values)
    R = A.reshape(-1)
    assert type(R) is us.Array
    for _ in range(3):
        same(A + A, values + values)
        same(R + R, values.ravel() + values.ravel())
    assert _at_once._Pause.left == 0  # after tiles of the other shape all would have begun again
    del R
    free(A)
