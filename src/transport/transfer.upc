/* SPDX-License-Identifier: BSD-3-Clause
 * Transfers: the last copy may be in progress, those before it are complete. */
#include "transport/transfer.h"
#include "base/port.h"

static void follow(upc_stride_transfer_t *t, void *handle) {
  if (t->handle != NULL) upc_stride_nb_wait(t->handle);
  t->handle = handle;
}

void upc_stride_transfer_get(upc_stride_transfer_t *t, void *to, shared const void *from, size_t bytes) {
  follow(t, upc_stride_get_nb(to, from, bytes));
}

void upc_stride_transfer_put(upc_stride_transfer_t *t, shared void *to, const void *from, size_t bytes) {
  follow(t, upc_stride_put_nb(to, from, bytes));
}

int upc_stride_transfer_test(upc_stride_transfer_t *t) {
  if (t->handle != NULL && !upc_stride_nb_test(t->handle)) return 0;
  t->handle = NULL;
  return 1;
}
