/* SPDX-License-Identifier: BSD-3-Clause
 * Transfers by upc_nb.h, or by copies. */
#include "transport/transfer.h"

#ifdef __UPC_NB__
#include <upc_nb.h>

static void wait_for(upc_stride_transfer_t *t) {
  if (t->handle != NULL) upc_sync(t->handle);
  t->handle = NULL;
}

void upc_stride_transfer_get(upc_stride_transfer_t *t, void *to, shared const void *from, size_t bytes) {
  upc_handle_t h = upc_memget_nb(to, from, bytes);
  wait_for(t);
  t->handle = h;
}

void upc_stride_transfer_put(upc_stride_transfer_t *t, shared void *to, const void *from, size_t bytes) {
  upc_handle_t h = upc_memput_nb(to, from, bytes);
  wait_for(t);
  t->handle = h;
}

int upc_stride_transfer_test(upc_stride_transfer_t *t) {
  if (t->handle != NULL && !upc_sync_attempt(t->handle)) return 0;
  t->handle = NULL;
  return 1;
}

#else

void upc_stride_transfer_get(upc_stride_transfer_t *t, void *to, shared const void *from, size_t bytes) {
  t->handle = NULL;
  upc_memget(to, from, bytes);
}

void upc_stride_transfer_put(upc_stride_transfer_t *t, shared void *to, const void *from, size_t bytes) {
  t->handle = NULL;
  upc_memput(to, from, bytes);
}

int upc_stride_transfer_test(upc_stride_transfer_t *t) { return t->handle == NULL; }

#endif
