/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_all_sort of UPC's first collective library, which UPC 1.2 left out and GCC UPC has still. The first thread
 * fetches all elements, merges runs of 1, 2, 4, … of them, and puts them back: nelems log2(nelems) calls of the
 * program's function and two copies of the array. Equal elements keep their order.
 *
 *   shared [2] int A[8] on 2 threads, from A[1], nelems 6: thread 0 has A[1], A[4], A[5], thread 1 has A[2], A[3], A[6]
 */
#include "standard/collective.h"
#include "base/number.h"
#include "base/port.h"

#if UPC_STRIDE_DEFINES_UPC_ALL

#include <string.h>

/* nelems elements of `size` bytes in blocks of blk, the first of them `phase` into a block of `thread`. */
typedef struct array {
  shared [] char *first;              /* where that block starts */
  size_t thread, phase, blk, nelems, size;
} array_t;

typedef int compare_t(shared void *, shared void *);

/* All elements, a block at a time, into `to`; or out of it. */
static void copy(const array_t *a, char *to, int back) {
  size_t i, run;
  for (i = 0; i < a->nelems; i += run) {
    size_t block = a->thread + (a->phase + i) / a->blk, within = (a->phase + i) % a->blk;
    shared char *there = (shared char *)a->first + ((long)(block % THREADS) - (long)a->thread);
    shared [] char *place = (shared [] char *)there + (block / THREADS * a->blk + within) * a->size;
    run = a->blk - within < a->nelems - i ? a->blk - within : a->nelems - i;
    if (back) upc_memput(place, to + i * a->size, run * a->size);
    else upc_memget(to + i * a->size, place, run * a->size);
  }
}

/* The elements lo to mid - 1 and mid to hi - 1 of x, each sorted, become lo to hi - 1 of y. */
static void merge(const array_t *a, shared [] char *x, shared [] char *y, size_t lo, size_t mid, size_t hi,
                  compare_t *func) {
  size_t i = lo, j = mid, k, size = a->size;
  for (k = lo; k < hi; k++) {
    int left = j == hi || (i < mid && func(x + i * size, x + j * size) <= 0);
    memcpy((char *)y + k * size, (char *)x + (left ? i : j) * size, size);
    if (left) i++;
    else j++;
  }
}

static void sort(const array_t *a, compare_t *func) {
  size_t bytes = a->nelems * a->size, width, lo;
  shared [] char *x = (shared [] char *)upc_alloc(bytes), *y = (shared [] char *)upc_alloc(bytes);
  if (x == NULL || y == NULL) upc_stride_fail_line("upc_stride: no shared memory for the elements upc_all_sort sorts");
  copy(a, (char *)x, 0);
  for (width = 1; width < a->nelems; width *= 2) {
    shared [] char *merged = y;
    for (lo = 0; lo < a->nelems; lo += 2 * width) {
      size_t mid = lo + width < a->nelems ? lo + width : a->nelems;
      size_t hi = mid + width < a->nelems ? mid + width : a->nelems;
      merge(a, x, y, lo, mid, hi, func);
    }
    y = x;
    x = merged;
  }
  copy(a, (char *)x, 1);
  upc_free(x);
  upc_free(y);
}

void upc_all_sort(shared void *A, size_t elem_size, size_t nelems, size_t blk_size, compare_t *func, upc_flag_t flags) {
  upc_stride_site_t call = upc_stride_site("upc_all_sort", NULL);
  upc_stride_sync_t sync = upc_stride_check_flags(&call, flags);
  upc_stride_seen_range_t own;
  void *told = NULL;
  array_t a = {0};
  upc_stride_check_given(&call, "A", A);
  if (func == NULL) upc_stride_fail(&call, "func", "null, must be a function that compares two elements");
  a.thread = upc_threadof(A);
  a.phase = blk_size == 0 ? 0 : upc_phaseof(A);
  a.blk = blk_size == 0 ? nelems : blk_size;
  a.nelems = nelems;
  a.size = elem_size;
  if (nelems > 0 && elem_size > 0) {
    if (nelems > UPC_STRIDE_MOST_BYTES / 2 / elem_size)
      upc_stride_fail(&call, "nelems", "%zu elements, must be a number that memory has room for", nelems);
    upc_stride_check_dealt_out(&call, "A", A, a.phase, a.blk, nelems, elem_size);
  }
  a.first = (shared [] char *)A - (long)(a.phase * elem_size);
  if (nelems > 0 && elem_size > 0) {
    own = upc_stride_own_range(a.first, a.thread, a.phase, a.blk, nelems, elem_size, 1);
    told = upc_stride_tell_call(&call, &own, 1, sync);
  }
  if (sync.in != UPC_STRIDE_NO) upc_stride_told_barrier();
  if (MYTHREAD == 0 && nelems > 0 && elem_size > 0) sort(&a, func);
  if (sync.out != UPC_STRIDE_NO) upc_stride_told_barrier();
  upc_stride_told_call(told);
}

#endif
