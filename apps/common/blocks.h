/* SPDX-License-Identifier: BSD-3-Clause
 * blocks.h: matrices in blocks on an R x C grid of threads, and the arithmetic of their sizes. Each thread has memory
 * for as many blocks as the thread with the most, and the blocks at the edges have their full size. A good block size
 * leaves little of that memory unused.
 *
 * Lists of sizes are named arrays here: to Berkeley's upcc an array that is a compound literal is no pointer. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stddef.h>
#include "upc_stride_coll.h"

enum { LARGEST_BLOCK = 1 << 14 };

static inline size_t at_most(size_t size, size_t limit) { return size < limit ? size : limit; }
static inline size_t pieces(size_t size, size_t piece) { return (size + piece - 1) / piece; }

/* The number of elements that are allocated along a side of `size` elements, in blocks dealt out to `threads`.
 * 10 elements in blocks of 3 on 2 threads: 12 */
static inline size_t allocated_side(size_t size, size_t block, size_t threads) {
  return pieces(pieces(size, block), threads) * threads * block;
}

/* The bytes that a rows x cols matrix of doubles in blocks of h x w takes on all threads together. */
static inline double matrix_bytes(size_t rows, size_t cols, size_t h, size_t w, const int grid[2]) {
  return 8.0 * (double)allocated_side(rows, h, (size_t)grid[0]) * (double)allocated_side(cols, w, (size_t)grid[1]);
}

/* The block size, about `most` at most, that gives each of the threads the same number of blocks. Blocks of 64 and more
 * are rounded up to a multiple of 8.
 * 2312 elements, most 256, 2 threads: 10 blocks of 232.  10 elements, most 256, 2 threads: 2 blocks of 5. */
static inline size_t even_block(size_t size, size_t most, size_t threads) {
  const size_t blocks = pieces(pieces(size, most), threads) * threads;
  const size_t block = pieces(size, blocks);
  return block < 64 ? block : (block + 7) / 8 * 8;
}

/* R x C becomes C x R. */
static inline void transpose(int grid[2]) {
  const int rows = grid[0];
  grid[0] = grid[1];
  grid[1] = rows;
}

/* Allocates rows x cols elements in blocks of h x w on a grid of threads. Collective. */
static inline upc_stride_array_t app_matrix(size_t rows, size_t cols, size_t h, size_t w, size_t elemsize,
                                            const int *grid) {
  const size_t shape[] = {rows, cols}, block[] = {h, w};
  return upc_stride_all_alloc(2, shape, block, elemsize, 2, grid);
}

/* The address of element (i, j). */
static inline shared void *app_at(upc_stride_array_t A, size_t i, size_t j) {
  const size_t index[] = {i, j};
  return upc_stride_at(A, index);
}

#endif
