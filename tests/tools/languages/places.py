# SPDX-License-Identifier: BSD-3-Clause
"""Thread 0 waits in a broadcast for the others, which wait for it in a barrier. With the argument "trace" nobody does."""
import sys

import upc_stride as us

A = us.zeros(16, 2)  # place: array


def wait_for_all():
    us.barrier()  # place: barrier


handle = us.broadcast(A.blocks[:], A.blocks[0], wait=False)  # place: start
handle.wait()
if sys.argv[1] == 'trace':
    A.prod()  # place: product
    sys.exit(0)
if us.thread() > 0:
    wait_for_all()
us.broadcast(A.blocks[:], A.blocks[0])  # place: broadcast
