# SPDX-License-Identifier: BSD-3-Clause
"""Thread 1 writes a tile that a broadcast reads; with the argument "ordered" it does so when the broadcast has ended."""
import sys

import upc_stride as us

A = us.zeros(16, 4)
handle = us.broadcast(A.blocks[1:], A.blocks[0], wait=False)  # place: broadcast
if sys.argv[1:] == ['ordered']:
    handle.wait()
if us.thread() == 1:
    A.one_sided[0:4] = 1  # place: write
if sys.argv[1:] != ['ordered']:
    handle.wait()
us.barrier()
if us.thread() == 0:
    A.one_sided[0:4] = 2
    print('PASS')
