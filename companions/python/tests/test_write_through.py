# SPDX-License-Identifier: BSD-3-Clause
"""Views write to the elements of their array, as NumPy's do: each program runs on a NumPy array and on a distributed one, and
leaves both with the same elements. Some threads are late at random calls."""
import gc

import numpy
import pytest
from common import numbers
from delays import delayed_at_random

import upc_stride as us

LAYOUTS = {}, {'block': (2, 3)}, {'block': (4, 1)}
PROGRAMS = '''
A[0][1] = 99
A[2] = 7; A[2][1:3] = 8
A.T[0] = 1
A.T[1][2:4] = A[0, :2]
A[:, 0].fill(3)
A[::2].fill(A[0, 1])
np.add(A[0:2], 1, out=A[0:2])
np.add(A[0], A[1], out=A[4])
np.multiply(A[1:], 2, A[:-1])
for row in A: row[0] = 1
for row in A: row += row[1]
for row in A.T: row[1:] = row[0]
for i in range(6): A[i, 1] = A[i, 1] ** 2
for i in range(6): A[i] = A[i] * i
A[3, 1] += 1; A[3:4, 1] += 1
A[3] += 1; A[3:4] += 1; A[3:4][0] += 1
A[3, ...] -= 5
A[...] += A
A[1:] = A[:-1]
A[:-1] = A[1:]
A[::-1] = A
A[1:4, 1:] = A[:3, :-1]
A[1:] += A[:-1]
A[:-1] -= A[1:]
A[:, ::-1][0] = 5
A[::-1, ::-2][:2] *= 3
A[-2::-2] = A[:3]
A[None][0, 1] = 4; A[:, None, :][2, 0] = 5
A[:, None].T[1] = 6
A.reshape(6, 4)[1] = 2
A.reshape(6, 1, 4)[1, 0, 2] = 2
A[1:3].T[0, 0] = 11
A[1:5][1:3][0] = 12
A.swapaxes(0, 1)[3] = np.arange(6)
A.transpose(1, 0)[2, ::2] = 9
np.moveaxis(A, 0, 1)[0, 0] = 8
np.squeeze(A[:, 1:2])[...] = 7
np.expand_dims(A, 0)[0, 3] = 6
np.flip(A, 0)[0] = 5
A[A > 10] = 0
A[1:4][A[1:4] > 5] = -1
A[2:5][[0, 2]] = 1
A[2:5, 1:][[0, 2], [1, 0]] += 10
A[[0, 2]][0] = 5
A[[0, 2]] += 5
A[[0, 2], 1:] *= 2
A[:, [3, 0]] = A[:, [0, 3]]
A.T[[1, 2]] = 4
np.negative(A[1:3], out=A[1:3])
np.sqrt(A, out=A, where=A > 3)
np.cumsum(A[0], out=A[1])
np.sum(A, axis=0, out=A[5])
np.clip(A[1:5], 3, 9, out=A[1:5])
np.maximum(A, A.mean(), out=A)
A -= A.mean(0)
A /= A[:, -1:] + 1
A[0], A[1] = A[1].copy(), A[0].copy()
B = A[1:3]; B += 1; B = B + 1; B[0] = 0
B = A[1:3].copy(); B[0] = 0
B = A; B[0] = 0
B = A[2]; A[2, 0] = 55; A[3] = B
B = A.T; A[0, 1] = 44; A[5] = B[1, :4]
A[4:1] = 3
A[6:] += 1
A[2:3] = [[1, 2, 3, 4]]
A[1:3] = [[1], [2]]
A[..., 1] = A[..., 0] + 1
A[2, 1:3], A[3, 1:3] = 5, 6
x, y = A[0], A[1]; x[:] = y; y[:] = 0
C[1:3] *= 1j; C.real[0] = 7; C.imag[:, 1] = 2; C.T.real[1] += 1
C[0].imag = 4
C.real = C.imag + 1; C.imag[:] = C.real; C.imag *= C.real
R['a'] = R['b']; R['b'] += R['a']; R['b'][1:] = R['a'][:-1]
A.T.T[0] = 3; A.T[1:, 2:].T[0, 0] = -3
'''.strip().splitlines()


@pytest.mark.parametrize('program', PROGRAMS)
def test_programs(program):
    layout = LAYOUTS[(PROGRAMS.index(program) + us.threads()) % len(LAYOUTS)]
    values = {'A': numbers((6, 4)), 'C': numbers((6, 4)) * (1 + 1j), 'R': numpy.zeros((6, 4), [('a', 'i8'), ('b', 'f8')])}
    values['R']['b'] = values['A']
    ours = {name: us.array(one, **layout) for name, one in values.items()}
    with delayed_at_random(len(program)):
        exec(program, {'np': numpy, **ours})
    exec(program, {'np': numpy, **values})
    for name, one in values.items():
        assert numpy.array_equal(ours[name].to_numpy(), one) or numpy.allclose(ours[name].to_numpy(), one), (ours[name].to_numpy(), one)


def picking(some, extent, ndim):
    """A random slice or integer for a dimension, and perhaps a new axis before it."""
    start, stop = (None if one > 5 else int(one) for one in some.integers(-6, 9, 2))
    one = slice(start, stop, int(some.choice([1, 1, 2, -1, -3])))
    if some.integers(4) == 0 and extent > 0 and ndim > 1:
        one = int(some.integers(-extent, extent))
    return (None, one) if some.integers(5) == 0 and ndim < 4 else (one,)


BY_BLOCKS = [lambda x: numpy.cumsum(x), lambda x: x[x > 8], lambda x: numpy.nonzero(x.reshape(-1))[0], lambda x: numpy.sort(x, None),
             lambda x: numpy.cumsum(numpy.squeeze(x), 0), lambda x: numpy.tril(x) if x.ndim > 1 else x, lambda x: x.reshape(-1)[x.reshape(-1) > 3]]


def test_random_views(near):
    """A view of a view of a view picks, reads and writes what NumPy's does. So do functions that work block by block."""
    some = numpy.random.default_rng(3)
    for number in range(60):
        shape = tuple(int(one) for one in some.integers(1, 7, some.integers(1, 4)))
        values = numbers(shape)
        A = us.array(values, block=tuple(int(some.integers(1, one + 2)) for one in shape))
        ours, theirs = A, values
        for _ in range(3):
            if theirs.ndim == 0 or theirs.ndim > 4:
                break
            key = tuple(one for extent in theirs.shape for one in picking(some, extent, theirs.ndim))
            ours, theirs = ours[key], theirs[key]
            if some.integers(3) == 0:
                ours, theirs = ours.T, theirs.T
        if theirs.ndim == 0 or not isinstance(ours, us.Array):
            continue
        assert ours.shape == theirs.shape and numpy.array_equal(ours.to_numpy(), theirs)
        assert numpy.array_equal(ours.copy().to_numpy(), theirs) and float(ours.sum()) == theirs.sum()
        function = BY_BLOCKS[number % len(BY_BLOCKS)]
        assert numpy.array_equal(function(ours).to_numpy(), function(theirs)), (number, shape)
        ours += 100
        theirs += 100
        ours += 2 * ours
        theirs += 2 * theirs
        assert numpy.array_equal(A.to_numpy(), values), (number, shape)
        if theirs.size:
            us.barrier()
            if us.thread() == us.threads() - 1:
                ours.one_sided[...] = -theirs
                ours.one_sided.acc((0,) * theirs.ndim, 5)
            us.barrier()
            theirs[...] = -theirs
            theirs[(0,) * theirs.ndim] += 5
            assert numpy.array_equal(A.to_numpy(), values)
            at = [0, theirs.size - 1]
            assert numpy.array_equal(us.fetch(ours, at), theirs.ravel()[at])
            us.update(ours, at if us.thread() == 0 else [], 3)
            numpy.add.at(theirs, tuple(numpy.array(numpy.unravel_index(at, theirs.shape))), 3)
            assert numpy.array_equal(A.to_numpy(), values)


def test_read_only():
    """What cannot be a view says so when it is written to."""
    A = us.array(numbers((6, 4)), block=(4, 3))
    for view in (A.reshape(-1), A.ravel(), A.reshape(3, 8), numpy.broadcast_to(A, (2, 6, 4)), A.reshape(-1)[2:5]):
        for write in (lambda: view.__setitem__(0, 1), lambda: view.fill(1), lambda: view.__iadd__(1), lambda: view.__setitem__([0], 1),
                      lambda: numpy.add(view, 1, out=view), lambda: view.__setitem__(view > 3, 1)):
            with pytest.raises(ValueError, match='read-only.*copy'):
                write()
        for write in (lambda: us.update(view, [0], [1]), lambda: us.put_elements(view, [0], [1]), lambda: us.acc_elements(view, [0], [1])):
            with pytest.raises(ValueError, match='read-only'):
                write()
        assert not any(tile.flags.writeable for _, tile in view.local)
        B = view.copy()
        B[0] = 1
    R, B = A.reshape(3, 8), us.zeros((3, 8))
    for write in (lambda: us.copy(R.elements[...], B.elements[...]), lambda: us.broadcast(R.blocks[...], B.blocks[0, 0]),
                  lambda: us.reduce_all(R.blocks[...], B.blocks[...]), lambda: us.read(R.elements[...], 'none.npy'), lambda: R.elements[0].put(1),
                  lambda: R.elements[0].add(1), lambda: R.tile[0, 0].fill(1)):
        with pytest.raises(ValueError, match='read-only'):
            write()
    us.copy(B.elements[...], R.elements[...])
    assert numpy.array_equal(B.to_numpy(), numbers((3, 8))) and all(tile.flags.writeable for _, tile in B.local)
    us.array_api.reshape(A, (3, 8))[1] = 5  # by the standard nobody knows whether this is a view
    assert numpy.array_equal(A.to_numpy(), numbers((6, 4)))
    rows = us.array(numbers((6, 4)))
    rows.reshape(-1)[5] = 77  # no element moves
    rows.ravel()[6:8] = 88
    assert numpy.array_equal(rows.to_numpy().ravel()[4:9], [4, 77, 88, 88, 8])


# What NumPy's functions give is often the array itself or a view of it, and often a copy.
RESULTS = '''
A | A[...] | A[1:] | A.T | A.reshape(-1) | A.reshape(4, 6) | A.reshape(24, order='F') | A.ravel() | A.ravel('F') | A.real | A.imag | C.imag | C.conj() | A.conj()
A.view() | A.squeeze() | A.diagonal() | np.diag(A) | np.asarray(A, like=A) | np.asanyarray(A, like=A) | np.array(A, like=A) | np.array(A, copy=False, like=A)
np.array(A, ndmin=3, copy=False, like=A) | np.asarray(A, 'f4', like=A) | np.ascontiguousarray(A, like=A) | np.require(A, like=A) | np.split(A, 2)[0]
np.atleast_2d(V) | np.rot90(A) | np.flip(A) | np.moveaxis(A, 0, 1) | np.rollaxis(A, 1) | np.expand_dims(A, 0) | np.broadcast_to(A, (2, 6, 4))
np.broadcast_arrays(A, V)[1] | np.meshgrid(V, V, copy=False)[0] | np.ix_(V, V)[0] | np.real_if_close(A) | np.real_if_close(R) | np.real_if_close(C)
np.nan_to_num(N, copy=False) | np.nan_to_num(N) | np.trim_zeros(Z) | np.einsum('ij->ji', A) | np.einsum('ij', A) | np.einsum('ii->i', S) | np.einsum('iij->ij', D)
A.astype('f8', copy=False) | np.roll(A, 0) | np.fft.fftshift(A, axes=()) | np.tile(A, 1) | np.concatenate([A]) | np.append(A, []) | np.pad(A, 0) | np.sum(D, ())
np.diff(A, 0) | np.triu(A, -9) | np.linalg.matrix_power(S, 1) | np.clip(A, -99, 999) | np.lib.stride_tricks.sliding_window_view(A, (2, 2)) | T['b'] | T[1:]
np.poly1d(V).coeffs'''.replace('\n', ' | ').strip(' |').split(' | ')


@pytest.mark.parametrize('how', ['refuse', 'allow'])
def test_no_assignment_is_lost(how):
    """What the program assigns to a result comes to the array that NumPy's would come to, or it is refused."""
    refused = []
    for number, text in enumerate(RESULTS):
        values = {'A': numbers((6, 4)), 'V': numbers(4) + 1, 'S': numbers((4, 4)), 'D': numbers((3, 3, 3)), 'Z': numpy.array([0., 1, 2, 0]),
                  'C': numbers((6, 4)) * (1 + 1j), 'R': numbers((6, 4)) + 0j, 'T': numpy.zeros(4, [('a', 'i4'), ('b', 'f8')]),
                  'N': numpy.array([numpy.nan, 1, 2, numpy.inf])}
        ours = {name: us.array(one, **({'block': tuple(max(1, extent // 2) for extent in one.shape)} if number % 2 else {})) for name, one in values.items()}
        try:
            with us.fallback(how):
                made = eval(text, {'np': numpy, **ours})
                made[...] = 99
        except (TypeError, ValueError) as error:
            assert 'read-only' in str(error) or "us.fallback('warn')" in str(error) or 'copy' in str(error), (text, error)
            refused.append(text)
            continue
        if numpy.__version__ < '2' and 'copy=False' in text:  # where NumPy 2 refuses a copy, NumPy 1 makes it
            continue
        result = eval(text, {'np': numpy, **values})
        result[...] = 99
        for name, one in values.items():
            assert numpy.array_equal(ours[name].to_numpy(), one, equal_nan=name == 'N'), text
    assert 5 < len(refused) < len(RESULTS) // 2, refused


def test_numbers_in_place():
    N, C = us.array([numpy.nan, 1, -numpy.inf, 3], block=1), us.array([2, 3, 4 + 1j, 5], block=1)
    assert numpy.nan_to_num(N, copy=False, nan=7., neginf=-1.) is N and N.tolist() == [7, 1, -1, 3]
    assert numpy.real_if_close(C).tolist() == [2, 3, 4 + 1j, 5]  # on some threads no element has an imaginary part
    assert numpy.real_if_close(us.array([2, 3 + 1e-16j])).dtype == 'f8'


def test_masked_elements_keep_their_values():
    """NumPy converts them to the operand's type and back, if `out` is the operand's memory: complex numbers lose their imaginary parts."""
    C = us.array([1 + 2j, 3 - 1j, 0, 4j], block=1)
    numpy.logical_xor(C.imag, 1, out=C, where=False)
    numpy.add(C.imag, 1, out=C, where=numpy.array([False, True, False, False]), casting='unsafe')
    assert C.tolist() == [1 + 2j, 0, 0, 4j]


def test_views_keep_their_array():
    view = us.array(numbers((60, 4)))[1:5].T
    flat = us.array(numbers((60, 4))).reshape(-1)
    gc.collect()
    for _ in range(40):  # one of them may get memory that was given back
        us.full((60, 4), -1.)
    assert numpy.array_equal(view.to_numpy(), numbers((60, 4))[1:5].T) and flat[7] == 7
    A = us.zeros(10)
    view = A[2:4]
    A.free()
    for wrong in lambda: view + 1, lambda: view[0], lambda: view.fill(1), lambda: view.to_numpy(), lambda: view.copy():
        with pytest.raises(us.Error, match='was freed'):
            wrong()
    with pytest.raises(TypeError, match='a view, and has no blocks'):
        us.zeros(10)[2:].blocks[0]


# ---- one rule: all threads call; one thread alone has its own door ----

def test_elements_are_collective():
    A = us.zeros(7)
    A[3] += 1
    A[-1] = A[3] + 1
    assert A[3] == 1 and A.item(6) == 2 and A.to_numpy().sum() == 3
    for wrong, error in (lambda: A[7], IndexError), (lambda: A.__setitem__(-8, 1), IndexError), (lambda: A.__setitem__(0, 'x'), ValueError):
        with pytest.raises(error):
            wrong()


@pytest.mark.skipif(us.threads() == 1, reason='one thread agrees with itself')
def test_threads_that_differ():
    A = us.zeros(us.threads())
    for wrong in (lambda: A[us.thread()], lambda: A.__setitem__(0, us.thread()), lambda: A.__setitem__(us.thread(), 1),
                  lambda: A[0 if us.thread() else 99]):
        with pytest.raises(us.Error, match='threads name different elements or values'):
            wrong()
    assert not A.any()


def test_one_sided():
    A, me = us.zeros((us.threads(), 5)), us.thread()
    A.one_sided[me] = numpy.arange(5)
    A.one_sided[me, 4] = 10 * me
    us.barrier()
    A.one_sided.acc((0, 0), 1)
    A.one_sided.acc((slice(None), 1), 1)
    A.one_sided.acc(([0, -1], [2, 2]), 1)
    us.barrier()
    n = us.threads()
    expected = numpy.tile([0, 1 + n, 2, 3, 0], (n, 1)) + 10 * numpy.outer(range(n), [0, 0, 0, 0, 1])
    expected[0, 0] += n
    numpy.add.at(expected, ([0, -1], [2, 2]), n)
    assert numpy.array_equal(A.one_sided[...], expected) and A.one_sided[n - 1, 4] == 10 * (n - 1)
    assert numpy.array_equal(A.one_sided[[0, n - 1], [1, 4]], expected[[0, n - 1], [1, 4]])
    us.barrier()
    A.T.one_sided[3, me] = -1
    us.barrier()
    assert (A[:, 3] == -1).all()
    for wrong in lambda: A.one_sided[n], lambda: A.one_sided[[n], [0]], lambda: A.one_sided[[0]]:
        with pytest.raises(IndexError):
            wrong()
