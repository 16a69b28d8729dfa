# SPDX-License-Identifier: BSD-3-Clause
"""How many threads OpenBLAS has in each process, once the threads have started: printed by thread 0, or -1 if NumPy has another BLAS. Where another
thread has another BLAS, a product warns."""
import os
import warnings

import numpy  # before the package, as programs do

import upc_stride as us
from upc_stride._calls import _blas, _numerics

us.init()
counts = [getattr(one, name.replace('set', 'get'))() for one in _blas._loaded() for name in _blas._NAMES if hasattr(one, name)] or [-1]
counts = {count for one in range(us.threads()) for count in us._calls._agreement.from_thread(one, counts)}
if us.thread() == 0:
    print(numpy.__name__, *sorted(counts), 'of', len(os.sched_getaffinity(0)))
if us.threads() > 1:
    if us.thread() == us.threads() - 1:
        _numerics.files_named = lambda *words: ['/lib/libother.so']
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        us.ones((4, 4)) @ us.ones((4, 4))
        us.ones((4, 4)) @ us.ones((4, 4))
    expected = [f'thread {us.threads() - 1} has the BLAS libother.so, thread 0'] if us.thread() == 0 else []
    assert [str(one.message)[:len(expected[0])] for one in told] == expected, told
