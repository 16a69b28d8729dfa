/* SPDX-License-Identifier: BSD-3-Clause
 * Views of ScaLAPACK's block-cyclic matrices (include/upc_stride_scalapack.h). A view has ScaLAPACK's columns as rows,
 * since both are contiguous. Each thread tells all others where it stands in the process grid and how its local matrix
 * lies; the layout keeps this (layout/places.h). */
#include "c/c_calls.h"
#include "arrays/view.h"
#include "arrays/check.h"
#include "base/allocate.h"
#include "base/number.h"
#include "layout/places.h"
#include "operations.h"

#include <stdlib.h>

/* Of a descriptor, and of a grid of processes. */
enum { DTYPE, CONTEXT, M, N, MB, NB, RSRC, CSRC, LLD, DESCRIPTOR };
enum { NPROW, NPCOL, MYROW, MYCOL };

/* What all processes of the grid must give alike, and their names. */
enum { FIRST_ALIKE = M, ALIKE = RSRC - M + 2 };
static const char *const alike_name[ALIKE + 2] = {"M", "N", "MB", "NB", "RSRC", "CSRC", "nprow", "npcol"};

/* What a thread tells the others. A thread that has no process of the grid has row -1. */
typedef struct process {
  long alike[ALIKE + 2];
  long row, column, lld;
} process_t;

static shared process_t told[THREADS];

/* The blocks of `size` in `extent`; the most that a process has of them. */
static size_t blocks(int extent, int size) { return ((size_t)extent + (size_t)size - 1) / (size_t)size; }
static size_t most(size_t count, int processes) { return (count + (size_t)processes - 1) / (size_t)processes; }
static size_t least(size_t a, size_t b) { return a < b ? a : b; }

int upc_stride_c_scalapack_lld(int m, int mb, int nprow, int myrow) {
  if (m < 1 || mb < 1 || nprow < 1 || myrow < 0) return 1;
  return (int)least(most(blocks(m, mb), nprow) * (size_t)mb, INT_MAX); /* no process has more rows */
}

size_t upc_stride_c_scalapack_bytes(int m, int n, int mb, int nb, int nprow, int npcol, size_t elemsize) {
  if (m < 1 || n < 1 || mb < 1 || nb < 1 || nprow < 1 || npcol < 1) return 0;
  return upc_stride_product(upc_stride_product(most(blocks(m, mb), nprow) * (size_t)mb,
                                               most(blocks(n, nb), npcol) * (size_t)nb), elemsize);
}

/* Elements of `extent` in blocks of `size` that a process has, its distance from that of the first block being
 * `distance`: ScaLAPACK's NUMROC. */
static size_t local(long extent, long size, long distance, long processes) {
  long whole = extent / size, here = whole / processes * size, extra = whole % processes;
  if (distance < extra) here += size;
  if (distance == extra) here += extent % size;
  return (size_t)here;
}

/* ---- the caller's own arguments ---- */

/* Returns the bytes of the caller's local matrix, 0 without a process. *unused: how many there are behind its last
 * element. */
static size_t check(upc_stride_complaint_t *c, const int *desc, const int *process, size_t elemsize,
                    size_t *unused) {
  size_t rows, columns, bytes;
  *unused = 0;
  if (elemsize == 0) return upc_stride_complain(c, "elemsize", "0 bytes, must be at least 1");
  if (process == NULL) return upc_stride_complain(c, "process", "null, must be what Cblacs_gridinfo says");
  if (process[MYROW] < 0 || process[MYCOL] < 0) return 0;
  if (desc == NULL) return upc_stride_complain(c, "desc", "null, must be a descriptor of descinit");
  if (desc[DTYPE] != 1) return upc_stride_complain(c, "desc", "type %d, must be 1, of a dense matrix", desc[DTYPE]);
  if (desc[M] < 1 || desc[N] < 1 || desc[MB] < 1 || desc[NB] < 1)
    return upc_stride_complain(c, "desc", "a matrix of %d x %d in blocks of %d x %d, must be 1 x 1 or more", desc[M],
                               desc[N], desc[MB], desc[NB]);
  bytes = upc_stride_product(2 * ((size_t)desc[M] + (size_t)desc[MB]), (size_t)desc[N] + (size_t)desc[NB]);
  if (upc_stride_product(bytes, elemsize) > UPC_STRIDE_MOST_BYTES)
    return upc_stride_complain(c, "desc", "a matrix of %d x %d in blocks of %d x %d, of %zu bytes each, must be less "
                               "than all memory", desc[M], desc[N], desc[MB], desc[NB], elemsize);
  if (process[NPROW] < 1 || process[NPCOL] < 1 || process[NPROW] > THREADS / process[NPCOL])
    return upc_stride_complain(c, "process", "%d x %d processes, must be at most %d, the threads", process[NPROW],
                               process[NPCOL], (int)THREADS);
  if (process[MYROW] >= process[NPROW] || process[MYCOL] >= process[NPCOL])
    return upc_stride_complain(c, "process", "(%d, %d), must be one of %d x %d", process[MYROW], process[MYCOL],
                               process[NPROW], process[NPCOL]);
  if (desc[RSRC] < 0 || desc[CSRC] < 0 || desc[RSRC] >= process[NPROW] || desc[CSRC] >= process[NPCOL])
    return upc_stride_complain(c, "desc", "first block on process (%d, %d), must be one of %d x %d", desc[RSRC],
                               desc[CSRC], process[NPROW], process[NPCOL]);
  rows = local(desc[M], desc[MB], (process[MYROW] + process[NPROW] - desc[RSRC]) % process[NPROW], process[NPROW]);
  columns = local(desc[N], desc[NB], (process[MYCOL] + process[NPCOL] - desc[CSRC]) % process[NPCOL], process[NPCOL]);
  if (desc[LLD] < 1 || (size_t)desc[LLD] < rows)
    return upc_stride_complain(c, "desc", "leading dimension %d, must be at least %zu, the local rows", desc[LLD],
                               rows > 0 ? rows : 1);
  bytes = upc_stride_product(columns * (size_t)desc[LLD], elemsize);
  if (bytes > UPC_STRIDE_MOST_BYTES)
    return upc_stride_complain(c, "desc", "leading dimension %d of %zu columns, must be that of a matrix in memory",
                               desc[LLD], columns);
  if (columns > 0) *unused = rows == 0 ? bytes : ((size_t)desc[LLD] - rows) * elemsize;
  return bytes;
}

static size_t check_base(upc_stride_complaint_t *c, shared void *base, size_t need) {
  size_t there;
  if (base == NULL) return upc_stride_complain(c, "base", "null, must be memory of upc_stride_all_memory");
  if (upc_threadof(base) != 0)
    return upc_stride_complain(c, "base", "on thread %zu, must be on thread 0", upc_threadof(base));
  there = upc_stride_c_memory_rest((shared char *)base + MYTHREAD);
  if (need <= there) return 0;
  return upc_stride_complain(c, "base", "%zu bytes up to the end of the allocation, must be %zu, the local matrix",
                             there, need);
}

/* ---- what all have told ---- */

static void tell(const int *desc, const int *process) {
  process_t mine;
  int i;
  mine.row = process[MYROW] < 0 || process[MYCOL] < 0 ? -1 : process[MYROW];
  mine.column = process[MYCOL];
  mine.lld = mine.row < 0 ? 1 : desc[LLD];
  for (i = 0; i < ALIKE; i++) mine.alike[i] = mine.row < 0 ? 0 : desc[FIRST_ALIKE + i];
  mine.alike[ALIKE] = process[NPROW];
  mine.alike[ALIKE + 1] = process[NPCOL];
  told[MYTHREAD] = mine;
}

/* The first thread that has a process; all others that have one must give the same. */
static int first_of(const upc_stride_site_t *call, const process_t *list) {
  int first = 0, t, i;
  while (first < THREADS && list[first].row < 0) first++;
  if (first == THREADS) upc_stride_fail(call, "process", "no thread is in the grid, must be one at least");
  for (t = first; t < THREADS; t++)
    for (i = 0; list[t].row >= 0 && i < ALIKE + 2; i++)
      if (list[t].alike[i] != list[first].alike[i])
        upc_stride_fail(call, i < ALIKE ? "desc" : "process",
                        "%s is %ld on thread %d and %ld on thread %d, must be equal", alike_name[i],
                        list[first].alike[i], first, list[t].alike[i], t);
  return first;
}

/* The thread of each place of the grid, which begins with the process that has the first block. */
static void place_threads(const upc_stride_site_t *call, const process_t *list, const process_t *first, int *thread,
                          size_t *pitch) {
  long nprow = first->alike[ALIKE], npcol = first->alike[ALIKE + 1];
  long rsrc = first->alike[RSRC - FIRST_ALIKE], csrc = first->alike[CSRC - FIRST_ALIKE], place;
  int t;
  for (place = 0; place < nprow * npcol; place++) thread[place] = -1;
  for (t = 0; t < THREADS; t++) {
    pitch[t] = (size_t)list[t].lld;
    if (list[t].row < 0) continue;
    place = (list[t].column + npcol - csrc) % npcol * nprow + (list[t].row + nprow - rsrc) % nprow;
    if (thread[place] >= 0)
      upc_stride_fail(call, "process", "threads %d and %d are both (%ld, %ld), must be different processes",
                      thread[place], t, list[t].row, list[t].column);
    thread[place] = t;
  }
  for (place = 0; place < nprow * npcol; place++)
    if (thread[place] < 0)
      upc_stride_fail(call, "process", "no thread is process (%ld, %ld), must be one for each of %ld x %ld",
                      (place % nprow + rsrc) % nprow, (place / nprow + csrc) % npcol, nprow, npcol);
}

/* The matrix as an array, which has no memory yet. */
static upc_stride_array_t matrix(const upc_stride_site_t *call, int kind, const process_t *list, size_t elemsize) {
  const process_t *first = &list[first_of(call, list)];
  int *thread = upc_stride_alloc(THREADS, sizeof *thread, "a view of a matrix"), grid[2];
  size_t *pitch = upc_stride_alloc(THREADS, sizeof *pitch, "a view of a matrix"), shape[2], block[2];
  upc_stride_array_t A;
  place_threads(call, list, first, thread, pitch);
  shape[0] = (size_t)first->alike[N - FIRST_ALIKE], shape[1] = (size_t)first->alike[M - FIRST_ALIKE];
  block[0] = (size_t)first->alike[NB - FIRST_ALIKE], block[1] = (size_t)first->alike[MB - FIRST_ALIKE];
  grid[0] = (int)first->alike[ALIKE + 1], grid[1] = (int)first->alike[ALIKE];
  A = upc_stride_array_new(kind);
  upc_stride_layout_init(&A->layout, 2, shape, block, elemsize, 2, grid, THREADS, 0);
  upc_stride_places_begin(&A->layout, THREADS, thread, pitch);
  free(thread);
  free(pitch);
  return A;
}

/* The same elements in contiguous blocks, of the same owners, for calls that need them. Null: no room for them. */
static upc_stride_array_t packed(upc_stride_array_t A) {
  const upc_stride_layout_t *L = &A->layout;
  int *owner = upc_stride_alloc(L->blocks, sizeof *owner, "a view of a matrix");
  upc_stride_array_t B = upc_stride_array_new(UPC_STRIDE_ALLOCATED);
  size_t n, at[2], slot;
  upc_stride_layout_init(&B->layout, 2, L->shape, L->block, L->elemsize, 0, NULL, THREADS, 0);
  for (n = 0; n < L->blocks; n++) {
    at[0] = n / L->nblocks[1], at[1] = n % L->nblocks[1];
    owner[n] = (int)upc_stride_places_owner(L, at, &slot);
  }
  upc_stride_owners_begin(&B->layout, owner);
  free(owner);
  if (upc_stride_view_begin(B, NULL, 0)) {
    B->view->matrix = A;
    return B;
  }
  upc_stride_array_drop(B);
  return NULL;
}

/* All threads learn where each stands in the grid. */
static upc_stride_array_t told_matrix(const upc_stride_site_t *call, int kind, const int *desc, const int *process,
                                      size_t elemsize) {
  process_t *list = upc_stride_alloc(THREADS, sizeof *list, "a view of a matrix");
  upc_stride_array_t A;
  int t;
  tell(desc, process);
  upc_stride_told_barrier();
  for (t = 0; t < THREADS; t++) list[t] = told[t];
  upc_stride_told_barrier();
  A = matrix(call, kind, list, elemsize);
  free(list);
  return A;
}

/* Checked mode. The matrix is compared in any mode. */
static void agree(const upc_stride_site_t *call, size_t elemsize) {
  upc_stride_record_t r;
  if (!upc_stride_compares()) return;
  upc_stride_record_begin(&r, call->name);
  upc_stride_record_number_is(&r, "elemsize", (long long)elemsize);
  upc_stride_record_end(&r);
  upc_stride_agree_on(call, &r);
}

upc_stride_array_t upc_stride_c_scalapack_view(shared void *base, const int *desc, const int *process,
                                               size_t elemsize) {
  upc_stride_site_t call;
  upc_stride_array_t A;
  upc_stride_complaint_t c = {0};
  size_t unused;
  upc_stride_c_enter("upc_stride_scalapack_view");
  if (upc_stride_c_fails("upc_stride_scalapack_view")) return NULL;
  call = upc_stride_site("upc_stride_scalapack_view", NULL);
  agree(&call, elemsize);
  check_base(&c, base, check(&c, desc, process, elemsize, &unused));
  upc_stride_fail_together(&call, &c);
  A = told_matrix(&call, UPC_STRIDE_VIEWED, desc, process, elemsize);
  A->base = base;
  A->packed = packed(A);
  upc_stride_c_noted(A);
  upc_stride_c_done();
  return A;
}

upc_stride_array_t upc_stride_c_scalapack_array_of(void *memory, size_t bytes, const int *desc, const int *process,
                                                   size_t elemsize) {
  upc_stride_site_t call;
  upc_stride_array_t A;
  upc_stride_complaint_t c = {0};
  size_t need, unused;
  upc_stride_c_enter("upc_stride_scalapack_array_of");
  if (upc_stride_c_fails("upc_stride_scalapack_array_of")) return NULL;
  call = upc_stride_site("upc_stride_scalapack_array_of", NULL);
  agree(&call, elemsize);
  need = check(&c, desc, process, elemsize, &unused);
  need -= unused;
  if (need > 0 && memory == NULL)
    upc_stride_complain(&c, "memory", "null, must have %zu bytes, the local matrix", need);
  if (bytes < need) upc_stride_complain(&c, "bytes", "%zu, must be at least %zu, the local matrix", bytes, need);
  upc_stride_fail_together(&call, &c);
  A = told_matrix(&call, UPC_STRIDE_ALLOCATED, desc, process, elemsize);
  upc_stride_view_begin_checked(&call, A, memory, bytes);
  A->packed = packed(A);
  upc_stride_c_noted(A);
  upc_stride_c_done();
  return A;
}
