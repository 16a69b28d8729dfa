# SPDX-License-Identifier: BSD-3-Clause
"""What a mistake of the program raises: on all threads the same, with what went wrong. tests/slow has programs that end by one."""
import os
import sys

import pytest

import upc_stride as us


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
