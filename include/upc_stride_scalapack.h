/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_scalapack.h: block-cyclic matrices of ScaLAPACK's as arrays, so that parts of them can be broadcast,
 * gathered and redistributed while ScaLAPACK computes with them. For C; the program is one of upc_stride_mpi.h.
 *
 * ScaLAPACK deals blocks of mb x nb to a grid of nprow x npcol processes, and a process keeps its own in one matrix,
 * column by column. So a block is no contiguous memory, but each of its columns is. The view has three dimensions:
 *
 *   V[J][c][i]     row i of column c of block column J: element (i, J * nb + c) of the matrix, both from 0
 *   blocks         1 x 1 x mb: what block (I, J) has of one column
 *   shape          ceil(n / nb) x nb x m. In the last block column, columns from n on are padding
 *
 *   section        "J, :, I"     block (I, J), column by column
 *                  "J, :, :"     block column J. upc_stride_gather makes LAPACK's matrix of it, with a leading
 *                                dimension of m rounded up to whole blocks
 *                  ":, :, I"     block row I
 *
 * upc_stride_copy redistributes between V and any array of the same shape, for example one with blocks
 * ceil(n / nb) x nb x k, of whole rows.
 *
 *   Cblacs_gridinit(&context, "C", nprow, npcol);                   processes numbered column by column
 *   Cblacs_gridinfo(context, &nprow, &npcol, &myrow, &mycol);
 *   size_t bytes = upc_stride_scalapack_bytes(m, n, mb, nb, nprow, npcol, sizeof(double));
 *   int lld = upc_stride_scalapack_lld(m, mb, nprow, myrow);
 *   upc_stride_pointer_t base = upc_stride_all_memory(bytes);
 *   double *local = upc_stride_address_of(upc_stride_on_thread(base, upc_stride_mythread()));
 *   descinit_(desc, &m, &n, &mb, &nb, &zero, &zero, &context, &lld, &info);
 *   upc_stride_array_t V = upc_stride_scalapack_view_of(base, desc, sizeof(double));
 *
 * What ScaLAPACK has written, others see after upc_stride_barrier_all or a collective of both.
 */
#ifndef UPC_STRIDE_SCALAPACK_H
#define UPC_STRIDE_SCALAPACK_H

#include "upc_stride.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The leading dimension of the local matrix, and the bytes that each process allocates: whole blocks. */
int upc_stride_scalapack_lld(int m, int mb, int nprow, int myrow) UPC_STRIDE_NAMED("scalapack_lld");
size_t upc_stride_scalapack_bytes(int m, int n, int mb, int nb, int nprow, int npcol, size_t elemsize)
  UPC_STRIDE_NAMED("scalapack_bytes");

/* The view of the matrix with descriptor desc[9] whose local parts begin at `base` (upc_stride_all_memory). process[]
 * is {nprow, npcol, myrow, mycol}. All threads call; upc_stride_all_free forgets the view. Null: an error. */
upc_stride_array_t upc_stride_scalapack_view(upc_stride_pointer_t base, const int *desc, const int *process,
                                             size_t elemsize) UPC_STRIDE_NAMED("scalapack_view");

/* The same, with the processes of the descriptor's BLACS context. */
void Cblacs_gridinfo(int context, int *nprow, int *npcol, int *myrow, int *mycol);
static inline upc_stride_array_t upc_stride_scalapack_view_of(upc_stride_pointer_t base, const int *desc,
                                                              size_t elemsize) {
  int process[4];
  Cblacs_gridinfo(desc[1], &process[0], &process[1], &process[2], &process[3]);
  return upc_stride_scalapack_view(base, desc, process, elemsize);
}

#ifdef __cplusplus
}
#endif

#endif
