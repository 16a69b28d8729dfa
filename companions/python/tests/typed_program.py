# SPDX-License-Identifier: BSD-3-Clause
"""What mypy says of each line, as a comment behind it."""
import upc_stride as us

A = us.zeros((8, 8), block=(4, 4))
reveal_type(A)  # type: upc_stride._arrays._arrays.Array
reveal_type(A.blocks[0, 1:3])  # type: upc_stride._calls._sections.Blocks
reveal_type(A.elements[:, ::2])  # type: upc_stride._calls._sections.Elements
reveal_type(A.tile[0, 0].ndim)  # type: int
handle = us.broadcast(A.blocks[0, :], A.blocks[1, 1], wait=False)
reveal_type(handle)  # type: upc_stride._calls._calls.Handle[None]
reveal_type(handle.test())  # type: bool
reveal_type(us.halo(A.blocks[...], wait=False).wait()[0][0])  # type: tuple[int, ...]
reveal_type(us.linalg.matmul(A, A))  # type: upc_stride._arrays._arrays.Array
