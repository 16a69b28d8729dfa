# SPDX-License-Identifier: BSD-3-Clause
"""The ranks of an MPI program as threads: calls of mpi4py and of the package in turn, and a second start."""
import numpy
from mpi4py import MPI

import upc_stride as us

comm = MPI.COMM_WORLD
for turn in range(2):
    us.init(comm)
    assert us.threads() == comm.size
    A = us.array(numpy.arange(12.0).reshape(4, 3), block=(1, 3))
    assert comm.allreduce(us.thread()) == comm.size * (comm.size - 1) // 2
    us.broadcast(A.blocks[:], A.blocks[2])
    us.barrier()
    assert (A.to_numpy() == [6, 7, 8]).all() and comm.bcast(turn) == turn
    assert (us.linalg.matmul(us.full((6, 6), 2, (2, 2), (1, comm.size)),
                             us.full((6, 6), 3, (2, 2), (1, comm.size))).to_numpy() == 36).all()
    us.finalize()
if comm.rank == 0:
    print('PASS')
