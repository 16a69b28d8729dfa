# SPDX-License-Identifier: BSD-3-Clause
"""A shared counter with load balance: pieces of work of very different size. A thread that has done one takes the number of the next
piece from the counter. So nobody waits while there are pieces left.

    upcrun -n 4 python counter.py"""
import sys

import upc_stride as us


def work(n):
    """Collatz's steps from n to 1."""
    steps = 0
    while n > 1:
        n, steps = n // 2 if n % 2 == 0 else 3 * n + 1, steps + 1
    return steps


pieces = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
counter, done, steps = us.zeros(1, dtype='i8'), 0, 0
while (piece := int(us.fetch_op(counter, 0, 1))) < pieces:
    steps += work(piece)
    done += 1
steps, most = us.sum_value(steps), us.max_value(done)
assert steps == sum(map(work, range(pieces)))
if us.thread() == 0:
    print(f'a thread did {most} of {pieces} pieces at most', 'PASS', sep='\n')
