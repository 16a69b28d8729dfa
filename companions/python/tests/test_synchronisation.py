# SPDX-License-Identifier: BSD-3-Clause
"""Each operation that all threads call sees what all have written before it, and all may write again when it returns. One thread
comes late: it writes its elements when the others are in the operation, and reads theirs when they have returned."""
import ctypes
import sys
import time

import numpy
import pytest
from common import free
from delays import SECONDS, delayed

import upc_stride as us
from upc_stride._base._start import _state, library
from upc_stride._calls._agreement import on_all
from upc_stride._calls._shared import over_threads

SHAPE = 6, 4
LAYOUTS = {'block': (3, 2)}, {}  # each operation has an operand of the first layout, and may have one of the second


def with_assigned(key, value):
    def assigned(x):
        x[key] = value(x)
        return x
    return assigned


OPERATIONS = {  # of what is a view, a copy: the view itself has later values too
    'max': lambda x: x.max(), 'min': lambda x: x.min(), 'argmax': lambda x: x.argmax(), 'argmin': lambda x: x.argmin(),
    'sum': lambda x: x.sum(), 'sum along': lambda x: x.sum(1), 'any': lambda x: (x > 20).any(), 'mean': lambda x: x.mean(0),
    'std': lambda x: x.std(), 'count': lambda x: numpy.count_nonzero(x), 'argmax along': lambda x: x.argmax(0),
    'plus': lambda x: x + 1, 'of a row': lambda x: x - x[0], 'exp': lambda x: numpy.sqrt(x), 'where': lambda x: numpy.where(x > 9, x, 0),
    'equal': lambda x: x == 3, 'transposed': lambda x: x.T.copy(), 'slice': lambda x: x[1:, ::2].copy(), 'row': lambda x: x[4].copy(),
    'fancy': lambda x: x[[5, 0, 3], [1, 1, 0]], 'mask': lambda x: x[x > 7], 'reshape': lambda x: x.reshape(-1) + 0,
    'concatenate': lambda x: numpy.concatenate([x, x], 1), 'roll': lambda x: numpy.roll(x, 2), 'repeat': lambda x: numpy.repeat(x, 2, 0),
    'take': lambda x: numpy.take(x, [3, -1]), 'tile': lambda x: numpy.tile(x, (2, 1)), 'tril': lambda x: numpy.tril(x),
    'flip': lambda x: numpy.flip(x).copy(), 'broadcast': lambda x: numpy.broadcast_to(x, (2, *SHAPE)).copy(), 'nonzero': lambda x: numpy.nonzero(x)[1],
    'sort': lambda x: numpy.sort(x, 0), 'sort line': lambda x: numpy.sort(x, None), 'cumsum': lambda x: numpy.cumsum(x),
    'cumsum along': lambda x: numpy.cumsum(x, 1), 'diff': lambda x: numpy.diff(x, axis=0), 'unique': lambda x: numpy.unique(x),
    'searchsorted': lambda x: numpy.searchsorted(numpy.arange(24.), x) if isinstance(x, numpy.ndarray)
    else numpy.searchsorted(us.array(numpy.arange(24.)), x),
    'product': lambda x: x @ x.T, 'vdot': lambda x: numpy.vdot(x, x), 'outer': lambda x: numpy.outer(x[0], x[1]),
    'copy': lambda x: x.copy(), 'astype': lambda x: x.astype('i4'), 'isclose': lambda x: numpy.isclose(x, 5),
    'assigned': with_assigned(slice(0, 3), lambda x: 7), 'assigned array': with_assigned(slice(0, 3), lambda x: x[3:]),
    'assigned fancy': with_assigned([5, 0], lambda x: numpy.arange(4)), 'assigned mask': with_assigned(([True, False] * 3,), lambda x: 2),
    'in place': lambda x: numpy.add(x, x[0], out=(x,)), 'clip': lambda x: numpy.clip(x, 3, 8),
}
OURS = {  # those that NumPy has not, and what they give
    'to_numpy': (lambda x: x.to_numpy(), lambda x: x), 'array': (lambda x: us.array(x, block=(2, 4)), lambda x: x),
    'redistribute': (lambda x: x.redistribute(2), lambda x: x), 'fft': (us.fft.fftn, numpy.fft.fftn),
    'fft of a line': (lambda x: us.fft.fftn(x.reshape(-1)), lambda x: numpy.fft.fft(x.ravel())),
    'matmul': (lambda x: us.linalg.matmul(x, x.T), lambda x: x @ x.T),
    'fetch': (lambda x: us.fetch(x, [23, 0, 7]), lambda x: x.ravel()[[23, 0, 7]]),
    'update': (lambda x: us.update(x, [0, 23] if us.thread() == 0 else [], 5) or x, lambda x: x + 5 * (numpy.arange(24).reshape(SHAPE) % 23 == 0)),
    'fill': (lambda x: x.fill(4) or x, lambda x: numpy.full(SHAPE, 4.)),
    'map': (lambda x: us.map(lambda one: one + 1, x) or x, lambda x: x + 1),
    'halo': (lambda x: sum(float(tile.sum()) for _, tile in us.halo(x.blocks[...], 0)), None),
}


@pytest.mark.parametrize('dtype', ['u1', 'i8', 'f4', 'c16'])
def test_few_values_of_all_threads(dtype, near):
    """What a thread gives is read by all before its memory has values of a later reduction."""
    threads = numpy.arange(us.threads())[:, None]
    for late in range(min(us.threads(), 2)):
        with delayed(late):
            for step in range(5):
                of_each = (threads + numpy.arange(3) + step).astype(dtype)
                for op, ufunc in {'sum': numpy.add, **({'max': numpy.maximum, 'bitwise_and': numpy.bitwise_and} if dtype in ('u1', 'i8') else {})}.items():
                    assert (over_threads(of_each[us.thread()], op) == ufunc.reduce(of_each, dtype=dtype)).all()


def test_flags_that_are_true_on_all_threads(near):
    for count in 1, 5, 62, 63, 200:
        flags = [at % 3 == 0 or at % us.threads() != us.thread() for at in range(count)]
        assert on_all(flags) == [at for at in range(count) if at % 3 == 0]


def values_of(late):
    values = numpy.arange(24.).reshape(SHAPE) % 11
    values[late % 6] = [0, 30, -0., 9]
    return numpy.abs(values)


def check(ours, theirs, layout, late):
    """All threads write values over others, call, and write others again. The result has the values."""
    A = us.full(SHAPE, 50. if late else -50., **layout)  # neither is among the values
    us.barrier()
    with delayed(late):
        values = values_of(late)
        if us.thread() == late:
            time.sleep(SECONDS)
        for index, tile in A.local:
            tile[...] = values[A._extent_of(index)]
        got = ours(A)
        if got is not A:
            for _, tile in A.local:
                tile[...] = 99
        elif us.thread() != late:
            time.sleep(2 * SECONDS)  # the late thread has returned, or it has changed elements after it has
    us.barrier()
    if theirs is not None:
        got = got.to_numpy() if isinstance(got, us.Array) else got
        expected = theirs(values)
        assert numpy.shape(got) == numpy.shape(expected) and numpy.allclose(got, expected), (got, expected)
    A.free()


@pytest.mark.skipif(us.threads() == 1, reason='one thread does not wait')
@pytest.mark.parametrize('name', OPERATIONS)
def test_operations(name):
    for number, late in enumerate((0, us.threads() - 1)):
        check(OPERATIONS[name], OPERATIONS[name], LAYOUTS[(number + len(name)) % 2], late)


@pytest.mark.skipif(us.threads() == 1, reason='one thread does not wait')
@pytest.mark.parametrize('name', OURS)
def test_operations_of_the_package(name):
    for number, late in enumerate((0, us.threads() - 1)):
        check(*OURS[name], LAYOUTS[(number + len(name)) % 2], late)


READERS = {  # of one element, or of what it decides; from the array, the element's indices, and a view of it alone
    'item': lambda x, at, one: x.item(*at), 'element': lambda x, at, one: x[at], 'item of one': lambda x, at, one: one.item(),
    'float': lambda x, at, one: float(one.reshape(())), 'int': lambda x, at, one: int(one.reshape(())),
    'complex': lambda x, at, one: complex(one.reshape(())).real,
    'bool': lambda x, at, one: 5 if one else -1, 'max': lambda x, at, one: x.max(), 'ptp': lambda x, at, one: numpy.ptp(x) - 1,
    'argmin': lambda x, at, one: 5 if (0 - x).argmin() == numpy.ravel_multi_index(at, SHAPE) else -1,
    'argmax': lambda x, at, one: 5 if x.argmax() == numpy.ravel_multi_index(at, SHAPE) else -1,
    'min': lambda x, at, one: -(0 - x).min(), 'any': lambda x, at, one: 5 if (x > 1).any() else -1,
    'all': lambda x, at, one: -1 if (x < 1).all() else 5, 'nonzero': lambda x, at, one: 5 if numpy.count_nonzero(x == 5) else -1,
    'to_numpy': lambda x, at, one: x.to_numpy()[at], 'fetch': lambda x, at, one: us.fetch(x, [numpy.ravel_multi_index(at, SHAPE)])[0],
    'row': lambda x, at, one: x[at[0]].to_numpy()[at[1]], 'list': lambda x, at, one: x[[at[0]], [at[1]]].to_numpy()[0],
    'in': lambda x, at, one: 5 if 5 in x else -1, 'iteration': lambda x, at, one: list(x)[at[0]].to_numpy()[at[1]],
    'index': lambda x, at, one: [0, 1, 2, 3, 4, 5, 6][one.astype('i8').reshape(())],
}


@pytest.mark.skipif(us.threads() == 1, reason='one thread does not wait')
@pytest.mark.parametrize('name', READERS)
def test_readers_of_one_element(name):
    """The element is one of the late thread's."""
    for late in (0, us.threads() - 1):
        A = us.full(SHAPE, -1., block=(2, 2))
        at = next(index for index in numpy.ndindex(SHAPE) if A.owner(index[0] // 2, index[1] // 2) == late)
        one = A[at[0]:at[0] + 1, at[1]:at[1] + 1]
        us.barrier()
        with delayed(late):
            if us.thread() == late:
                time.sleep(SECONDS)
                for index, tile in A.local:
                    if A._extent_of(index)[0].start <= at[0] < A._extent_of(index)[0].stop and \
                            A._extent_of(index)[1].start <= at[1] < A._extent_of(index)[1].stop:
                        tile[0, 0] = 5
            got = READERS[name](A, at, one)
            for _, tile in A.local:
                tile[...] = -1
        assert got == 5, (late, got)
        us.barrier()
        A.free()


def test_what_one_thread_writes():
    """A call of one thread, too, is seen by the next operation of all: also where each thread looks at its own elements alone."""
    for operation, expected in (lambda x: x + 1, 6), (lambda x: x.copy(), 5), (lambda x: x.astype('i8'), 5):
        A = us.zeros(us.threads())
        with delayed(0):
            if us.thread() == 0:
                time.sleep(SECONDS)
                A.one_sided[us.threads() - 1] = 5
            B = operation(A)
        assert B[us.threads() - 1] == expected
        us.barrier()


def test_checked_mode_compares_arrays_and_slices(monkeypatch):
    """Threads that name different arrays or slices, alike in shape, get an error, all of them."""
    A, B = us.zeros(SHAPE), us.zeros(SHAPE)
    monkeypatch.setitem(us._base._start._state, 'check', True)
    first = us.thread() == 0
    for operation in (lambda: (A if first else B).sum(), lambda: (A if first else A.T).max(), lambda: A[0 if first else 1].fill(3),
                      lambda: numpy.add(A[0:2], A[2:4] if first else A[1:3])):
        if us.threads() == 1:
            operation()
            continue
        with pytest.raises(us.Error, match='go different ways'):
            operation()
    assert (A[1:3] + B[0:2]).sum() == 0


@pytest.mark.skipif(us.threads() == 1, reason='one thread agrees with itself')
def test_checked_mode_compares_calls_that_are_no_operations(monkeypatch, folder):
    """Threads that make arrays of other shapes, use other files or parts of them, or other random numbers."""
    monkeypatch.setitem(us._base._start._state, 'check', True)
    own = us.thread() % 2
    A, rng = us.zeros(SHAPE), us.random.default_rng(1)
    A.save(folder / 'a.npy')
    F = us.open(folder / 'a.npy')
    if own:
        rng._calls += 1
    for call in (lambda: us.zeros(3 + own), lambda: us.load(folder / 'a.npy', block=1 + own), lambda: A.save(folder / f'{own}.npy'), lambda: F[own],
                 lambda: us.write(A.elements[own:], folder / 'b.npy'), lambda: us.read(A.elements[:1], folder / 'a.npy', slice(own, own + 1)),
                 lambda: us.create(folder / 'c.zarr', 3 + own), lambda: us.checkpoint(folder / 'run', 1 + own, {'A': A}),
                 lambda: us.open(folder / f'{own}.npy'), lambda: us.random.default_rng(own), lambda: rng.random(3)):
        with pytest.raises(us.Error, match='go different ways'):
            call()
    assert us.thread() or [one.name for one in folder.iterdir()] == ['a.npy']


def test_calls_are_noted_with_their_lines(monkeypatch):
    """All barriers of operations, also of those that begin with the question which arrays are unused, as each of these does. Some of one
    thread have none."""
    seen, barrier = [], library().barrier_all

    def noted():
        seen.append(ctypes.string_at(_state['place'][0]).decode() if _state['place'][0] else 'no line')
        return barrier()
    A = us.zeros(us.threads() << 18)
    monkeypatch.setattr(library(), 'barrier_all', noted)
    for _ in range(3):
        for operation in lambda: A + 1, lambda: A * 2, lambda: A.sum(), lambda: numpy.cumsum(A):
            seen.clear()
            operation(), operation()
            line = operation.__code__.co_firstlineno
            assert seen or us.threads() == 1
            assert all(f'test_synchronisation.py:{line}: upc_stride_barrier_all' in one for one in seen), (line, seen)
            seen.clear()
            B, line = A - 1, sys._getframe().f_lineno
            assert (seen or us.threads() == 1) and all(f'test_synchronisation.py:{line}: ' in one for one in seen), (line, seen)
    monkeypatch.undo()
    free(A, B)
