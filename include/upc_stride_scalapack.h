/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_scalapack.h: block-cyclic matrices of ScaLAPACK's as arrays, so that parts of them can be broadcast,
 * gathered and redistributed while ScaLAPACK computes with them. For programs in C on MPI (upc_stride_mpi.h).
 *
 * ScaLAPACK deals blocks of mb x nb to a grid of nprow x npcol processes. A process keeps its blocks in one matrix of
 * its own, column by column. The *view* is an array of the library whose elements are those of the matrix. Its first
 * dimension is the matrix's columns, so that what is contiguous in memory is contiguous in the array:
 *
 *   V[j][i]        element (i, j) of the matrix, both from 0
 *   shape, blocks  n x m, nb x mb
 *
 *   section        "J, I"        block (I, J)
 *                  "J, :"        block column J
 *                  ":, I"        block row I
 *                  "a:b, c:d"    for upc_stride_copy: columns a..b of rows c..d
 *
 * A block's columns lie apart in memory, at the leading dimension. Calls that move blocks move *packed* blocks: nb
 * columns of mb elements, each directly behind the one before, as a block of nb x mb lies in any other array. If a
 * block at the matrix's edge has fewer elements, the others are neither read nor written. These calls take any view:
 *
 *   upc_stride_gather         a section of the view, packed, to one place
 *   upc_stride_gather_all     with "J, I" as src: block (I, J) to all owners of the blocks of dst
 *   upc_stride_broadcast      a packed block to all blocks of a section of the view
 *   upc_stride_scatter        packed blocks to the blocks of a section
 *   upc_stride_copy, _transform, _permute, _exchange    between views, and between a view and any other array
 *   upc_stride_at, _owner, _fetch, _updates, _get_blocks, ...
 *
 *   upc_stride_reduce_all, _halo, ...    on packed blocks: the elements that a block at the edge lacks have any value
 *
 * Reductions and halos need contiguous blocks: each call copies the blocks that it reads and writes.
 *
 * All process grids are served: numbered row by row, column by column or by Cblacs_gridmap; with the first block on any
 * process (RSRC, CSRC); with fewer processes than threads; with any leading dimensions.
 *
 *   Cblacs_gridinit(&context, "R", nprow, npcol);
 *   Cblacs_gridinfo(context, &nprow, &npcol, &myrow, &mycol);
 *   size_t bytes = upc_stride_scalapack_bytes(m, n, mb, nb, nprow, npcol, sizeof(double));
 *   upc_stride_pointer_t base = upc_stride_all_memory(bytes);
 *   double *local = upc_stride_address_of(upc_stride_on_thread(base, upc_stride_mythread()));
 *   int rows = numroc_(&m, &mb, &myrow, &zero, &nprow), lld = rows > 0 ? rows : 1;
 *   descinit_(desc, &m, &n, &mb, &nb, &zero, &zero, &context, &lld, &info);
 *   upc_stride_array_t V = upc_stride_scalapack_view_of(base, desc, sizeof(double));
 *
 * What ScaLAPACK has written on one thread, another thread sees after upc_stride_barrier_all, or after a collective
 * call in which both take part.
 */
#ifndef UPC_STRIDE_SCALAPACK_H
#define UPC_STRIDE_SCALAPACK_H

#include "upc_stride.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes that are enough for the local matrix of each process, wherever the first block is, and a leading dimension for
 * which they are enough. Both are the same for all processes. */
size_t upc_stride_scalapack_bytes(int m, int n, int mb, int nb, int nprow, int npcol, size_t elemsize)
  UPC_STRIDE_NAMED("scalapack_bytes");
int upc_stride_scalapack_lld(int m, int mb, int nprow, int myrow) UPC_STRIDE_NAMED("scalapack_lld");

/* The view of the matrix with descriptor desc[9] whose local parts begin at `base` (upc_stride_all_memory). process[]
 * is {nprow, npcol, myrow, mycol}. All threads call and learn from each other where each stands in the grid; a thread
 * without a process has myrow -1, and its desc is not read. upc_stride_all_free forgets the view. Null: an error. */
upc_stride_array_t upc_stride_scalapack_view(upc_stride_pointer_t base, const int *desc, const int *process,
                                             size_t elemsize) UPC_STRIDE_NAMED("scalapack_view");

/* The view of a matrix whose local parts the program has, as malloc gives them: `memory` has `bytes` bytes, and is null
 * where the caller has no elements. What upc_stride_array_of says of memory and of calls of one
 * thread holds here too. */
upc_stride_array_t upc_stride_scalapack_array_of(void *memory, size_t bytes, const int *desc, const int *process,
                                                 size_t elemsize) UPC_STRIDE_NAMED("scalapack_array_of");

#ifndef UPC_STRIDE_NO_PLACES
#define upc_stride_scalapack_view(...) UPC_STRIDE_PLACED(upc_stride_scalapack_view, __VA_ARGS__)
#define upc_stride_scalapack_array_of(...) UPC_STRIDE_PLACED(upc_stride_scalapack_array_of, __VA_ARGS__)
#endif

/* The same, with the processes of the descriptor's BLACS context, which is -1 for a process outside of the grid. */
void Cblacs_gridinfo(int context, int *nprow, int *npcol, int *myrow, int *mycol);
static inline upc_stride_array_t upc_stride_scalapack_view_of(upc_stride_pointer_t base, const int *desc,
                                                              size_t elemsize) {
  int process[4] = {-1, -1, -1, -1};
  if (desc[1] >= 0) Cblacs_gridinfo(desc[1], &process[0], &process[1], &process[2], &process[3]);
  return upc_stride_scalapack_view(base, desc, process, elemsize);
}
static inline upc_stride_array_t upc_stride_scalapack_array_of_local(void *memory, size_t bytes, const int *desc,
                                                                     size_t elemsize) {
  int process[4] = {-1, -1, -1, -1};
  if (desc[1] >= 0) Cblacs_gridinfo(desc[1], &process[0], &process[1], &process[2], &process[3]);
  return upc_stride_scalapack_array_of(memory, bytes, desc, process, elemsize);
}

#ifdef __cplusplus
}
#endif

#endif
