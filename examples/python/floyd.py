# SPDX-License-Identifier: BSD-3-Clause
"""Floyd and Warshall's algorithm: the shortest ways between all towns. In step k the owner of line k sends it to all threads, and each makes
its own lines shorter. The lines are blocks.

    upcrun -n 4 python floyd.py"""
import numpy

import upc_stride as us

n, p = 48, us.threads()
way, line_k = us.full((n, n), 10**6, block=(1, n), dtype='i8'), us.zeros(p * n, n, dtype='i8')
for (town, _), line in way.local:  # a street from each town to the next one, and to the one 7 on
    line[0, [town, (town + 1) % n, (town + 7) % n]] = 0, 1, 3
for k in range(n):
    us.broadcast(line_k.blocks[:], way.blocks[k, 0], sync=us.MYSYNC)
    (_, through), = line_k.local
    for _, line in way.local:
        numpy.minimum(line, line[:, k:k + 1] + through, out=line)
towns = numpy.arange(n)
wrong = us.sum_value(int(sum(numpy.count_nonzero(line[0, (town + towns) % n] != towns // 7 * 3 + towns % 7) for (town, _), line in way.local)))
assert wrong == 0
if us.thread() == 0:
    print('PASS')
