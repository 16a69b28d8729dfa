# SPDX-License-Identifier: BSD-3-Clause
"""What a mistake of the program raises: on all threads the same, with what went wrong. tests/slow has programs that end by one."""
import inspect
import os
import sys

import numpy
import pytest

import upc_stride as us
from upc_stride._calls import _shared


def test_a_forked_process_is_no_thread():
    A = us.zeros(3)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        for call in lambda: A.sum(), lambda: A.one_sided[0], lambda: us.zeros(3):
            try:
                call()
            except us.Error as error:
                os.write(write, f'{error}\n'.encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 1000).decode().count(f'in a process that thread {us.thread()} has forked') == 3
    assert A.sum() == 0


def test_what_a_forked_process_raises_is_not_the_threads():
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        sys.stderr = os.fdopen(write, 'w')
        sys.excepthook(KeyError, KeyError('in the child'), None)
        sys.stderr.flush()
        os._exit(0)
    os.close(write)
    os.waitpid(child, 0)
    assert os.read(read, 1000).decode() == "KeyError: 'in the child'\n"
    os.close(read)
    assert _shared.kept('reports', 1, 'i8').mine[0] == 0


def test_none_is_told_by_name():
    """Each argument of each function is None once: what is raised is about the argument, and not about a member of it."""
    A, told = us.zeros((us.threads(), 3)), 0
    given = {'shape': 3, 'path': 'none.npy', 'index': [0], 'values': [1.], 'function': lambda tile: None, 'generation': 1, 'perm': range(us.threads()),
             'root': 0, 'value': 1, 'section': A.elements[...]}
    for name in us.__all__:
        call = getattr(us, name)
        if not inspect.isfunction(call) or name in ('init', 'finalize'):
            continue
        needed = [one.name for one in inspect.signature(call).parameters.values()
                  if one.default is one.empty and one.kind is not one.VAR_POSITIONAL and one.kind is not one.VAR_KEYWORD]
        for none in needed:
            if (name, none) == ('full', 'value'):
                continue  # as in NumPy, it is no number
            arguments = [None if one == none else given.get(one, A) for one in needed]
            with pytest.raises((TypeError, ValueError, us.Error)):
                call(*arguments)
                print(f'us.{name}: {none}=None')
            told += 1
    assert told > 60 and A.sum() == 0


def test_what_one_thread_refuses_raises_on_all():
    row = us.threads() + 1  # a block has room for an element of each thread
    A, B, other = (us.zeros((us.threads(), row), (1, row), dtype=dtype) for dtype in ('f8', 'f8', 'f4'))
    for by in range(us.threads()):
        mine = us.thread() == by
        for call in (lambda: us.broadcast((other if mine else B).blocks[...], A.blocks[0, 0]),
                     lambda: us.gather(None if mine else B.blocks[0, 0], A.blocks[...], 8),
                     lambda: us.gather_all(B.blocks[...], None if mine else A.blocks[...], 8),
                     lambda: us.reduce_all(B.blocks[...], A.blocks[...], 1, 'none' if mine else 'sum'),
                     lambda: us.broadcast(B.blocks[...], A.blocks[0, 0], 'x' if mine else 8),
                     lambda: us.copy(B.blocks[...] if mine else B.elements[...], A.elements[...]),
                     lambda: us.prepare(us.gather_all, B.blocks[...], None if mine else A.blocks[...], 8),
                     lambda: us.broadcast(B.blocks[...], A.blocks[0, 0], -1 if mine else 8, wait=False).wait(),
                     lambda: us.barrier('all' if mine else A.blocks[...]),
                     lambda: us.sum_value(None if mine else 1.0),
                     lambda: us.reduce_value(1.0, 'none' if mine else 'sum'),
                     lambda: us.broadcast_value('text' if mine else 1.0, None if mine else 0),
                     lambda: us.split(2 ** 40 if mine else 0)):
            with pytest.raises(Exception) as raised:
                call()
                print(by, call)
            assert mine or us.threads() == 1 or (isinstance(raised.value, us.Error) and f'(on thread {by})' in str(raised.value))
            assert us.sum_value(1) == us.threads()


def test_results_are_no_python_objects():
    A = us.zeros((us.threads(), 3))
    for wrong in (lambda: numpy.logical_and(A, None), lambda: A[0] + None, lambda: A.astype(object), lambda: numpy.where(A > 0, None, 1),
                  lambda: numpy.cumsum(A, 0, object), lambda: us.zeros(3, dtype=object), lambda: us.array([None])):
        with pytest.raises(TypeError):
            wrong()


def test_an_error_says_where_it_was_raised():
    A, last = us.zeros(us.threads()), us.threads() - 1

    def fails(tile):
        if us.thread() == last:
            raise ZeroDivisionError('mine')
    with pytest.raises(ZeroDivisionError, match='mine') as raised:
        us.map(fails, A)
    if us.threads() > 1 and sys.version_info >= (3, 11):
        assert f'Thread {last} has raised it in {__file__}:' in raised.value.__notes__[0] and 'fails' in raised.value.__notes__[0]


@pytest.mark.skipif(us.threads() == 1, reason='one thread agrees with itself')
def test_the_text_is_the_same_on_all_threads():
    A = us.zeros(us.threads())
    with pytest.raises(us.Error, match=r'thread 0 \[0\] of .*, thread 1 \[1\] of '):
        A[us.thread()]
    with pytest.raises(us.Error, match=r'thread 0 \[0\] = 0 of .*, thread 1 \[0\] = 1 of '):
        A[0] = us.thread()


@pytest.mark.skipif(us.threads() == 1, reason='one thread agrees with itself')
def test_an_element_of_a_view_is_one_of_its_array():
    A, B, own = us.zeros((us.threads(), 2)), us.zeros((us.threads(), 2)), us.thread()
    R = us.zeros(3, dtype=[('a', 'f8'), ('b', 'f8')])

    def assign(x):
        x[0] = 5
    for wrong in (lambda: A[own][0], lambda: A[own].item(0), lambda: A[own:][0, 1], lambda: A[own:own + 1, 0:1].item(), lambda: assign(A[own]),
                  lambda: (A if own else B)[0, 1], lambda: assign((A if own else B)[0]), lambda: assign(R['a' if own else 'b']),
                  lambda: A[:0 if own else 1][0, 0]):
        with pytest.raises(us.Error, match='name different elements'):
            wrong()
        us.barrier()
    with pytest.raises(us.Error, match=r'thread 0 \[0, 1\] of array .*, thread 1 \[1, 1\] of array'):
        A[own][1]
    assert not A.any() and not B.any() and not R['a'].any() and not R['b'].any()
    A.T[1][0 if own else -us.threads()] = 3  # the same element by other names
    assert A[0].tolist() == [0, 3] and A[:1, ::-1][0, 0] == 3


def test_wrong_arguments():
    A, R = us.zeros((us.threads(), 3)), us.zeros(3, dtype=[('a', 'i4'), ('b', 'f8', (2,))])
    for wrong, error, text in ((lambda: A.to_numpy(root=us.threads()), ValueError, 'root: .*must be a thread'),
                               (lambda: us.from_numpy(None, root=-1), ValueError, 'root: -1, must be a thread'),
                               (lambda: A.one_sided.acc((0, 0), None), TypeError, 'must be numbers'),
                               (lambda: us.update(A, [0], [None], 'sum'), TypeError, 'must be numbers'),
                               (lambda: us.barrier(A), TypeError, 'takes a section'),
                               (lambda: us.prepare(us.barrier), ValueError, 'must be some blocks'),
                               (lambda: us.zeros(3, dtype=('i4', (2,))), TypeError, 'must be of one value'),
                               (lambda: R['b'], TypeError, 'has several values'), (lambda: A[..., ...], IndexError, 'several ellipses')):
        with pytest.raises(error, match=text):
            wrong()
    assert not A.any()


def test_what_each_thread_has_of_its_own_may_be_wrong_on_one():
    """All raise alike, and the program goes on."""
    last = us.threads() - 1
    wrong = us.thread() == last
    A, mine = us.array(numpy.arange(12.).reshape(3, 4)), numpy.zeros(1)

    def fails(line):
        if wrong:
            raise ZeroDivisionError('mine')
        return line
    for call, error, text in ((lambda: us.from_numpy(None, root=last), TypeError, 'NoneType'),
                              (lambda: us.from_numpy(numpy.array([{}]) if wrong else None, root=last), TypeError, 'of numbers'),
                              (lambda: us.array_of([0] if wrong else mine, us.threads()), TypeError, 'list'),
                              (lambda: us.array_of(numpy.zeros(4)[::2] if wrong else mine, us.threads()), ValueError, 'contiguous'),
                              (lambda: us.fromfunction(fails, 4), ZeroDivisionError, 'mine')):
        with pytest.raises(error, match=text):
            call()
    if us.threads() > 1:
        with pytest.raises(TypeError, match='int32, must be of one type'):
            us.array_of(numpy.zeros(1, 'i4') if wrong else mine, us.threads())
    assert us.from_numpy([1, 2] if wrong else None, root=last).tolist() == [1, 2]
    assert A.sum() == 66


def test_what_lies_between_numbers_may_differ():
    """A long double of x86 has ten bytes of sixteen. Checked mode compares the numbers."""
    a = numpy.arange(6, dtype='g')
    if a.itemsize == 16 and numpy.finfo('g').nmant == 63:
        a.view('u1').reshape(-1, 16)[:, 10:] = us.thread() + 1
    assert us.array(a, 2).tolist() == list(range(6))


@pytest.mark.skipif(us.threads() == 1, reason='no other thread hears of it')
def test_a_call_that_one_thread_refuses_fails_on_all():
    p = us.threads()
    A, B, C = us.zeros(p, 1), us.zeros(p, 1), us.zeros(p * p, p)
    every, one, wide = A.blocks[:], B.blocks[0], C.blocks[:]
    calls = (lambda nbytes, sync: us.broadcast(every, one, nbytes, sync=sync), lambda nbytes, sync: us.gather(C.blocks[0], every, nbytes, sync=sync),
             lambda nbytes, sync: us.gather_all(wide, every, nbytes, sync=sync), lambda nbytes, sync: us.exchange(wide, wide, nbytes, sync=sync),
             lambda nbytes, sync: us.broadcast(every, one, nbytes, sync=sync, wait=False).wait())
    for by in range(p):
        for call in calls:
            for nbytes, sync in (10**6, us.ALLSYNC), (8, 1 << 20):
                mine = us.thread() == by
                with pytest.raises(us.Error, match='len|sync_flags' if mine else rf'(len|sync_flags): .* \(on thread {by}\)'):
                    call(nbytes if mine else 8, sync if mine else us.ALLSYNC)
                call(8, us.ALLSYNC)
