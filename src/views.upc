/* SPDX-License-Identifier: BSD-3-Clause
 * The calls of all threads that make, open and close views of memory that the program has (arrays/view.h). In checked
 * mode their arguments are compared. */
#include "operations.h"
#include "arrays/check.h"
#include "arrays/view.h"
#include "layout/places.h"

upc_stride_array_t upc_stride_array_of(void *memory, size_t bytes, int ndims, const size_t *shape, const size_t *block,
                                       size_t elemsize, int ngrid, const int *grid) {
  upc_stride_site_t call = upc_stride_site("upc_stride_array_of", NULL);
  upc_stride_array_t A;
  upc_stride_start(); /* as in upc_stride_all_alloc */
  upc_stride_check_geometry(&call, ndims, shape, block, elemsize, ngrid, grid);
  A = upc_stride_array_new(UPC_STRIDE_ALLOCATED);
  upc_stride_layout_init(&A->layout, ndims, shape, block, elemsize, ngrid, grid, THREADS, 0);
  upc_stride_view_check_memory(&call, &A->layout, memory, bytes); /* where errors return, all threads meet here first */
  upc_stride_agree(&call, A, 0);
  upc_stride_view_begin_checked(&call, A, memory, bytes);
  return A;
}

upc_stride_array_t upc_stride_array_of_listed(void *memory, size_t bytes, int ndims, const size_t *shape,
                                              const size_t *block, size_t elemsize, const int *owner) {
  upc_stride_site_t call = upc_stride_site("upc_stride_array_of_listed", NULL);
  upc_stride_array_t A;
  upc_stride_start(); /* as in upc_stride_all_alloc */
  upc_stride_check_geometry(&call, ndims, shape, block, elemsize, 0, NULL);
  A = upc_stride_array_new(UPC_STRIDE_ALLOCATED);
  upc_stride_layout_init(&A->layout, ndims, shape, block, elemsize, 0, NULL, THREADS, 0);
  upc_stride_check_owners(&call, &A->layout, owner);
  upc_stride_owners_begin(&A->layout, owner);
  upc_stride_view_check_memory(&call, &A->layout, memory, bytes); /* where errors return, all threads meet here first */
  upc_stride_agree(&call, A, 0);
  upc_stride_view_begin_checked(&call, A, memory, bytes);
  return A;
}

static upc_stride_memory_view_t *check_view(const upc_stride_site_t *call, upc_stride_array_t A, int open) {
  upc_stride_check_array(call, "array", A);
  if (A->view == NULL)
    upc_stride_fail(call, "array", "memory of the library, must be of upc_stride_array_of");
  if (A->view->open != open)
    upc_stride_fail(call, "array", "a view that is %s, must be %s", open ? "closed" : "open", open ? "open" : "closed");
  return A->view;
}

void upc_stride_open_view(upc_stride_array_t A) {
  upc_stride_site_t call = upc_stride_site("upc_stride_open_view", NULL);
  upc_stride_memory_view_t *V = check_view(&call, A, 0);
  upc_stride_agree(&call, A, 1);
  upc_stride_view_publish(&call, "array", A);
  V->open = 1;
  upc_stride_told_barrier();
}

void upc_stride_close_view(upc_stride_array_t A) {
  upc_stride_site_t call = upc_stride_site("upc_stride_close_view", NULL);
  upc_stride_memory_view_t *V = check_view(&call, A, 1);
  upc_stride_agree(&call, A, 1);
  upc_stride_told_barrier();
  upc_stride_view_take_back(V);
  V->open = 0;
}
