# SPDX-License-Identifier: BSD-3-Clause
"""Heat in a ring of metal. Each thread has a part of it, with a cell at each end for its neighbours' last ones. It writes its ends into the
neighbours' memory, and waits for these two threads alone.

    upcrun -n 4 python heat.py"""
import upc_stride as us

cells, p, me = 100, us.threads(), us.thread()
row, left, right = cells + 2, (me - 1) % p, (me + 1) % p
neighbours = sorted({left, right})
u = us.zeros(p * row, row)
(_, mine), = u.local
if me == 0:
    mine[1:11] = 100
us.barrier()
for step in range(300):
    us.put_elements(u, [left * row + cells + 1, right * row], [mine[1], mine[cells]])
    us.sync_threads(neighbours)
    after = mine[1:-1] + 0.25 * (mine[:-2] - 2 * mine[1:-1] + mine[2:])
    us.sync_threads(neighbours)  # they have read their ends
    mine[1:-1] = after
heat = us.sum_value(mine[1:-1].sum())
assert abs(heat - 1000) < 1e-6
if me == 0:
    print('PASS')
