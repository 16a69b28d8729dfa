/* SPDX-License-Identifier: BSD-3-Clause
 * Transfers: the last copy may be in progress, those before it are complete. Buffers: a stack of free ones for each
 * power of two. A free buffer holds the pointer to the next. */
#include "transport/transfer.h"
#include "base/allocate.h"
#include "base/line.h"
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

typedef shared [] char *place_t;

static place_t *free_ones;                   /* of each kind, that is of 2^8 bytes, of 2^9, .. */
static int kinds;                            /* as many as were ever asked for */

static int kind_of(size_t bytes) {
  int kind = 0;
  while ((size_t)UPC_STRIDE_LEAST_BUFFER << kind < bytes) kind++;
  return kind;
}

static void know_kind(int kind) {
  if (kind < kinds) return;
  free_ones = upc_stride_resize(free_ones, (size_t)kind + 1, sizeof *free_ones, "buffers");
  while (kinds <= kind) free_ones[kinds++] = NULL;
}

void upc_stride_buffer_first(place_t place) {
  know_kind(0);
  *(place_t *)(char *)place = NULL;
  free_ones[0] = place;
}

void upc_stride_buffer_take(upc_stride_buffer_t *buffer, size_t bytes) {
  int kind = kind_of(bytes + UPC_STRIDE_LINE);
  place_t place;
  know_kind(kind);
  place = free_ones[kind];
  buffer->kind = kind;
  if (place != NULL) free_ones[kind] = *(place_t *)(char *)place;
  else place = upc_stride_shared_alloc((size_t)UPC_STRIDE_LEAST_BUFFER << kind, "a buffer of the library");
  buffer->place = place + UPC_STRIDE_LINE; /* the start holds the pointer while the buffer is free */
  buffer->here = (char *)buffer->place;
}

void upc_stride_buffer_give(upc_stride_buffer_t *buffer) {
  place_t place = buffer->place - UPC_STRIDE_LINE;
  *(place_t *)(char *)place = free_ones[buffer->kind];
  free_ones[buffer->kind] = place;
}
