# SPDX-License-Identifier: BSD-3-Clause
"""What NumPy 2 refuses is refused here, on all threads: freed arrays, wrong indices, values that do not fit. Random ones, too."""
import inspect
import itertools
import warnings

import numpy
import pytest
from common import grid, numbers

import upc_stride as us

NUMPY_1 = numpy.__version__ < '2'
TYPES = ['b1', 'u1', 'i8', 'f2', 'f4', 'c8', 'c16']


def outcome(function):
    """What comes of it: values and their type, or that it raises."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            made = function()
    except (TypeError, ValueError, LookupError, OverflowError) as error:
        return type(error).__name__
    made = made.to_numpy() if isinstance(made, us.Array) else numpy.asarray(made)
    return made.dtype, made.shape, made.tolist()


def same(ours, theirs):
    """Both give the same, or both raise; `repr`, since a NaN is not equal to itself."""
    got, expected = outcome(ours), outcome(theirs)
    assert repr(got) == repr(expected) or isinstance(got, str) and isinstance(expected, str), (got, expected)


# ---- tiles ----

BY_TILES = {
    'where': lambda x, row: numpy.where(x > row, x, 1), 'assigned': lambda x, row: numpy.where(x > 0, x, row), 'types': lambda x, row: x.astype('f4'),
    'round': lambda x, row: numpy.round(x, 1), 'close': lambda x, row: numpy.isclose(x, row, 0.5), 'row': lambda x, row: x - row,
    'rows': lambda x, row: x[1:] * x[:-1], 'in place': lambda x, row: numpy.multiply(x, x, out=x + 1), 'number': lambda x, row: 2 - x,
    'column': lambda x, row: x - x.max(1, keepdims=True), 'last': lambda x, row: x - x[:, -1:], 'none': lambda x, row: x[:0] + row,
}


@pytest.mark.parametrize('name', BY_TILES)
def test_tiles_larger_than_what_is_computed_at_once(name):
    values = numpy.random.default_rng(1).standard_normal((257, 1009))
    for block in None, (100, 300):
        ours = BY_TILES[name](us.array(values, block), us.array(values[0], 7 if block else None))
        theirs = BY_TILES[name](values, values[0])
        assert ours.dtype == theirs.dtype and numpy.array_equal(ours.to_numpy(), theirs)


def test_running_sums_of_few_and_many_tiles():
    values = numbers((6, 800), 'i8')
    for block in None, (4, 800), (1, 3), (2, 1), (6, 500):
        A = us.array(values, block)
        for axis in 0, 1, None:
            assert numpy.array_equal(numpy.cumsum(A, axis).to_numpy(), values.cumsum(axis))
            assert numpy.array_equal(numpy.cumprod(A % 3, axis).to_numpy(), (values % 3).cumprod(axis))
    zeros = us.array(numpy.full(8, -0.0), 2)
    assert numpy.signbit(numpy.cumsum(zeros).to_numpy()).all() and numpy.signbit(zeros.sum()) == numpy.signbit(numpy.full(8, -0.0).sum())


@pytest.mark.parametrize('dtype', ['f4', 'f8', 'i4', 'b1', 'c16'])
def test_deviations_of_all_elements(dtype):
    values = (3 * numpy.random.default_rng(2).standard_normal((257, 1009)) + 100).astype(dtype)
    for block in None, (100, 300):
        for A, of in (us.array(values, block), values), (us.array(values, block)[::2, 5:], values[::2, 5:]):
            for options in {}, {'ddof': 1}, {'dtype': None if dtype == 'c16' else 'f4'}, {'keepdims': True}:
                for name in 'std', 'var':
                    ours, theirs = getattr(numpy, name)(A, **options), getattr(of, name)(**options)
                    ours = ours.to_numpy() if isinstance(ours, us.Array) else ours
                    assert ours.dtype == theirs.dtype and numpy.allclose(ours, theirs, 1e-4)
    assert numpy.isnan(numpy.std(us.array(numpy.full(5, numpy.nan))))
    assert numpy.isnan(us.array([[3.0, numpy.nan], [1.0, 2.0]], 1).max()) and us.array([3.0, -numpy.inf, 5.0], 1).max() == 5


@pytest.mark.parametrize('number', [300, 1 << 40, -1, 2.5, 3j, True, numpy.float64(2), numpy.int8(3), numpy.float32(1)])
@pytest.mark.parametrize('dtype', TYPES)
def test_types_with_numbers(dtype, number):
    values = numpy.ones(5, dtype)
    A = us.array(values)
    for _ in range(2):
        same(lambda: A + number, lambda: values + number)
        same(lambda: numpy.where(A > 0, A, number), lambda: numpy.where(values > 0, values, number))
        same(lambda: A.std(), lambda: values.std())


# ---- freed arrays ----

OF_FREED = {
    'sum': lambda A, section, blocks: A.sum(), 'mean': lambda A, section, blocks: A.mean(), 'any': lambda A, section, blocks: A.any(),
    'max': lambda A, section, blocks: A.max(), 'sum along': lambda A, section, blocks: A.sum(0), 'local': lambda A, section, blocks: A.local,
    'count': lambda A, section, blocks: numpy.count_nonzero(A), 'plus': lambda A, section, blocks: A + 1,
    'fill': lambda A, section, blocks: A.fill(3), 'map': lambda A, section, blocks: us.map(numpy.negative, A),
    'item': lambda A, section, blocks: A[0], 'set item': lambda A, section, blocks: A.__setitem__(0, 1), 'slice': lambda A, section, blocks: A[2:4],
    'no elements': lambda A, section, blocks: A[2:2], 'assigned': lambda A, section, blocks: A.__setitem__(slice(2, 4), 1),
    'nothing assigned': lambda A, section, blocks: A.__setitem__(slice(2, 2), 1), 'false': lambda A, section, blocks: A[False],
    'mask': lambda A, section, blocks: A[A > 2], 'copy': lambda A, section, blocks: A.copy(), 'numpy': lambda A, section, blocks: A.to_numpy(),
    'redistribute': lambda A, section, blocks: A.redistribute(1), 'transposed': lambda A, section, blocks: A.T,
    'read': lambda A, section, blocks: section.to_numpy(), 'put': lambda A, section, blocks: section.put(1),
    'add': lambda A, section, blocks: section.add(1), 'elements': lambda A, section, blocks: A.elements[1:3],
    'blocks': lambda A, section, blocks: A.blocks[:], 'is here': lambda A, section, blocks: blocks.is_here(),
    'broadcast': lambda A, section, blocks: us.broadcast(blocks, blocks), 'us.copy': lambda A, section, blocks: us.copy(section, section),
    'barrier': lambda A, section, blocks: us.barrier(blocks), 'halo': lambda A, section, blocks: us.halo(blocks, 1),
    'tile': lambda A, section, blocks: A.tile[0], 'owner': lambda A, section, blocks: A.owner(0),
    'fetch': lambda A, section, blocks: us.fetch(A, []), 'update': lambda A, section, blocks: us.update(A, [], []),
    'get': lambda A, section, blocks: us.get_elements(A, []), 'put elements': lambda A, section, blocks: us.put_elements(A, [], []),
    'acc': lambda A, section, blocks: us.acc_elements(A, [], []), 'free': lambda A, section, blocks: A.free(),
    'fft': lambda A, section, blocks: us.fft.fftn(A), 'array': lambda A, section, blocks: us.array(A), 'sort': lambda A, section, blocks: numpy.sort(A),
}


@pytest.mark.parametrize('size', [10, 0])
def test_freed(size):
    A = us.full(size, 3.0)
    section, blocks = A.elements[...], A.blocks[:] if size else None
    with A:
        pass
    others = [us.full(size, 3.0) for _ in range(4)]  # one of them may have the handle, and the memory
    for name, operation in OF_FREED.items():
        if size or name not in ('item', 'set item', 'is here', 'broadcast', 'barrier', 'halo', 'tile', 'owner', 'blocks', 'max', 'fft'):
            with pytest.raises(us.Error, match='was freed'):
                operation(A, section, blocks)
                pytest.fail(name)
    assert all((one == 3).all() for one in others)
    assert '10' in repr(A) or size == 0


# ---- indices ----

def index_of(some, extents):
    """A key that is often wrong: masks of other shapes, indices out of range, of other types, too many."""
    def one(extent):
        kind = some.integers(0, 8)
        count = int(some.integers(0, 4))
        return [slice(None), int(some.integers(-extent - 1, extent + 1)), some.integers(-extent - (kind == 7), extent + 1, count),
                some.integers(0, 2, max(0, extent + int(some.integers(-1, 2)))).astype(bool), [], numpy.zeros(count), [1.5, 0.],
                some.integers(0, max(extent, 1), count)][kind]
    if some.integers(0, 4) == 0:
        return some.integers(0, 2, [max(0, extent + int(some.integers(0, 4) == 0)) for extent in extents]).astype(bool)
    return tuple(one(extent) for extent in (*extents, *([3] if some.integers(0, 8) == 0 else [])))


def test_indices():
    some = numpy.random.default_rng(5)
    for _ in range(60):
        shape = tuple(int(one) for one in some.integers(0, 5, some.integers(1, 4)))
        values = numbers(shape)
        A, key = us.array(values), index_of(some, shape)
        ours = tuple(us.array(one) if isinstance(one, numpy.ndarray) and some.integers(2) else one for one in key) \
            if isinstance(key, tuple) else key
        same(lambda: A[ours], lambda: values[key])
        us.barrier()

        def assigned(x, key):
            x[key] = 7
            return x
        same(lambda: assigned(A, ours), lambda: assigned(values, key))


def test_masks_by_hand():
    A, values = us.array(numbers((6, 3))), numbers((6, 3))
    for mask in ([True, False], [[True] * 3] * 5, [[True] * 2] * 6, numpy.ones((6, 3, 1), bool), numpy.zeros(0, bool)):
        for key in mask, us.array(mask), (slice(None), mask), (Ellipsis, mask):
            with pytest.raises(IndexError):
                A[key]
            with pytest.raises(IndexError):
                A[key] = 99
    assert (A == values).all()
    mask = numpy.arange(6) % 2 == 0
    assert (A[mask, 1:] == values[mask, 1:]).all() and (A[..., [True, False, True]] == values[..., [True, False, True]]).all()
    for wrong, error in ((lambda: numpy.take_along_axis(A, numpy.ones((6, 3), bool), 0), IndexError),
                         (lambda: numpy.take_along_axis(A, numpy.array([0]), 0), ValueError),
                         (lambda: us.zeros((0, 3))[:, [5]], IndexError), (lambda: us.zeros((0, 3))[:, us.array([5])], IndexError)):
        with pytest.raises(error):
            wrong()
    assert outcome(lambda: numpy.take(A, [True, False])) == outcome(lambda: numpy.take(values, [True, False]))


def test_values_for_a_mask_without_dimensions():
    def outcome(make, shape, flag, value):
        x = make(numpy.zeros(shape))
        try:
            x[numpy.array(flag)] = value
        except (TypeError, ValueError) as error:
            return type(error)
        return x.tolist()
    values = [numpy.ones(shape) for shape in ((), 1, 3, 5, (1, 1), (2, 3), 0, (0, 5), (1, 2, 3))]
    for shape, flag, value in itertools.product([5, (2, 3), ()], [False, True], values):
        assert outcome(us.array, shape, flag, value) == outcome(numpy.array, shape, flag, value), (shape, flag, value.shape)


def test_an_ellipsis_of_no_dimensions_parts_arrays_of_indices():
    values = numbers((4, 3, 5))
    for key in numpy.s_[:, [0, 1], ..., [2, 4]], numpy.s_[:, [[0, 1]], ..., 2], numpy.s_[:, [0, 1], [2, 4], ...], numpy.s_[..., [0, 1], [2, 4]], \
            numpy.s_[:, :, ..., [2, 4]], numpy.s_[None, :, :, ..., [2, 4]], numpy.s_[..., :, :, [2, 4]], numpy.s_[:, ..., [0, 1], [2, 4]]:
        A, expected = us.array(values), values.copy()
        assert A[key].tolist() == expected[key].tolist()
        A[key], expected[key] = A[key][::-1].copy(), expected[key][::-1].copy()
        assert A.tolist() == expected.tolist()


@pytest.mark.parametrize('call', [lambda A, index: us.fetch(A, index), lambda A, index: us.update(A, index, 1)])
def test_wrong_index_on_one_thread_raises_on_all(call):
    for wrong in -1, 6:
        with pytest.raises(IndexError, match=f'index: {wrong}, must be in 0..5'):
            call(us.zeros(6), [wrong] if us.thread() == us.threads() - 1 else [0])


# ---- assigning ----

VALUES = [0, 1, -1, 300, 2**40, 2**64, 1.5, -1e30, 1e6, numpy.nan, numpy.inf, 2j, True, None, 'x', [300, 1], [1, 2.5], [1j, 2], [numpy.nan, 0],
          numpy.int64(3), numpy.float32(2.5), numpy.complex64(1 + 2j), numpy.array([3., 4.]), numpy.array([5, 6], 'u1'),
          numpy.array([1j, 2]), [1, 2, 3]]
WAYS = {'slice': slice(1, 3), 'integers': [3, 1], 'mask': [False, True, True, False, False], 'element': 2, 'last': -1}


@pytest.mark.parametrize('dtype', TYPES)
def test_assigning(dtype):
    for number, value in enumerate(VALUES):
        key = list(WAYS.values())[(number + TYPES.index(dtype)) % len(WAYS)]

        def assigned(x):
            x[key] = value
            return x
        A, values = us.zeros(5, dtype=dtype), numpy.zeros(5, dtype)
        if NUMPY_1 and _refused_by_numpy_2(value, values.dtype):
            with pytest.raises((OverflowError, TypeError, ValueError)):
                assigned(A)
        else:
            with numpy.errstate(all='ignore'):
                same(lambda: assigned(A), lambda: assigned(values))
        us.barrier()
    for wrong in (lambda: us.full(3, 300, dtype='u1'), lambda: us.zeros(3, dtype='u1').fill(300), lambda: us.array([300], dtype='u1'),
                  lambda: us.put_elements(us.zeros(3, dtype='u1'), [0], 300), lambda: us.update(us.zeros(3, dtype='u1'), [0], -1),
                  lambda: us.zeros(3, dtype='u1').elements[1:].put([300, 1])):
        with pytest.raises(OverflowError):
            wrong()


def _refused_by_numpy_2(value, dtype):
    if dtype.kind not in 'iu' or isinstance(value, (numpy.generic, numpy.ndarray)):
        return False
    given = numpy.asarray(value)
    return given.dtype.kind in 'iuf' and (given.min() < numpy.iinfo(dtype).min or given.max() > numpy.iinfo(dtype).max)


def test_changing_elements():
    """As in NumPy, integers are not changed by real numbers, nor real numbers by complex ones."""
    for dtype, value in ('i8', 1.5), ('u1', 2.), ('f8', 1j):
        A = us.zeros(4, dtype=dtype)
        for call in (lambda: us.update(A, [0], value), lambda: us.acc_elements(A, [0], value), lambda: A.elements[1:3].add(value),
                     lambda: us.transform(A.elements[...], A.elements[...], alpha=value)):
            with pytest.raises(TypeError):
                call()
        us.barrier()
        assert not A.any()
    for wrong, error in ((lambda A: numpy.concatenate([A * 1j], out=A), TypeError), (lambda A: numpy.concatenate([A], out=us.zeros(5)), ValueError),
                         (lambda A: numpy.concatenate([A * 1j], dtype='f8'), TypeError)):
        with pytest.raises(error):
            wrong(us.zeros(4))


def test_fill():
    A = us.zeros(3)
    with pytest.raises((ValueError, TypeError)):
        A.fill([1, 2, 3])
    same(lambda: us.full((2, 3), [1, 2, 3]), lambda: numpy.full((2, 3), [1, 2, 3]))
    same(lambda: numpy.full_like(A, [1, 2, 3]), lambda: numpy.full_like(numpy.zeros(3), [1, 2, 3]))


# ---- types, NaN, None ----

@pytest.mark.parametrize('dtype', TYPES)
def test_types_of_transforms(dtype):
    values = numbers((4, 6), dtype)
    expected = {'f2': 'c8', 'f4': 'c8', 'c8': 'c8'}.get(dtype, 'c16')
    for A in us.array(values), us.array(values).reshape(-1):
        made = us.fft.fftn(A)
        assert made.dtype == expected and us.fft.ifftn(made).dtype == expected
        assert numpy.allclose(made.to_numpy(), numpy.fft.fftn(A.to_numpy().astype('c16')), rtol=1e-3, atol=1e-3)
    for wrong in (lambda: us.fft.fftn(us.zeros(0)), lambda: us.fft.fftn(us.zeros((2, 0))), lambda: us.fft.fftn(us.array(values), norm='x'),
                  lambda: us.fft.fftn(us.array(values), [2])):
        with pytest.raises(ValueError):
            wrong()
    assert us.fft.fftn(us.zeros((0, 2)), [1]).shape == (0, 2)


def test_unique_of_nan():
    some = numpy.random.default_rng(3)
    values = numpy.where(some.integers(0, 3, 20) == 0, numpy.nan, some.integers(0, 4, 20))
    for dtype in 'f4', 'c16':
        A = us.array(values.astype(dtype))
        for got, expected in zip(numpy.unique(A, True, True, True), numpy.unique(values.astype(dtype), True, True, True)):
            assert numpy.array_equal(got.to_numpy(), expected, equal_nan=expected.dtype.kind in 'fc')
        same(lambda: numpy.unique(A, equal_nan=False), lambda: numpy.unique(values.astype(dtype), equal_nan=False))
        assert us.array_api.unique_values(A).size == len(numpy.unique(values.astype(dtype), equal_nan=False))


def test_comparing_with_other_objects():
    values = numbers((2, 3))
    for A in us.array(values), us.array(7):
        for other in None, 'x', object(), b'1':
            for got, expected in (A == other, False), (A != other, True), (other == A, False):
                assert isinstance(got, us.Array) and got.dtype == bool and got.shape == A.shape and (got.to_numpy() == expected).all()
    same(lambda: us.array([1, 2, 3]) == [None, 2, 'x'], lambda: numpy.array([1, 2, 3]) == numpy.array([None, 2, 'x'], object))
    with pytest.raises(TypeError):
        us.array(values) < None


def test_attributes_are_not_assigned_to():
    A = us.array(numbers((6, 4)))
    for x in A, A[1:, ::2]:
        for name in 'shape', 'dtype', 'ndim', 'strides', 'data', 'T', 'size', 'sum':
            with pytest.raises(AttributeError):
                setattr(x, name, (4, 6))
    assert A.shape == (6, 4) and A[1:].view().shape == (5, 4)
    with pytest.raises(TypeError, match="astype"):
        A.view('i8')


def test_flat():
    a = numbers((6, 4))
    A = us.array(a)
    A.flat[5], a.flat[5] = 99, 99
    assert (A.to_numpy() == a).all() and A.flat[7] == 7 and [int(one) for one in A.flat] == a.astype(int).ravel().tolist()
    A.flat, a.flat = [1, 2, 3], [1, 2, 3]
    assert (A.to_numpy() == a).all()
    with pytest.raises(ValueError, match='read-only'):
        us.array(a, block=(2, 2)).flat[3] = 1


def test_astype_by_a_rule():
    A = us.array(numbers((6, 4)))
    assert A.astype('f4', order='F', casting='same_kind').dtype == 'f4'
    with pytest.raises(TypeError, match='by safe casting'):
        A.astype('i4', casting='safe')


def test_fields():
    r = numpy.zeros(6, [('a', 'f8'), ('b', 'i4'), ('s', 'S3')])
    r['a'] = numbers(6)
    for layout in {}, {'block': 1}:
        R, r = us.array(r, **layout), r.copy()
        for x in R, r:
            x['b'] = 7
            x[1:4]['a'][::2] += 5
            x['a'][5] = -1
            x[x['a'] > 5] = (2., 3, b'xyz')
            x['a'].fill(x['a'][0] + 1) if x['b'][0] == 0 else None
        assert R.to_numpy().tolist() == r.tolist() and R['a'].sum() == r['a'].sum() and R[2]['s'] == r[2]['s']
        with pytest.raises(ValueError, match='read-only'):
            R[2]['a'] = 50
        with pytest.raises(ValueError, match='no field'):
            R['c']


def test_dates():
    d = numpy.array(['2020-01-01', '2021-05-06', '1999-12-31', '2030-01-01'], 'M8[D]')
    D = us.array(d)
    assert D.min() == d.min() and D.max() == d.max() and numpy.sort(D).tolist() == sorted(d.tolist())
    steps, own = numpy.diff(d), numpy.diff(D)
    assert own.sum() == steps.sum() and own.mean() == steps.mean() and (own * 2).tolist() == (steps * 2).tolist()
    assert numpy.cumsum(own).tolist() == numpy.cumsum(steps).tolist() and numpy.cumsum(own).dtype == steps.dtype
    d[1] = 'NaT'
    assert numpy.isnat(us.array(d).min()) and numpy.isnat(us.array(d).max())


# ---- results in arrays that the program gives ----

INTO = {'sum': numpy.sum, 'mean': numpy.mean, 'var': numpy.var, 'std': numpy.std, 'cumsum': numpy.cumsum, 'reduce': numpy.hypot.reduce}


@pytest.mark.skipif(NUMPY_1, reason='NumPy 1 converts some values otherwise')
@pytest.mark.parametrize('name', INTO)
def test_type_of_out_and_of_dtype(name):
    """What is summed in the type of `out` or `dtype`, and cut to it, as in NumPy."""
    values = numpy.random.default_rng(4).random((70, 3), 'f4') * 1000

    def into(given, dtype, to):
        out = numpy.zeros(given.shape if name == 'cumsum' else given.shape[1:], to)
        out = out if given is x else us.array(out)
        INTO[name](given, axis=0, dtype=dtype, out=out)
        return out
    for x in values, values.astype('i4'), values > 500, values + 1j * values, numpy.where(values > 900, numpy.inf, values):
        X = us.array(x)
        for dtype in None, 'i4', 'f8', 'c16', 'M8[s]':
            if name != 'reduce':
                same_closely(lambda: INTO[name](X, axis=0, dtype=dtype), lambda: INTO[name](x, axis=0, dtype=dtype))
                same_closely(lambda: INTO[name](X, dtype=dtype), lambda: INTO[name](x, dtype=dtype))
            for to in ('f8', 'c16') if dtype else ('f8', 'c16', 'U9'):
                same_closely(lambda: into(X, dtype, to), lambda: into(x, dtype, to), may_raise=True)


def same_closely(ours, theirs, may_raise=False):
    """Both give nearly the same, or both raise, or ours alone where it may."""
    with numpy.errstate(all='ignore'):
        got, expected = outcome(ours), outcome(theirs)
    assert isinstance(got, str) == isinstance(expected, str) or may_raise and got == 'TypeError', (got, expected)
    assert isinstance(got, str) or got[:2] == expected[:2] and numpy.allclose(got[2], expected[2], 1e-6, equal_nan=True), (got, expected)


def test_no_text_of_numbers_that_numpy_refuses():
    A, T = us.array(numbers(6)), us.array(numpy.full(6, '', 'U5'))
    for write in (lambda: numpy.sum(A.reshape(1, 6), 0, out=T), lambda: numpy.cumsum(A, out=T), lambda: numpy.take(A, [0] * 6, out=T),
                  lambda: numpy.sqrt(A, out=T, where=us.array(numbers(6) > 2)), lambda: numpy.median(A.reshape(1, 6), 0, out=T)):
        with pytest.raises(TypeError):
            write()
    assert T.tolist() == [''] * 6
    for dtype in 'i2', 'i4', 'i8', 'f8', 'M8[s]':
        x = numbers(4, 'i4')
        same(lambda: numpy.take(us.array(x), [1, 0], out=us.zeros(2, dtype=dtype)), lambda: numpy.take(x, [1, 0], out=numpy.zeros(2, dtype)))


# ---- rows, and sums of products ----

@pytest.mark.parametrize('dtype', ['i4', 'u1', 'f2', 'f8', 'c16', 'b1', '>f4', 'U2', 'S2', 'M8[D]'])
def test_unique_rows(dtype):
    x = numpy.random.default_rng(2).integers(0, 3, (23, 2)) - (0 if dtype in ('u1', 'b1') else 1)
    x = x.astype(dtype)
    for axis, shape in (0, (23, 2)), (1, (2, 23)), (-2, (1, 23, 2)):
        y = x.T if shape == (2, 23) else x.reshape(shape)
        ours, theirs = (numpy.unique(one, True, True, True, axis) for one in (us.array(y), y))
        assert ours[0].to_numpy().tobytes() == numpy.ascontiguousarray(theirs[0]).tobytes() and ours[0].dtype == theirs[0].dtype
        assert [one.tolist() for one in ours[1:]] == [one.ravel().tolist() for one in theirs[1:]]
    assert [numpy.unique(us.array(one), axis=0).shape for one in (x[:0], x[:, :0])] == [(0, 2), (1, 0)]


def test_unique_rows_of_nan():
    x = numpy.array([[1, numpy.nan], [0., 2], [1, numpy.nan], [-0., 2], [numpy.inf, -3], [-numpy.inf, 1], [numpy.inf, -3]])
    assert str(numpy.unique(us.array(x), axis=0).to_numpy() + 0) == str(numpy.unique(x, axis=0) + 0)
    for wrong in (lambda: numpy.unique(us.array(x), axis=2), lambda: numpy.unique(us.array(numpy.zeros((3, 2), [('a', 'i4')])), axis=0)):
        with pytest.raises((IndexError, TypeError)):
            wrong()


def test_einsum_with_dots():
    some = numpy.random.default_rng(6)
    a, b, c = some.random((3, 4, 5)), some.random((5, 6)), some.random((3, 1, 4))
    for text, given in {'...ij,jk->...ik': (a, b), '...ij,jk': (a, b), 'i...': (a,), 'i...->...': (a,), '...i,...j->...ij': (a, c), '...,->...': (a, 2.),
                        '...,...': (a, a[0]), '...i,...i->...': (a, a), '...ij,...jk': (a, some.random((1, 5, 2))), 'ij,jk->ik': (b[:, :1], b[:3]),
                        '...ij->...ji': (a,), '...ii->...i': (a[:, :, :4],), '...i...': (b,), 'i..': (b,), '...ij,jk->ik': (a, b)}.items():
        same_closely(lambda: numpy.einsum(text, *map(us.array, given)), lambda: numpy.einsum(text, *given))


def test_where_with_an_initial_value_that_the_identity_changes():
    X = us.array(numbers(6))
    assert numpy.hypot.reduce(X, where=us.array(numbers(6) == 3), initial=4) == 5
    with pytest.raises(TypeError, match='must not be changed by 0'):
        numpy.hypot.reduce(X, where=False, initial=-1)


def test_sliding_windows():
    some = numpy.random.default_rng(5)
    windows = numpy.lib.stride_tricks.sliding_window_view
    made = 0
    for _ in range(200):
        ndim = int(some.integers(0, 4))
        x = some.integers(0, 99, some.integers(1, 8, ndim)).astype(some.choice(['i4', 'f8', 'c8']))
        A = us.array(x, tuple(some.integers(1, 4, ndim)) if ndim and some.integers(2) else None)
        cut = tuple(slice(int(some.integers(0, 2)), None, int(some.choice([1, 1, 2, -1]))) for _ in range(ndim)) if some.integers(2) else ...
        axis = None if some.integers(2) else tuple(map(int, some.integers(-ndim - (not some.integers(9)), ndim + 1 - bool(ndim), int(some.integers(0, 4)))))
        count = (ndim if axis is None else len(axis)) + (not some.integers(9))
        window = tuple(map(int, some.integers(-1 if not some.integers(9) else 0, 4, count)))
        same(lambda: windows(A[cut], window, axis), lambda: windows(x[cut], window, axis))
        made += isinstance(outcome(lambda: windows(x[cut], window, axis)), tuple)
    assert made > 50
    v = us.array(numbers(20))
    assert numpy.array_equal(windows(v, 3).mean(-1).to_numpy(), windows(numbers(20), 3).mean(-1))
    for wrong in (lambda: windows(v, 3, writeable=True), lambda: windows(v, 3).__setitem__((0, 0), 1)):
        with pytest.raises(ValueError):
            wrong()


# ---- shapes that do not fit ----

def test_indices_of_other_shapes():
    x = numbers((2, 3)) - 2
    for indices in 1, [1], [[0], [1]], [[[1]]], [], [0.5]:
        for axis in 0, 1, None:
            def put(given):
                numpy.put_along_axis(given, numpy.array(indices), 9, axis)
                return given
            same(lambda: put(us.array(x, block=(2, 3))), lambda: put(x.copy()))
    for text, shapes in ('i...,i...', ((0, 4), (4, 0))), ('ij,jk', ((2, 3), (4, 2))), ('i,i->i', ((0,), (1,))):
        same(lambda: numpy.einsum(text, *map(us.zeros, shapes)), lambda: numpy.einsum(text, *map(numpy.zeros, shapes)))
    with pytest.raises(TypeError):
        numpy.multiply(us.array(2.), None, out=us.array(2.))
    assert us.array(numpy.array(5.)).var() == 0 and us.array(numpy.array(5.)).std() == 0


def test_powers():
    """NumPy's ``**`` takes the root, not the power of a half: of -0.0 and of an infinity they differ."""
    a = numpy.array([4., 2., -0., -numpy.inf, numpy.inf, numpy.nan])
    for dtype, exponent in itertools.product(('f8', 'f4', 'c16', 'i8'), (2, 2., .5, -1., -1, 1, 3, numpy.float64(2), True)):
        if dtype == 'i8' and type(exponent) is int and exponent < 0:
            continue  # raises
        some = a.astype(dtype) if dtype != 'i8' else numpy.arange(1, 7)
        A = us.array(some)
        with numpy.errstate(all='ignore'):
            want, got = some ** exponent, A ** exponent
            assert got.dtype == want.dtype and numpy.array_equal(got.to_numpy(), want, equal_nan=True), (dtype, exponent, want)
            if numpy.can_cast(want.dtype, some.dtype, 'same_kind'):
                A **= exponent
                assert numpy.array_equal(A.to_numpy(), want.astype(dtype), equal_nan=True), (dtype, exponent)


def test_powers_of_truth_values():
    some = numpy.array([True, False, True])
    for exponent in (2, 2., 3, 0, .5, True, some, *([] if NUMPY_1 else [numpy.uint8(2)])):
        same(lambda: us.array(some) ** exponent, lambda: some ** exponent)


def test_arrays_of_one_text():
    """A text has indices of its own."""
    for text in numpy.str_('abc'), numpy.bytes_(b'abc'):
        same(lambda: us.array(text), lambda: numpy.array(text))
        same(lambda: us.array(['x', 'abc', 'y']).astype(text.dtype) == text, lambda: numpy.array(['x', 'abc', 'y']).astype(text.dtype) == text)


@pytest.mark.parametrize('key', [numpy.s_[::2], numpy.s_[1::3], numpy.s_[::-1], numpy.s_[::-2], numpy.s_[5:, ::4], numpy.s_[7:8]])
def test_results_of_steps(key):
    """Of each second row each thread computes those that it has."""
    a = numbers((24, 10))
    for layout in {}, {'block': (5, 3)}, {'block': (4, 2), 'grid': grid()}:
        A = us.array(a, **layout)
        R = A[key] + A[key]
        assert (R.to_numpy() == a[key] + a[key]).all() and (A[key].copy().to_numpy() == a[key]).all()
    if 24 % (2 * us.threads()) == 0:
        assert [len(tile) for _, tile in (us.array(a)[::2] + 1).local] == [12 // us.threads()]


@pytest.mark.skipif(NUMPY_1, reason='NumPy 2 has `stable`')
def test_how_to_sort():
    a = numpy.random.default_rng(7).integers(0, 9, 300)
    for options in {'stable': True}, {'stable': False}, {'kind': 'stable', 'order': None}, {'kind': 'stable', 'stable': True}:
        same_closely(lambda: numpy.sort(us.array(a), **options), lambda: numpy.sort(a, **options))
        A, one = us.array(a), a.copy()
        assert isinstance(outcome(lambda: A.sort(**options)), str) == isinstance(outcome(lambda: one.sort(**options)), str)
        assert (A.to_numpy() == one).all()
    assert (numpy.argsort(us.array(a), stable=True).to_numpy() == numpy.argsort(a, stable=True)).all()


@pytest.mark.parametrize('edge_order', [1, 2])
@pytest.mark.parametrize('dtype', ['f8', 'f4', 'i8'])
def test_gradients(dtype, edge_order):
    rng = numpy.random.default_rng(12)
    values = (rng.random((5, 6, 4)) * 9).astype(dtype)
    A, x = us.array(values), numpy.sort(rng.random(6))
    for steps, axis in ((), None), ((2,), 1), ((x,), 1), ((numpy.arange(6) * 2,), 1), ((x[:5], 2, [1, 3, 4, 9]), None), ((x,), 0), ((x, x), 1):
        def of(f):
            made = numpy.gradient(f, *steps, axis=axis, edge_order=edge_order)
            return made if hasattr(made, 'shape') else numpy.stack(made)
        same_closely(lambda: of(A), lambda: of(values))
    same_closely(lambda: numpy.gradient(A, us.array(x), axis=1), lambda: numpy.gradient(values, x, axis=1))


def test_einsum_of_numbers():
    a, b = numbers((3, 4, 5)), numbers((5, 2))
    for given in ((a, [0, 1, 2], b, [2, 3], [0, 3, 1]), (a, [0, 1, 2], b, [2, 3]), (a, [..., 7], b, [7, 1], [..., 1]), (a, [0, 1, 0, 2]), (a, [99, 1, 2]),
                  (b, [0, 1], b, [0, 1], []), (a,), (b, [0, 26]), (b, [26, 0]), (a, [30, 2, 27]), (a, [25, 26, 51], b, [51, 0])):
        ours = [us.array(one) if isinstance(one, numpy.ndarray) else one for one in given]
        same_closely(lambda: numpy.einsum(*ours), lambda: numpy.einsum(*given))


def test_einsum_loses_nothing():
    a = numbers((3, 3))
    for given, options in ((a, {'dtype': 'f4'}), (a, {'dtype': 'c16'}), (a.astype('i8'), {'dtype': 'f8'}), (a.astype('i8'), {'dtype': 'f4'})):
        same(lambda: numpy.einsum('ij,jk', us.array(given), us.array(given), **options), lambda: numpy.einsum('ij,jk', given, given, **options))
    for dtype in 'f4', 'f8', 'i8', 'c16':
        same(lambda: numpy.einsum('ij,jk', us.array(a), us.array(a), out=us.zeros((3, 3), dtype=dtype)),
             lambda: numpy.einsum('ij,jk', a, a, out=numpy.zeros((3, 3), dtype)))


def test_options_that_are_seldom_named():
    """Each call gives what NumPy's gives, or both raise."""
    v, a = numbers(10) ** 2, numbers((4, 5))
    calls = [lambda x, y: numpy.cov(x, 3 * x, rowvar=False), lambda x, y: numpy.cov(y.T, x[:5], rowvar=False), lambda x, y: numpy.cov(y.T, y, rowvar=False),
             lambda x, y: numpy.cov(y, x[None, :4], rowvar=False), lambda x, y: numpy.cov(y, y[:, :2], rowvar=False),
             lambda x, y: numpy.diff(x, n=-1), lambda x, y: numpy.diff(y, n=0), lambda x, y: numpy.linalg.norm(x, numpy.int64(3)),
             lambda x, y: numpy.linalg.norm(y, numpy.float32(3), axis=1), lambda x, y: numpy.linalg.norm(y, 'x', axis=1)]
    if hasattr(numpy, 'cumulative_sum'):
        calls += [lambda x, y: numpy.cumulative_sum(y), lambda x, y: numpy.cumulative_prod(y), lambda x, y: numpy.cumulative_sum(x),
                  lambda x, y: numpy.cumulative_prod(y, axis=1, include_initial=True)]
    for call in calls:
        same_closely(lambda: call(us.array(v), us.array(a)), lambda: call(v, a))


def test_padding_with_values_that_are_in_no_array():
    """An odd reflection computes values."""
    v = numbers(7) ** 2
    for mode, width in ('reflect', (2, 0)), ('symmetric', (1, 3)), ('reflect', (9, 9)):
        with pytest.raises(TypeError, match='reflect_type'):
            numpy.pad(us.array(v), width, mode, reflect_type='odd')
        with us.fallback('allow'):
            same(lambda: numpy.pad(us.array(v), width, mode, reflect_type='odd'), lambda: numpy.pad(v, width, mode, reflect_type='odd'))
        same(lambda: numpy.pad(us.array(v), width, mode, reflect_type='even'), lambda: numpy.pad(v, width, mode, reflect_type='even'))


@pytest.mark.skipif(NUMPY_1, reason='NumPy 1 has no out= of transforms')
@pytest.mark.parametrize('name', 'fft ifft rfft irfft hfft ihfft fft2 ifft2 rfft2 irfft2 fftn ifftn rfftn irfftn'.split())
def test_transforms_into_an_array(name):
    a = numbers((4, 6)) ** 2
    transform = getattr(numpy.fft, name)
    for dtype in 'f8', 'c16', 'c8', 'i8':
        def into(x, zeros):
            out = zeros(transform(a).shape, dtype=dtype)
            made = transform(x, out=out)
            assert made is out
            return made
        same_closely(lambda: into(us.array(a, 2), us.zeros), lambda: into(a, numpy.zeros))


@pytest.mark.parametrize('dtype', [str, 'S', 'U', 'M8', 'm8', 'M8[D]'])
@pytest.mark.parametrize('values', [['2020-01-01', '2021-05-03'], [1, 2], numpy.array(['2020-01-01', '1999-12']), numpy.array([10, 2]), 'abc',
                                    numpy.array(['2020-01-01'], 'M8[s]')])
def test_arrays_of_types_that_the_values_decide(dtype, values):
    same(lambda: us.array(values, dtype=dtype), lambda: numpy.array(values, dtype=dtype))


def takes_dicts():
    try:
        return numpy.pad([1], {0: 1}).size == 3
    except TypeError:
        return False


@pytest.mark.parametrize('dtype', ['u1', 'i2', 'f4', 'c8', '?', 'S2'])
@pytest.mark.parametrize('shape', [(), (4,), (3, 2)])
def test_padding_with_constants(shape, dtype):
    """The values are cast to the type, or refused, as NumPy does."""
    a = numbers(shape).astype(dtype)
    for value in 7, 300, -1, 1e10, 2.5, 3j, 'abc', (300, 2), [[1, 2], [300, 3]], [[1], [2]], [1, 2, 3], numpy.int64(300), numpy.array([300]):
        for width in 2, (1, 0), 0:
            same(lambda: numpy.pad(us.array(a), width, constant_values=value), lambda: numpy.pad(a, width, constant_values=value))


@pytest.mark.parametrize('options', [{}, {'mode': 'edge'}, {'mode': 'wrap'}, {'mode': 'edge', 'constant_values': 1}, {'stat_length': 1}])
def test_widths_of_padding(options):
    a = numbers((3, 4))
    widths = [2, (1, 2), [[1, 0], [0, 2]], [[1], [2]], [[1]], -1, (1, -1), 1.5, True, 'x', [1, 2, 3], numpy.uint8(1), []]
    if takes_dicts():
        widths += [{0: 1}, {-1: (2, 1)}, {0: (1, 2), 1: 3}, {}, {2: 1}, {0: -1}, {1: 1, -1: 2}]
    for width in widths:
        same(lambda: numpy.pad(us.array(a, (2, 2)), width, **options), lambda: numpy.pad(a, width, **options))


@pytest.mark.parametrize('name', ['fftn', 'ifftn', 'rfftn', 'irfftn'])
def test_transforms_along_an_axis_that_comes_several_times(name):
    a = numbers((3, 4, 2)) ** 2 if name == 'rfftn' else numbers((3, 4, 2)) ** 2 + 1j
    ours, theirs = getattr(us.fft, name), getattr(numpy.fft, name)
    more = [] if NUMPY_1 else [((0, 0, 1), (3, 4, 5))]  # where NumPy 1 has another order
    for axes, s in ((0, 0), None), ((1, 0, 1), None), ((2, 1, -1, -2), None), ((1, 1), (3, 6)), ((0, 1, 0), (2, 5, 7)), *more:
        for norm in None, 'ortho':
            same_closely(lambda: ours(us.array(a), axes, norm, s=s), lambda: theirs(a, s, axes, norm))
            same_closely(lambda: theirs(us.array(a, 2), s, axes, norm), lambda: theirs(a, s, axes, norm))


@pytest.mark.parametrize('block', [None, 2])
@pytest.mark.parametrize('dtype', ['f4', 'f8', 'D', 'i8'])
def test_norms_along_axes(dtype, block):
    values = numbers((9, 6, 4)).astype(dtype)
    A = us.array(values, block)
    for axis in 0, 1, 2, (0, 1), (2, 0):
        for keepdims in False, True:
            same_closely(lambda: numpy.linalg.norm(A, None, axis, keepdims), lambda: numpy.linalg.norm(values, None, axis, keepdims))


@pytest.mark.parametrize('dtype', ['M8[D]', 'm8[D]', '>f8', '>i2', '>f2'])
def test_places_of_times_and_of_the_other_order_of_bytes(dtype):
    none = -2 ** 63 if dtype[-1] == ']' else -9
    for numbers_of in [5, 3, 9, 3], [5, none, 9, none], [none] * 4, [9, 9, -1, -1]:
        given = (numpy.array(numbers_of, 'i8').view('M8[D]' if 'M' in dtype else 'm8[D]') if dtype[-1] == ']' else numpy.array(numbers_of)).astype(dtype)
        for block in 1, 2, 4:
            A = us.array(given, block)
            for name in 'argmin', 'argmax':
                expected = getattr(given, name)()
                for one in A, A.reshape(2, 2), A[::-1][::-1]:
                    assert getattr(one, name)() == expected, (given, block, name)


def test_masks_without_dimensions_beside_other_indices():
    """Such a mask is an array of one index or none, and of no dimension."""
    a = numbers((3, 4))
    for flag in True, False, numpy.True_, numpy.array(False):
        for key in (flag, 1), (slice(None), flag), (flag, [0, 2]), (None, flag, slice(1, None)), (1, flag, 2), (flag, Ellipsis, True), ([0, 2], slice(None), flag):
            for x in a, a[0], a[:0]:
                A = us.array(x, block=1)
                own = tuple(us.array(one) if isinstance(one, numpy.ndarray) else one for one in key)
                same(lambda: A[own], lambda: x[key])
                us.barrier()
                same(lambda: assigned(A, own), lambda: assigned(x.copy(), key))
    same(lambda: us.array(5.)[True, True], lambda: numpy.array(5.)[True, True])


def assigned(x, key):
    x[key] = 99
    return x


@pytest.mark.parametrize('layout', [{}, {'block': 1}])
def test_lists_of_fields(layout):
    r = numpy.zeros(6, [('a', 'f8'), ('b', 'i4'), ('s', 'S3')])
    R = us.array(r, **layout)
    for x in R, r:
        x[['b', 'a']] = (3, 1.5)
        x[['a', 'b']][1:3]['a'] += 2
        x[1:][['a', 's']][::2] = (9., b'y')
        x[['s', 'b']][['b']] = x[['b']][::-1]
    assert R.to_numpy().tolist() == r.tolist()
    for names in ['b', 'a'], ['s'], ['a', 'b', 's'], ['a', 'c'], ['a', 'a'], ['c'], ['a', 1]:
        same(lambda: R[names], lambda: r[names])
        same(lambda: R[names][2:].copy(), lambda: r[names][2:].copy())
    with pytest.raises(KeyError):
        R[['a', 'c']]


@pytest.mark.skipif(NUMPY_1, reason='NumPy 1 takes, and refuses, other arguments')
@pytest.mark.parametrize('block', [None, 1])
def test_arguments_that_are_seldom_given(block):
    """Each call gives what NumPy's gives, or raises the same kind of exception."""
    a, b = numbers((5, 3)), numpy.array([[True, False, True]])
    calls = [lambda x: numpy.gradient(x, axis=(0, -2)), lambda x: numpy.gradient(x, axis=(1, 0))[0], lambda x: numpy.vsplit(x[0], 1), lambda x: numpy.dsplit(x, 1),
             lambda x: numpy.hsplit(x[0, 0, ...], 1), lambda x: numpy.tile(x, (-1, 2)), lambda x: numpy.take(x, numpy.bool_(True), 1), lambda x: numpy.take(x, 1.), lambda x: numpy.take(x, [.5, 2], 1),
             lambda x: numpy.take(x, numpy.zeros(0)), lambda x: numpy.take(x, [], 1), lambda x: numpy.put(x, numpy.zeros(0), 1), lambda x: numpy.put(x, [.5], 1),
             lambda x: numpy.partition(x, 5).shape, lambda x: numpy.partition(x, -4, 1), lambda x: numpy.argpartition(x, 1.), lambda x: numpy.argpartition(x, 15, None),
             lambda x: numpy.partition(x[:0], 7, 0).shape, lambda x: numpy.percentile(x, [], 0), lambda x: x.astype(None),
             lambda x: numpy.fft.fftshift(x, (0, 0, 1)), lambda x: numpy.fft.ifftshift(x, (0, -2)), lambda x: numpy.repeat(x[:, :1], 2), lambda x: f'{x[0, 0, ...] + 1:.3f}' == '1.000',
             lambda x: f'{x:.3f}', lambda x: [isinstance(one, numpy.float64) for one in numpy.unstack(x[0])], lambda x: numpy.unstack(x, axis=1)[2],
             lambda x: numpy.copyto(x, 1, where=[[1, 0, 1]]), lambda x: numpy.copyto(x, 1, where=b * 1.)]
    for call in calls:
        got, expected = (outcome(lambda: call(one)) for one in (us.array(a, block), a.copy()))
        assert repr(got) == repr(expected) or (got, expected) == ('AxisError', 'ValueError'), (inspect.getsource(call), got, expected)


def test_ptp_that_its_type_has_not():
    """NumPy's result of int8 is cut, without a warning."""
    x = numpy.array([-100, 3, 100], 'i1')
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        assert numpy.ptp(us.array(x)) == numpy.ptp(x)


def test_repeat_of_blocks_that_are_longer_than_the_array():
    assert numpy.repeat(us.array([[1], [2], [3]], (1, 2)), 2).tolist() == [1, 1, 2, 2, 3, 3]


def test_diagonals_that_go_on_below():
    for shape in (7, 3), (3, 7), (4, 4), (0, 1), (1, 0), (3, 3, 3), (2, 3, 2), (9, 1):
        for wrap in False, True:
            def filled(x):
                numpy.fill_diagonal(x, [1, 2, 3], wrap)
                return x
            same(lambda: filled(us.zeros(shape)), lambda: filled(numpy.zeros(shape)))


@pytest.mark.parametrize('side', ['left', 'right'])
def test_searches_in_numbers_of_another_type(side):
    """NumPy compares in the type that both become."""
    large = numpy.array([2 ** 53, 2 ** 53 + 1, 2 ** 60, 2 ** 63 - 1])
    for a, v in itertools.permutations([large, large.astype('u8') + numpy.uint64(1), large.astype('f8'), large.astype('f4')], 2):
        same(lambda: numpy.searchsorted(us.array(a, 1), us.array(v, 1), side), lambda: numpy.searchsorted(a, v, side))


@pytest.mark.skipif(NUMPY_1, reason='NumPy 1 transforms to double precision')
def test_transforms_to_half_precision():
    x = numbers((4, 6), 'f2')
    for call in (lambda one: numpy.fft.irfft(one), lambda one: numpy.fft.hfft(one, axis=0), lambda one: numpy.fft.irfftn(one, axes=(0,)), lambda one: numpy.fft.irfft2(one)):
        same_closely(lambda: numpy.round(call(us.array(x)), 1), lambda: numpy.round(call(x), 1))


@pytest.mark.parametrize('dtype', ['U2', 'S2'])
def test_place_of_the_first_text(dtype):
    """Threads do not compare texts: NumPy does, on copies."""
    x = numpy.array(['b', 'a', 'c', 'a'], dtype)
    with us.fallback('allow'):
        for name in 'argmin', 'argmax':
            same(lambda: getattr(numpy, name)(us.array(x, 1)), lambda: getattr(numpy, name)(x))
