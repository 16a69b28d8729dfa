# SPDX-License-Identifier: BSD-3-Clause
"""The time of a broadcast from Python, with sections that were made before. calls.c does the same from C.

    upcrun -n 2 python3 calls.py [bytes [calls]]     microseconds a call, the fastest of 20 rounds
"""
import sys
import time

import upc_stride as us

nbytes, calls = (int(one) for one in (sys.argv[1:] + ['8', '2000'][len(sys.argv) - 1:])[:2])
A = us.zeros(nbytes * us.threads(), nbytes, dtype='u1')
everything, first = A.blocks[:], A.blocks[0]
best = float('inf')
for turn in range(20):
    us.barrier()
    start = time.perf_counter()
    for _ in range(calls):
        us.broadcast(everything, first, sync=us.MYSYNC)
    best = min(best, 1e6 * (time.perf_counter() - start) / calls)
if us.thread() == 0:
    print(f'{best:.3f}')
