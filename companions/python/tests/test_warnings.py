# SPDX-License-Identifier: BSD-3-Clause
"""Arrays warn of what NumPy warns of, on the thread that has the elements; `where=` computes no others; `out=` is checked as NumPy's is."""
import itertools
import warnings

import numpy
import pytest
from common import of_all_threads, warned

import upc_stride as us

STATEMENTS = '''1 / a | a / a | np.log(a) | np.sqrt(-b) | a // 0 | i // 0 | i % 0 | np.mean(a[:0]) | np.var(b[:1], ddof=1) | np.std(b[:1], ddof=1)
np.nanmean(n) | np.nanmax(n) | np.nanvar(n) | np.nanmedian(n) | np.nanstd(n, axis=0) | np.nanmean(A, axis=1) | np.nanmax(A, axis=0) | np.nanmedian(A, axis=1)
np.nanpercentile(n, 50) | np.median(b[:0]) | np.cov(b[:1]) | np.exp(b * 1e5) | b * 1e308 * 10 | np.power(b, 1e4)
(b * 300).astype('i1') | n.astype('i4') | np.float32(3e38) * b.astype('f4') | i.astype('i1') * np.int8(100) | np.add.reduce(b * 1e308) | np.cumsum(b * 1e308)
np.dot(b * 1e200, b * 1e200) | np.linalg.norm(b * 1e200) | np.percentile(A, 20) | np.max(A) | np.min(n) | np.argmax(A) | np.sort(A)
np.unique(A) | np.arccos(b + 2) | np.mod(b, 0) | np.divmod(b, 0) | np.reciprocal(i) | np.left_shift(i, 70) | np.true_divide(i, 0) | np.add(b, 1, where=b > 1, out=z)
np.divide(1, a, where=a > 0, out=z) | np.mean(b, where=b > 99) | np.sum(b, where=b > 99) | np.prod(b * 1e300) | np.interp(n, [0, 1], [0, 1])
np.round(b * 1e308, -2) | np.where(a > 0, 1 / a, 0) | np.tan(b) | 1 / b | b / b | np.log(b) | np.gradient(b) | np.hypot(b * 1e300, b * 1e300) | b.mean() | b.std()
np.matmul(A, A.T) | b == 'x' | np.clip(b, 3, 1) | np.fft.fft(b) | np.histogram(b, 3) | np.histogram(n, 3) | np.histogram(a > 0, 2)
np.full_like(i, np.nan) | np.nanvar(n[:2], ddof=1) | np.nanvar(b[:2], ddof=2)
I @ I | I @ f[:3] | np.dot(I, I) | np.dot(I, f[:3]) | np.dot(I.astype('f4'), I.astype('f4')) | np.tensordot(I, I, 1) | I * 1e308 @ (I * 1e308) | I * (1 + 1j) @ I | A @ A.T | I.astype('f2') @ I.astype('f2')
np.einsum('ij,jk', I, I) | np.cumsum(f) | np.cumsum(I, axis=1) | np.cumsum(A, axis=1) | np.cumsum(i * 10**18) | np.hypot(i, None) | np.fmod(i, None) | np.add(i, None)
i.__setitem__(slice(0, 0), np.array(np.nan)) | i.__setitem__(slice(0, 0), np.array([1j])) | i.__setitem__(slice(0, 2), np.array(np.nan)) | i.__setitem__(slice(0, 2), np.array([1j, 2]))
i.__setitem__(i > 9, np.array(np.nan)) | i.__setitem__(i > 9, np.array(1j)) | i.__setitem__(i > 4, np.array(1j)) | i.__setitem__(i > 4, np.array([np.nan])) | i.__setitem__(i > 9, np.array([], 'c16'))
i.__setitem__([], np.array(np.nan)) | i.__setitem__([1], np.array(np.nan)) | i.__setitem__(i > 4, np.complex64(1j)) | i.__setitem__(np.array(False), np.array(1j)) | i.__setitem__(np.array(True), np.array(1j))
I.__setitem__(I > 1, np.array(1j)) | I.__setitem__((I > 1).T, np.array(1j)) | I[:, ::-1].__setitem__(I > 1, np.array(1j)) | u.__iadd__(-1) | u.__iadd__(1)
np.put(b, [], np.array([1j])) | np.put(b, [0], np.array([1j])[:0]) | np.put(i, [], np.array([np.nan])) | np.put(b, [], np.array(['x'])) | np.put(b, [1], c[:1]) | np.put(b, [], c[:0])
np.median(h) | np.var(c, where=c.real < 2) | k @ z[:2] | k @ b[:2] | np.dot(k, z[:2]) | np.tensordot(k, z[:2], 1) | np.inner(k, z[:2]) | k[:2] @ z[:2] | n[:2] @ k.T | I[0] @ I[1]'''.replace('\n', ' | ').split(' | ')


def given(distributed):
    values = {'a': [0., 0, 1, 2, 3], 'b': [1., 2, 3, 4, 5], 'i': [1, 2, 3, 4, 5], 'n': [numpy.nan] * 5, 'z': [0.] * 5,
              'A': [[1, numpy.nan, 2], [numpy.nan] * 3], 'I': [[numpy.inf, 0, 1], [1, 2, 3], [-numpy.inf, 0, 1]], 'f': [numpy.inf, -numpy.inf, *[0] * 6], 'k': [[numpy.inf, 1], [2, 3], [numpy.nan, 4]],
              'c': [1j, numpy.inf * 1j + 1, complex(numpy.inf, 1)], 'h': numpy.array([6e4, 5e4, 6e4, 5e4], 'f2')}
    return {'np': numpy, 'u': distributed(numpy.arange(5, dtype='u8')), **{name: distributed(one) for name, one in values.items()}}


def outcome(statement, scope):
    with warned() as told:
        try:
            eval(statement, scope)
        except Exception as error:
            return type(error), told
    return None, told


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has other texts')
@pytest.mark.parametrize('statement', STATEMENTS)
def test_what_numpy_warns_of(statement):
    theirs, ours = outcome(statement, given(numpy.array)), outcome(statement, given(us.array))
    assert (ours[0], of_all_threads(ours[1])) == theirs


inf, nan = numpy.inf, numpy.nan
SPECIAL = [[inf, 0, nan], [inf, 1, -inf, 2, 3], [1e308, 1, 1e308, 2, 1e308], [1e-200, 1, 1e-200, 3], numpy.array([6e4, 2, 6e4, 2], 'f2'), [inf + 1j, 0, nan, 1e308 * (1 + 1j)],
           [], [nan] * 3, [[inf, 0, nan], [1e308, 2, 3], [1e308, -inf, 0], [-inf, nan, 5]], numpy.zeros((3, 0)), numpy.zeros((0, 0)), [[1, nan, 2], [nan] * 3, [1, nan, 5.]]]
MODES = [{}, {'all': 'raise'}, {'invalid': 'call', 'over': 'warn', 'divide': 'call', 'under': 'warn'}]
MASKED = 'sum prod mean std var min max any all nansum nanprod nanmean nanstd nanvar nanmin nanmax'.split()
REDUCTIONS = {**{name: getattr(numpy, name) for name in [*MASKED, *'argmin argmax ptp median nanmedian nanargmax cumsum cumprod nancumsum'.split()]},
              'norm': numpy.linalg.norm, **{name: lambda x, name=name, **how: getattr(numpy, name)(x, 30, **how) for name in ('percentile', 'nanpercentile')}}


def in_mode(function, x, mode, **how):
    """What is raised, warned of, and called for, without the names of the ufuncs that have found the reason, and the result."""
    calls, error, made = set(), None, None
    before = numpy.seterrcall(lambda kind, flag: calls.add(kind))
    try:
        with numpy.errstate(**mode), warned() as told:
            try:
                made = function(x, **how)
            except Exception as failure:
                error = type(failure)
    finally:
        numpy.seterrcall(before)
    if isinstance(x, us.Array):
        told, calls = of_all_threads(told), of_all_threads(calls)
    made = made.to_numpy() if isinstance(made, us.Array) else made
    return (error, *((sorted({one.partition(' encountered in')[0] for one in told}), calls) if error is None else ())), made


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has other texts')
@pytest.mark.parametrize('mode', MODES)
@pytest.mark.parametrize('name', REDUCTIONS)
def test_reductions_in_all_modes(name, mode):
    """Of no elements, of masked ones, and of those that no sum has, with all kinds of `numpy.seterr`."""
    for values in map(numpy.array, SPECIAL):
        if us.threads() > 1 and values.ndim == 2 and numpy.isinf(values).any():
            continue  # whether 0 comes before an infinity, or a NaN before both, depends on what threads combine first
        for axis in (None, 0, 1)[:values.ndim + 1]:
            some = numpy.zeros(values.shape, bool) if values.ndim == 1 else numpy.arange(values.size).reshape(values.shape) % 2 == 0
            for mask in [None, some] if name in MASKED else [None]:
                how = {'axis': axis, **({} if mask is None else {'where': mask})}
                theirs, wanted = in_mode(REDUCTIONS[name], values, mode, **how)
                ours, made = in_mode(REDUCTIONS[name], us.array(values), mode, **how)
                if ours[0] is TypeError:  # refused
                    continue
                assert ours == theirs or None not in (ours[0], theirs[0]), (values, how, ours, theirs)
                with numpy.errstate(all='ignore'):
                    assert ours[0] or numpy.shape(made) == numpy.shape(wanted) and numpy.allclose(made, wanted, 1e-3, equal_nan=True), (values, how, made, wanted)


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has other texts')
@pytest.mark.parametrize('block', [1, 2, 5])
def test_a_product_of_all_elements_knows_what_comes_first(block):
    """NumPy tells of 0 that meets infinity, unless a NaN comes before."""
    for values in itertools.permutations([inf, 0, nan, 2, -inf]):
        for mode in {}, {'all': 'raise'}:
            assert in_mode(numpy.prod, us.array(values, block=block), mode)[0] == in_mode(numpy.prod, numpy.array(values), mode)[0], (values, mode)


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has other texts')
@pytest.mark.parametrize('mask', [False, [False] * 3])
@pytest.mark.parametrize('name', ['mean', 'var', 'std'])
def test_nothing_has_no_mean(name, mask):
    """The warning is none of those that are exceptions; the division is."""
    for axis in None, 0:
        for values in numpy.ones(3), numpy.ones((2, 3)), numpy.ones(3, 'i4'), numpy.ones(3, 'f2'), numpy.ones(3, 'c16'):
            for mode in {}, {'all': 'raise'}:
                theirs, ours = (in_mode(getattr(numpy, name), one, mode, axis=axis, where=mask)[0] for one in (values, us.array(values)))
                assert ours == theirs, (axis, values, mode)


def test_a_product_without_invalid_elements_warns_of_none():
    """BLAS may fill its registers with zeros, and multiply them by what it has. On one thread the product is NumPy's, which then warns."""
    for rows, columns in (7, 1), (7, 5), (3, 9):
        one, other = numpy.ones((rows, 3)), numpy.ones((3, columns))
        one[0, 0] = numpy.inf
        with warnings.catch_warnings(record=True) as of_numpy:
            warnings.simplefilter('always')
            one @ other
        one, other = us.array(one), us.array(other)
        with warnings.catch_warnings(record=True) as ours:
            warnings.simplefilter('always')
            one @ other
        assert not ours or us.threads() == 1 and of_numpy


def test_an_invalid_element_of_a_product_is_told_of():
    """By all threads, also if the thread that has it has not computed it."""
    for block in (1, 1), (1, 2), (2, 1), (2, 2):
        A, B = us.array([[0., 2], [numpy.inf, 0]], block=block), us.zeros((2, 2))
        with pytest.warns(RuntimeWarning, match='invalid value encountered in matmul'):
            A @ B
        with numpy.errstate(invalid='raise'), pytest.raises(FloatingPointError, match='matmul'):
            A @ B
        with warnings.catch_warnings():
            warnings.simplefilter('error')
            assert numpy.isnan(numpy.vdot(A, B))  # of which NumPy tells nothing


def test_a_warning_of_a_whole_array_names_the_line_of_the_program():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        us.zeros(0).mean()
    assert told[0].filename == __file__


def test_masked_elements_are_not_computed():
    X, out = us.array([0., 2, 4]), us.zeros(3)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        for how in {}, {'all': 'raise'}:
            with numpy.errstate(**how):
                assert numpy.divide(1, X, out=out, where=X != 0).tolist() == [0, .5, .25]
                assert numpy.log(X, out=out, where=X > 0).tolist()[0] == 0
                assert numpy.sqrt(X - 1, out=out, where=[False, True, True])[0] == 0
        assert numpy.floor_divide(us.array([1, 2, 3]), us.array([0, 1, 2]), out=us.zeros(3, dtype='i8'), where=us.array([False, True, True])).tolist() == [0, 2, 1]


def test_where_with_two_results():
    a, p, q = us.array([7., 8, 9, 10]), us.full(5, -1.), us.full((4, 2), -2.)
    mask = us.array([True, False, True, False])
    assert [one.tolist() for one in numpy.divmod(a, 3, out=(p[1:], q[:, 0]), where=mask)] == [[2, -1, 3, -1], [1, -2, 0, -2]]
    assert p.tolist() == [-1, 2, -1, 3, -1] and q[:, 1].tolist() == [-2] * 4
    with pytest.raises(TypeError, match='of truth values'):
        numpy.sqrt(a, out=us.zeros(4), where=us.array([1, 0, 1, 0]))


@pytest.mark.parametrize('function, operands', [(numpy.modf, ()), (numpy.frexp, ()), (numpy.divmod, (2.5,)), (numpy.sqrt, ())])
def test_out_is_checked_where_it_is_a_view(function, operands):
    A, B = us.array(numpy.arange(9).reshape(3, 3)), us.zeros((3, 3), dtype='i8')
    for out in A.T, A[::-1], A:
        with pytest.raises(TypeError, match='must take values of float64'):
            function(A, *operands, out=(out, B)[:function.nout])
    assert A.tolist() == numpy.arange(9).reshape(3, 3).tolist()
    with pytest.raises(ValueError):
        function(A, *operands, out=(us.zeros((3, 4))[:2], us.zeros((3, 3)))[:function.nout])


def test_unsafe_casting_is_allowed_if_it_is_asked_for():
    A = us.zeros(3, dtype='i8')
    assert numpy.add(us.array([1.5, 2.5, 3.5]), 1, out=A, casting='unsafe').tolist() == [2, 3, 4]
