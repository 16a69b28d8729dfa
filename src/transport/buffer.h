/* SPDX-License-Identifier: BSD-3-Clause
 * Buffers in the caller's shared memory: what calls in flight pack and combine into, and others fetch from. They come
 * in powers of two, and one that is given back waits for the next call. */
#ifndef UPC_STRIDE_BUFFER_H
#define UPC_STRIDE_BUFFER_H

#include <stddef.h>

typedef struct upc_stride_buffer {
  shared [] char *place;
  char *here;                   /* the same, by private address */
  int kind;
} upc_stride_buffer_t;

void upc_stride_buffer_take(upc_stride_buffer_t *buffer, size_t bytes);
void upc_stride_buffer_give(upc_stride_buffer_t *buffer);

#endif
