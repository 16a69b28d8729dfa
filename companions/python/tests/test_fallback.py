# SPDX-License-Identifier: BSD-3-Clause
"""Functions of NumPy without a distributed version: refused, or computed by NumPy on copies; and the text of an array."""
import warnings

import numpy
import pytest
import snippets
from common import numbers, random

import upc_stride as us

A = numbers((3, 4))


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


def test_files_of_numpy(folder):
    x = us.array(A)
    with us.fallback('allow'):
        numpy.save(folder / f'{us.thread()}.npy', x)
    assert numpy.load(folder / f'{us.thread()}.npy').tolist() == A.tolist()


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has other rules for some')
def test_what_is_refused_is_then_the_same():
    some = [one for one in snippets.snippets() if one.startswith(('np.min(C', 'np.argmax(C', 'np.array', 'np.shares', 'np.vectorize', 'np.choose', 'np.unwrap', 'np.subtract.reduce'))]
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
