# SPDX-License-Identifier: BSD-3-Clause
"""In Python, as wrong.c: the argument names a fault; of `none` there is none. The package lets go of memory only where nobody
holds it, so an address that is kept is what can be wrong."""
import ctypes
import sys

import numpy
import upc_stride as us

what = sys.argv[1]
A = us.array(numpy.arange(100.0 * us.threads()), block=100)
B = us.zeros(100 * us.threads(), block=100)
kept = []
us.map(lambda tile: kept.append(tile.ctypes.data), A)
size = 150 if what == 'beyond' else 100
memory = numpy.frombuffer((ctypes.c_double * size).from_address(kept[0]))
if what == 'freed':
    A.free()
    us.barrier()  # before, one thread may still have to give the memory back
if us.thread() == us.threads() - 1:
    us.put_elements(B, range(size), memory)
us.barrier()
