# SPDX-License-Identifier: BSD-3-Clause
"""A matrix product by SUMMA, with the library. summa_mpi.py is the same with mpi4py and NumPy alone.

    upcrun -n 4 python3 examples/python/summa.py [n [block]]
"""
import sys
import time

import numpy
import upc_stride as us

n, block = (int(one) for one in (sys.argv[1:] + ['384', '32'][len(sys.argv) - 1:])[:2])
rows = 2 if us.threads() % 2 == 0 else 1
columns = us.threads() // rows
row, column = divmod(us.thread(), columns)


def product(A, B, C, a, b):
    """C += A B: block (i, k) of A goes along the row i of threads, block (k, j) of B along the column j."""
    my_rows = [(i, a.blocks[i, :]) for i in range(row, A.nblocks[0], rows)]
    my_columns = [(j, b.blocks[:, j]) for j in range(column, B.nblocks[1], columns)]
    tiles = [(tile, a.tile[i, column], b.tile[row, j]) for (i, j), tile in C.local]
    for k in range(A.nblocks[1]):
        for i, copies in my_rows:
            us.broadcast(copies, A.blocks[i, k], sync=us.MYSYNC)
        for j, copies in my_columns:
            us.broadcast(copies, B.blocks[k, j], sync=us.MYSYNC)
        for tile, left, right in tiles:
            tile += left @ right


A, B, C = (us.zeros((n, n), (block, block), (rows, columns)) for _ in range(3))
a = us.zeros((n, columns * block), (block, block), (rows, columns))
b = us.zeros((rows * block, n), (block, block), (rows, columns))
for array, sign in (A, 1), (B, -1):
    for (i, j), tile in array.local:
        tile[...] = numpy.add.outer(numpy.arange(block) + block * i, sign * (numpy.arange(block) + block * j))
times = []
for turn in range(5):
    C.fill(0)
    us.barrier()
    start = time.perf_counter()
    product(A, B, C, a, b)
    us.barrier()
    times.append(time.perf_counter() - start)
right = numpy.array_equal(C[n - 1], A[n - 1] @ B.to_numpy())
us.barrier()
if us.thread() == 0:
    print(f'{1e3 * min(times):.3f} ms', 'PASS' if right else 'FAIL', sep='\n')
sys.exit(not right)
