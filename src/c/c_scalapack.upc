/* SPDX-License-Identifier: BSD-3-Clause
 * Views of ScaLAPACK's block-cyclic matrices (include/upc_stride_scalapack.h). Their blocks lie inside columns of the
 * local matrix. So the view has three dimensions: block column, column of it, row. Its blocks are parts of columns. */
#include "c/c_calls.h"
#include "arrays/check.h"

/* Of a descriptor, and of a grid of processes. */
enum { DTYPE, CONTEXT, M, N, MB, NB, RSRC, CSRC, LLD };
enum { NPROW, NPCOL, MYROW, MYCOL };

/* The blocks of `size` in `extent`; those of them that process `mine` of `processes` has. */
static size_t blocks(int extent, int size) { return ((size_t)extent + (size_t)size - 1) / (size_t)size; }
static size_t own(size_t count, int processes, int mine) {
  return (count + (size_t)processes - 1 - (size_t)mine) / (size_t)processes;
}

int upc_stride_c_scalapack_lld(int m, int mb, int nprow, int myrow) {
  if (m < 1 || mb < 1 || nprow < 1 || myrow < 0) return 1;
  return (int)(own(blocks(m, mb), nprow, myrow) * (size_t)mb) + (own(blocks(m, mb), nprow, myrow) == 0);
}

size_t upc_stride_c_scalapack_bytes(int m, int n, int mb, int nb, int nprow, int npcol, size_t elemsize) {
  if (m < 1 || n < 1 || mb < 1 || nb < 1 || nprow < 1 || npcol < 1) return 0;
  return own(blocks(m, mb), nprow, 0) * (size_t)mb * own(blocks(n, nb), npcol, 0) * (size_t)nb * elemsize;
}

static void check(const upc_stride_site_t *call, const int *desc, const int *process) {
  int lld;
  if (desc == NULL) upc_stride_fail(call, "desc", "null, must be a descriptor of descinit");
  if (process == NULL) upc_stride_fail(call, "process", "null, must be what Cblacs_gridinfo says");
  if (desc[DTYPE] != 1) upc_stride_fail(call, "desc", "type %d, must be 1, of a dense matrix", desc[DTYPE]);
  if (desc[M] < 1 || desc[N] < 1 || desc[MB] < 1 || desc[NB] < 1)
    upc_stride_fail(call, "desc", "a matrix of %d x %d in blocks of %d x %d, must be 1 x 1 or more", desc[M], desc[N],
                    desc[MB], desc[NB]);
  if (desc[RSRC] != 0 || desc[CSRC] != 0)
    upc_stride_fail(call, "desc", "first block on process (%d, %d), must be on (0, 0)", desc[RSRC], desc[CSRC]);
  if (process[NPROW] * process[NPCOL] != THREADS)
    upc_stride_fail(call, "process", "%d x %d processes, must be %d", process[NPROW], process[NPCOL], THREADS);
  if (process[MYCOL] * process[NPROW] + process[MYROW] != MYTHREAD)
    upc_stride_fail(call, "process", "(%d, %d) is thread %d, must be %d: a grid that is numbered column by column, "
                    "Cblacs_gridinit(&context, \"C\", ..)", process[MYROW], process[MYCOL], MYTHREAD,
                    process[MYCOL] * process[NPROW] + process[MYROW]);
  lld = upc_stride_c_scalapack_lld(desc[M], desc[MB], process[NPROW], process[MYROW]);
  if (desc[LLD] != lld)
    upc_stride_fail(call, "desc", "leading dimension %d, must be %d: whole blocks, upc_stride_scalapack_lld", desc[LLD],
                    lld);
}

upc_stride_array_t upc_stride_c_scalapack_view(shared void *base, const int *desc, const int *process,
                                               size_t elemsize) {
  upc_stride_site_t call;
  size_t shape[3], block[3];
  int grid[3];
  if (upc_stride_c_fails("upc_stride_scalapack_view")) return NULL;
  call = upc_stride_site("upc_stride_scalapack_view", NULL);
  check(&call, desc, process);
  upc_stride_c_done();
  shape[0] = blocks(desc[N], desc[NB]), shape[1] = (size_t)desc[NB], shape[2] = (size_t)desc[M];
  block[0] = block[1] = 1, block[2] = (size_t)desc[MB];
  grid[0] = process[NPCOL], grid[1] = 1, grid[2] = process[NPROW];
  return upc_stride_c_view(base, 3, shape, block, elemsize, 3, grid);
}
