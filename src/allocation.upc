/* SPDX-License-Identifier: BSD-3-Clause
 * The calls of all threads that allocate and free arrays. In checked mode their arguments are compared. */
#include "operations.h"
#include "arrays/array.h"
#include "arrays/check.h"
#include "base/allocate.h"
#include "base/port.h"
#include "engine/handles.h"
#include "layout/places.h"
#include "transport/aggregate.h"

#include <stdlib.h>

static upc_stride_array_t new_array(const upc_stride_site_t *call, int ndims, const size_t *shape, const size_t *block,
                                    size_t elemsize, int ngrid, const int *grid) {
  upc_stride_array_t A;
  upc_stride_check_geometry(call, ndims, shape, block, elemsize, ngrid, grid);
  A = upc_stride_array_new(UPC_STRIDE_ALLOCATED);
  upc_stride_layout_init(&A->layout, ndims, shape, block, elemsize, ngrid, grid, THREADS, 0);
  return A;
}

/* All threads: memory for an array whose layout is known. With another compiler a thread opens its channels here: no
 * thread that computes must then begin a call before it has messages. */
static void allocate(const upc_stride_site_t *call, upc_stride_array_t A) {
  size_t bytes = upc_stride_layout_bytes(&A->layout);
  upc_stride_fail_together(call, NULL);
  upc_stride_start();
  upc_stride_agree(call, A, 0);
  A->base = upc_stride_all_calloc(bytes, call->name);
  if (A->base == NULL) {
    upc_stride_array_drop(A);
    upc_stride_fail(call, "shape", "%zu bytes a thread, must fit the shared heap", bytes);
  }
}

upc_stride_array_t upc_stride_all_alloc(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                        int ngrid, const int *grid) {
  upc_stride_site_t call = upc_stride_site("upc_stride_all_alloc", NULL);
  upc_stride_array_t A = new_array(&call, ndims, shape, block, elemsize, ngrid, grid);
  allocate(&call, A);
  return A;
}

upc_stride_array_t upc_stride_all_alloc_replicated(int ndims, const size_t *shape, size_t elemsize) {
  upc_stride_site_t call = upc_stride_site("upc_stride_all_alloc_replicated", NULL);
  upc_stride_array_t A = new_array(&call, ndims, shape, shape, elemsize, 0, NULL);
  A->layout.threads = 1;
  A->layout.copies = THREADS;
  allocate(&call, A);
  return A;
}

/* The list is copied. */
static void set_owners(const upc_stride_site_t *call, upc_stride_array_t A, const int *owner) {
  upc_stride_check_owners(call, &A->layout, owner);
  upc_stride_owners_begin(&A->layout, owner);
}

upc_stride_array_t upc_stride_all_alloc_listed(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                               const int *owner) {
  upc_stride_site_t call = upc_stride_site("upc_stride_all_alloc_listed", NULL);
  upc_stride_array_t A = new_array(&call, ndims, shape, block, elemsize, 0, NULL);
  set_owners(&call, A, owner);
  allocate(&call, A);
  return A;
}

upc_stride_array_t upc_stride_all_alloc_owned(int ndims, const size_t *shape, const size_t *block, size_t elemsize,
                                              int (*owner)(const size_t *blockindex, void *argument), void *argument) {
  upc_stride_site_t call = upc_stride_site("upc_stride_all_alloc_owned", NULL);
  upc_stride_array_t A = new_array(&call, ndims, shape, block, elemsize, 0, NULL);
  int *list = upc_stride_alloc(A->layout.blocks, sizeof *list, "the owners of blocks"), k;
  size_t at[UPC_STRIDE_MAX_DIMS], n, rest;
  if (owner == NULL) upc_stride_fail(&call, "owner", "null, must be a function");
  for (n = 0; n < A->layout.blocks; n++) {
    for (k = ndims - 1, rest = n; k >= 0; k--) at[k] = rest % A->layout.nblocks[k], rest /= A->layout.nblocks[k];
    list[n] = owner(at, argument);
  }
  set_owners(&call, A, list);
  free(list);
  allocate(&call, A);
  return A;
}

void upc_stride_all_free(upc_stride_array_t A) {
  upc_stride_site_t call = upc_stride_site("upc_stride_all_free", NULL);
  shared void *memory;
  if (A == NULL) return;
  upc_stride_check_array(&call, "A", A);
  upc_stride_check_idle(&call, "A", A);
  if (upc_stride_aggregate_begun())
    upc_stride_fail(&call, "order", "called after upc_stride_update, must come after upc_stride_update_fence");
  if (A->kind == UPC_STRIDE_ALLOCATED) upc_stride_agree(&call, A, 1);
  memory = upc_stride_array_free(&call, A);
  if (memory == NULL) return;
  upc_stride_come_together();
  upc_all_free(memory);
}
