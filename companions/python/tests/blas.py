# SPDX-License-Identifier: BSD-3-Clause
"""How many threads OpenBLAS has in each process, once the threads have started: printed by thread 0, or -1 if NumPy has another BLAS."""
import ctypes
import os

import numpy  # before the package, as programs do

import upc_stride as us
from upc_stride._calls import _blas

us.init()
counts = [getattr(one, name.replace('set', 'get'))() for one in _blas._loaded() for name in _blas._NAMES if hasattr(one, name)] or [-1]
counts = {count for one in range(us.threads()) for count in us._calls._agreement.from_thread(one, counts)}
if us.thread() == 0:
    print(numpy.__name__, *sorted(counts), 'of', len(os.sched_getaffinity(0)))
