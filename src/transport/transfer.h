/* SPDX-License-Identifier: BSD-3-Clause
 * Transfers: copies to and from far memory. With a compiler that has upc_nb.h they go on while the program does;
 * otherwise the call makes the copy. A transfer that is zero is complete. */
#ifndef UPC_STRIDE_TRANSFER_H
#define UPC_STRIDE_TRANSFER_H

#include <stddef.h>
#include <upc.h>

typedef struct upc_stride_transfer {
  void *handle;                 /* of the last copy; those before it are complete */
} upc_stride_transfer_t;

void upc_stride_transfer_get(upc_stride_transfer_t *t, void *to, shared const void *from, size_t bytes);
void upc_stride_transfer_put(upc_stride_transfer_t *t, shared void *to, const void *from, size_t bytes);

/* 1 when all that was started is complete. */
int upc_stride_transfer_test(upc_stride_transfer_t *t);

/* Buffers in the caller's shared memory: what calls in flight pack and combine into, and others fetch from. They come
 * in powers of two, and one that is given back waits for the next call. */

typedef struct upc_stride_buffer {
  shared [] char *place;
  char *here;                   /* the same, by private address */
  int kind;
} upc_stride_buffer_t;

enum { UPC_STRIDE_LEAST_BUFFER = 256 };

/* A buffer of UPC_STRIDE_LEAST_BUFFER bytes, the first of its size. */
void upc_stride_buffer_first(shared [] char *place);

void upc_stride_buffer_take(upc_stride_buffer_t *buffer, size_t bytes);
void upc_stride_buffer_give(upc_stride_buffer_t *buffer);

#endif
