# SPDX-License-Identifier: BSD-3-Clause
"""Functions of NumPy without a distributed version: refused, or computed by NumPy on copies; and the text of an array."""
import warnings

import numpy
import numpy.lib.recfunctions as recfunctions
import pytest
import snippets
from common import numbers, random

import upc_stride as us

A = numbers((3, 4))

# Calls of the functions of these modules that have no distributed version.
CALLS = '''np.apply_over_axes(np.sum, A, [0]) | np.array2string(A) | np.histogram2d(v, v[::-1], 3)[0] | np.histogramdd(A, 2)[0] | np.array_repr(A) | np.array_str(A) | np.busday_count(d, d + 9)
np.busday_offset(d, 2, 'forward') | np.choose(i % 2, [i, i + 5]) | np.common_type(A) | np.datetime_as_string(d) | np.diag_indices_from(S)
np.einsum_path('ij,jk', A, A.T)[0] | np.geomspace(v[0] + 1, v[5] + 9, 4) | np.histogram_bin_edges(v, 4) | np.is_busday(d) | np.ix_(i, i[:2])
np.linspace(v[:2], v[2:4], 5) | np.logspace(v[:2], v[2:4] / 9, 5) | np.may_share_memory(A, A) | np.min_scalar_type(i) | np.packbits(i > 2)
np.piecewise(v, [v < 3, v >= 3], [1, 2]) | np.poly(v[:3]) | np.polyadd(v, v) | np.polyder(v) | np.polydiv(v, v[:3] + 1) | np.polyint(v)
np.polymul(v, v) | np.polysub(v, v) | np.resize(A, (3, 9)) | np.roots(v[:4] + 1) | np.save(F + 'a.npy', A) | np.savetxt(F + 'a.txt', A)
np.savez(F + 'a.npz', A) | np.savez_compressed(F + 'b.npz', A) | np.shares_memory(A, A) | np.tril_indices_from(S) | np.trim_zeros(v)
np.triu_indices_from(S) | np.unpackbits(i.astype('u1')) | np.unwrap(v) | np.linalg.cond(S) | np.linalg.eig(S)[0] | np.linalg.eigvals(S)
np.linalg.multi_dot([S, S, S]) | np.linalg.tensorinv(S.reshape(4, 4), 1) | np.linalg.tensorsolve(S, v[:4]) | np.strings.capitalize(s) | np.strings.center(s, 9)
np.strings.decode(b) | np.strings.encode(s) | np.strings.expandtabs(s) | np.strings.ljust(s, 9) | np.strings.lower(s)
np.strings.mod(np.strings.add(s, '%d'), i[:3]) | np.strings.multiply(s, 2) | np.strings.partition(s, 'a') | np.strings.replace(s, 'a', 'b')
np.strings.rjust(s, 9) | np.strings.rpartition(s, 'a') | np.strings.swapcase(s) | np.strings.title(s) | np.strings.translate(s, {97: 98})
np.strings.upper(s) | np.strings.zfill(s, 7) | np.char.capitalize(s) | np.char.equal(s, s) | np.char.greater(s, s) | np.char.join('-', s)
np.char.rsplit(s, 'a') | np.char.split(s, 'a') | np.char.splitlines(s) | np.char.less_equal(s, s) | np.char.not_equal(s, s)
np.char.greater_equal(s, s) | np.char.less(s, s) | rf.append_fields(r, 'z', v[:3], usemask=False) | rf.apply_along_fields(np.mean, r)
rf.drop_fields(r, 'a') | rf.join_by('a', r, r, usemask=False) | rf.merge_arrays([r, r]) | rf.rec_append_fields(r, 'z', v[:3])
rf.rec_drop_fields(r, 'a') | rf.rec_join('a', r, r) | rf.rename_fields(r, {'a': 'q'}) | rf.repack_fields(r) | rf.require_fields(r, [('a', 'f8')])
rf.stack_arrays([r, r], usemask=False) | rf.structured_to_unstructured(r) | rf.unstructured_to_structured(A, np.dtype('f8,f8,f8'))'''.replace('\n', ' | ').split(' | ')


def test_a_refusal_names_the_switch():
    x = us.array(A)
    for call in (lambda: numpy.polyder(x), lambda: numpy.cov(x, aweights=[1, 2, 3, 4]), lambda: numpy.sqrt(x, where=x > 3), lambda: numpy.asarray(x),
                 lambda: numpy.r_[x, x], lambda: numpy.min(x + 1j), lambda: numpy.linalg.eig(x[:, :3]), lambda: x.max(where=[True, False, True, True], initial=-1, unknown=3),
                 lambda: numpy.sum([x, x], axis=0)):
        with pytest.raises(TypeError, match=r"us\.fallback\('warn'\)|unexpected"):
            call()
    with pytest.raises(ValueError, match='must be one of'):
        us.fallback('maybe')


def test_numpy_computes_on_copies():
    x = us.array(A, block=(2, 2))
    with us.fallback('allow'):
        made = numpy.polyder(x[0])
        assert isinstance(made, us.Array) and made.tolist() == numpy.polyder(A[0]).tolist()
        values, vectors = numpy.linalg.eig(x[:, :3])
        assert isinstance(values, us.Array) and vectors.shape == (3, 3)
        assert numpy.array_equal(numpy.r_[x, x], numpy.r_[A, A])
        numpy.testing.assert_allclose(x, A)
        out = us.zeros((3, 3))
        assert numpy.matmul(x, x.T, out=out, casting='same_kind') is out and out.tolist() == (A @ A.T).tolist()
        with pytest.raises(ValueError, match='read-only'):
            numpy.copyto(numpy.asarray(x), 3)
        with pytest.raises(ValueError, match='copy'):
            x.__array__(copy=False)
        assert numpy.asarray(x, 'f4').dtype == 'f4'
    with pytest.raises(TypeError, match='has no distributed version'):
        numpy.polyder(x)


def test_a_fallback_warns():
    x = us.array(A)
    us.fallback('warn')
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter('always')
            numpy.polyder(x[0])
            numpy.asarray(x)
    finally:
        us.fallback('refuse')
    assert [str(one.message) for one in told] == ['numpy.polyder: each thread has a copy of 32 bytes', 'numpy.asarray: each thread has a copy of 96 bytes']
    assert all(one.category is us.FallbackWarning and one.filename == __file__ for one in told)


def test_numpy_computes_all_of_a_function():
    """Also of one whose distributed version calls another that is missing: the least of complex numbers."""
    values = numpy.array([1.5 + 1j, 2, 7j, 1.5])
    with us.fallback('allow'):
        for function in lambda x: numpy.histogram(x, 4), numpy.ptp, lambda x: numpy.clip(x, 1, None):
            ours, theirs = function(us.array(values)), function(values)
            assert snippets.same(snippets.plain(ours), snippets.plain(theirs))
    for function in numpy.histogram, numpy.ptp:
        with pytest.raises(TypeError, match="us.fallback\\('warn'\\)"):
            function(us.array(values))


@pytest.mark.filterwarnings('ignore::upc_stride.FallbackWarning')
def test_arrays_in_lists_are_compared():
    """NumPy takes any exception for "not equal", also the refusal of an array in a list."""
    x, y = us.array(A), us.array(A + 1)
    for function in numpy.array_equal, numpy.array_equiv:
        assert function([x, x], [x, x]) and function((x, x), numpy.stack([A, A])) and not function([x, x], [x, y])
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter('always')
            function([x], [x])
        assert {one.category for one in told} == {us.FallbackWarning}
        with warnings.catch_warnings():
            warnings.simplefilter('error')
            assert function([x, x], [x, x])
        with us.fallback('warn'):
            assert function([x, x], [x, x])


def test_files_of_numpy(folder):
    x = us.array(A)
    with us.fallback('allow'):
        numpy.save(folder / 'a.npy', x)
    assert numpy.load(folder / 'a.npy').tolist() == A.tolist()


def given(distributed, folder):  # its files begin so
    fields = numpy.array([(1, 2.), (3, 4.), (5, 6.)], [('a', 'i4'), ('b', 'f8')])
    arrays = {'A': numbers((4, 3)), 'v': numbers(9), 'i': numpy.arange(6), 'S': numbers((4, 4)) ** 2 + numpy.eye(4), 's': numpy.array(['abc', 'xay', 'q']),
              'd': numpy.array(['2020-01-02', '2021-03-05', '2022-02-02'], 'M8[D]'), 'b': numpy.array([b'abc', b'x', b'q']), 'r': fields}
    return {'np': numpy, 'rf': recfunctions, 'F': folder, **{name: distributed(one) for name, one in arrays.items()}}


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has not all of them')
def test_functions_without_a_distributed_version(folder):
    for call in CALLS:
        theirs = snippets.plain(eval(call, given(numpy.array, f'{folder}/{us.thread()}_')))
        with us.fallback('allow'):
            assert snippets.same(snippets.plain(eval(call, given(us.array, f'{folder}/'))), theirs), call


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has other rules for some')
def test_what_is_refused_is_then_the_same():
    some = [one for one in snippets.snippets() if one.startswith(('np.min(C', 'np.argmax(C', 'np.array', 'np.shares', 'np.vectorize', 'np.choose', 'np.unwrap', 'np.subtract.reduce', 'np.average', 'np.trapezoid', 'np.select', 'np.delete', 'np.apply_along', 'np.unravel'))]
    found = [snippets.judged(one, {'block': 2}) for one in some]
    assert found.count(snippets.BY_COPIES) > 15 and set(found) <= {'the same', snippets.BY_COPIES}, dict(zip(some, found))


@pytest.mark.parametrize('values', [A, random((2000, 30)), numpy.array(3.5), numpy.arange(3000), numpy.zeros((3, 400, 7)), numpy.zeros((2,) * 7 + (30,), 'i4')[:, 0],
                                    random((40, 40)) * 1j, numpy.arange(1200).astype('S4'), numpy.zeros((0, 3)), numpy.zeros((1500, 0)), numpy.zeros(2000, bool)],
                         ids=lambda values: f'{values.dtype}{values.shape}')
def test_the_text_is_numpys(values):
    x = us.array(values)
    assert str(x) == f'{x}' == str(values)
    assert repr(x).startswith('<upc_stride.Array')
    with numpy.printoptions(threshold=20, edgeitems=2, precision=2):
        assert str(x.T) == str(values.T)
