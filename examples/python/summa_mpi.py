# SPDX-License-Identifier: BSD-3-Clause
"""The matrix product of summa.py by mpi4py and NumPy: communicators of rows and columns, buffers, block numbers by hand.

    mpiexec -n 4 python3 examples/python/summa_mpi.py [n [block]]
"""
import sys
import time

import numpy
from mpi4py import MPI

n, block = (int(one) for one in (sys.argv[1:] + ['384', '32'][len(sys.argv) - 1:])[:2])
comm = MPI.COMM_WORLD
rows = 2 if comm.size % 2 == 0 else 1
columns = comm.size // rows
row, column = divmod(comm.rank, columns)
row_comm, column_comm = comm.Split(row, column), comm.Split(column, row)
tiles = n // block
my_rows, my_columns = range(row, tiles, rows), range(column, tiles, columns)


def product(A, B, C):
    """C += A B: block (i, k) of A goes along the row i of ranks, block (k, j) of B along the column j."""
    a_buffers = {i: numpy.empty((block, block)) for i in my_rows}
    b_buffers = {j: numpy.empty((block, block)) for j in my_columns}
    for k in range(tiles):
        a = {i: A[i, k] if column == k % columns else a_buffers[i] for i in my_rows}
        b = {j: B[k, j] if row == k % rows else b_buffers[j] for j in my_columns}
        for tile in a.values():
            row_comm.Bcast(tile, k % columns)
        for tile in b.values():
            column_comm.Bcast(tile, k % rows)
        for (i, j), tile in C.items():
            tile += a[i] @ b[j]


def filled(sign):
    return {(i, j): numpy.add.outer(numpy.arange(block) + block * i, sign * (numpy.arange(block) + block * j)).astype('f8')
            for i in my_rows for j in my_columns}


A, B = filled(1), filled(-1)
C = {(i, j): numpy.zeros((block, block)) for i in my_rows for j in my_columns}
times = []
for turn in range(5):
    for tile in C.values():
        tile[...] = 0
    comm.Barrier()
    start = time.perf_counter()
    product(A, B, C)
    comm.Barrier()
    times.append(time.perf_counter() - start)
right = all(numpy.array_equal(C[i, j], numpy.add.outer(numpy.arange(block) + block * i, numpy.arange(n)).astype('f8')
                              @ numpy.add.outer(numpy.arange(n), -numpy.arange(block) - block * j))
            for i in my_rows for j in my_columns)
right = comm.allreduce(right, MPI.LAND)
if comm.rank == 0:
    print(f'{1e3 * min(times):.3f} ms', 'PASS' if right else 'FAIL', sep='\n')
sys.exit(not right)
