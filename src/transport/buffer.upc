/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers: a stack of free ones for each power of two. A free buffer holds the pointer to the next. */
#include "transport/buffer.h"
#include "base/line.h"
#include "base/port.h"

typedef shared [] char *place_t;

enum { LEAST = 8, KINDS = 56 };              /* 256 bytes and up */

static place_t free_ones[KINDS];

static int kind_of(size_t bytes) {
  int kind = 0;
  while (((size_t)1 << (kind + LEAST)) < bytes) kind++;
  return kind;
}

void upc_stride_buffer_take(upc_stride_buffer_t *buffer, size_t bytes) {
  int kind = kind_of(bytes + UPC_STRIDE_LINE);
  place_t place = free_ones[kind];
  buffer->kind = kind;
  if (place != NULL) {
    free_ones[kind] = *(place_t *)(char *)place;
  } else {
    place = upc_stride_shared_alloc((size_t)1 << (kind + LEAST), "a buffer of the library");
  }
  buffer->place = place + UPC_STRIDE_LINE; /* the start holds the pointer while the buffer is free */
  buffer->here = (char *)buffer->place;
}

void upc_stride_buffer_give(upc_stride_buffer_t *buffer) {
  place_t place = buffer->place - UPC_STRIDE_LINE;
  *(place_t *)(char *)place = free_ones[buffer->kind];
  free_ones[buffer->kind] = place;
}
