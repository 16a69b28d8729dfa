# SPDX-License-Identifier: BSD-3-Clause
"""Arguments as NumPy takes them: lists among arrays, names of parameters, options, types by default."""
import re

import numpy
import pytest
import snippets

import upc_stride as us


def test_lists_among_arrays():
    a = us.array([3, 1, 2])
    assert numpy.dot(a, [1, 2, 3]) == numpy.dot([1, 2, 3], a) == a.dot([1, 2, 3]) == a @ [1, 2, 3] == 11
    assert numpy.linalg.solve([[2., 0], [0, 4]], us.array([2., 4])).tolist() == [1, 1]
    if numpy.__version__ >= '2':  # NumPy 1 does not ask whether where= is distributed
        assert numpy.add.reduce([1, 2, 3], where=us.array([True, False, True])) == 4
    with pytest.raises(TypeError, match='to write to'):
        numpy.copyto([1, 2], a)
    with pytest.raises(TypeError, match='of type list'):
        numpy.std(a, out=[1])
    with pytest.raises(TypeError, match='of type list'):
        numpy.add(a, 1, out=[1])


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has other rules for some')
@pytest.mark.parametrize('start', range(5))
def test_no_list_leads_to_an_error_of_the_insides(start):
    """Each array of a snippet in turn is a list."""
    for snippet in [one for one in snippets.snippets() if 'np.' in one and 'out=' not in one][start::25]:
        for name in snippets.values(snippet):
            one = re.sub(rf'(?<![\w.]){name}\b(?![\w.\[])', f'L{name}', snippet, count=1)
            more = {f'L{name}': snippets.values(snippet)[name].tolist()}
            theirs = snippets.outcome(one, {**snippets.values(snippet), **more})[0]
            ours = snippets.outcome(one, {**{name: us.array(x) for name, x in snippets.values(snippet).items()}, **more})[0]
            assert not isinstance(ours, AttributeError) or isinstance(theirs, AttributeError), f'{one}: {ours}'


LISTS = """linalg.solve(S, v) | linalg.inv(S) | linalg.det(S) | linalg.slogdet(S) | linalg.cholesky(S) | linalg.eigvalsh(S) | linalg.matrix_power(S, 3)
linalg.matmul(S, S) | linalg.lstsq(S, v)[0] | linalg.svd(S)[1] | fft.fftn(S) | fft.fftn(v) | fft.ifftn(S) | fft.rfftn(S) | fft.irfftn(S)"""


def test_lists_for_our_own_functions():
    """As in NumPy, lists and NumPy's arrays are taken for distributed ones."""
    S, v = numpy.array([[4., 1, 0], [1, 5, 2], [0, 2, 6]]), numpy.array([1., 2, 3])
    for call in LISTS.replace('\n', ' | ').split(' | '):
        theirs = snippets.plain(eval(call.replace('linalg.matmul', 'matmul'), vars(numpy), {'S': S, 'v': v}))
        for given in {'S': S.tolist(), 'v': v.tolist()}, {'S': S, 'v': v}, {'S': us.array(S), 'v': us.array(v)}:
            assert snippets.same(snippets.plain(eval(call, vars(us), given)), theirs), call
    factors = us.linalg.lu_factor(S.tolist())
    assert snippets.same(snippets.plain(us.linalg.lu_solve((factors[0].tolist(), factors[1].tolist()), [1., 2, 3])), numpy.linalg.solve(S, v))
    assert snippets.same(snippets.plain(us.linalg.cho_solve((us.linalg.cho_factor(S.tolist()).c.tolist(), False), v)), numpy.linalg.solve(S, v))
    with pytest.raises(TypeError, match='of type list, must be an upc_stride.Array, to write to'):
        us.linalg.gemm('N', 'N', 1, us.array(S), us.array(S), 0, S.tolist())
    for wrong in None, {}, 'x', 3:
        with pytest.raises((TypeError, ValueError), match='must be'):
            us.linalg.inv(wrong)


@pytest.mark.skipif(numpy.__version__ < '2', reason='NumPy 1 has other parameters')
def test_names_of_parameters_are_numpys():
    A = us.arange(6.)
    assert numpy.clip(A, a_min=1, a_max=3).tolist() == numpy.clip(A, 1, a_max=3).tolist() == [1, 1, 2, 3, 3, 3]
    assert numpy.sum(a=A) == 15 and numpy.mean(a=A) == 2.5 and numpy.sort(a=A[::-1]).tolist() == A.tolist()
    assert numpy.repeat(a=A, repeats=2).shape == (12,) and numpy.copy(A, order='C').tolist() == A.tolist()


def test_options_are_not_lost():
    a = us.array([3, 1])
    assert numpy.array([1], ndmin=3, like=a).shape == (1, 1, 1)
    with pytest.raises(TypeError):
        numpy.asarray([1], like=a, unknown=3)
    with pytest.raises(ValueError, match='stat_length'):
        numpy.pad(a, 1, stat_length=2)


def test_types_by_default():
    assert us.full(2, 2**53 + 1).tolist() == [2**53 + 1] * 2
    assert us.full(2, 1.5).dtype == 'f8' and us.full(2, True).dtype == bool and us.full(2, numpy.float32(1)).dtype == 'f4'
