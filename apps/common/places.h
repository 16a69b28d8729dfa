/* SPDX-License-Identifier: BSD-3-Clause
 * places.h: matrices of blocks. Lists of sizes are named arrays here: to Berkeley's upcc an array that is a compound
 * literal is no pointer. */
#ifndef PLACES_H
#define PLACES_H

#include <stddef.h>
#include "upc_stride_coll.h"

/* rows x cols elements in blocks of h x w on a grid of threads. */
static inline upc_stride_array_t app_blocks(size_t rows, size_t cols, size_t h, size_t w, size_t elemsize, const int *grid) {
  const size_t shape[] = {rows, cols}, block[] = {h, w};
  return upc_stride_all_alloc(2, shape, block, elemsize, 2, grid);
}

/* Where element (i, j) is. */
static inline shared void *app_at(upc_stride_array_t A, size_t i, size_t j) {
  const size_t index[] = {i, j};
  return upc_stride_at(A, index);
}

#endif
