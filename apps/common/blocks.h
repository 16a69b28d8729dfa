/* SPDX-License-Identifier: BSD-3-Clause
 * blocks.h: arithmetic of matrices in blocks on an R x C grid of threads. Every thread has room for as many blocks
 * as the one with most, whole ones at the edges too; a good size of block leaves little of that empty. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <stddef.h>

enum { LARGEST_BLOCK = 1 << 14 };

static inline size_t at_most(size_t size, size_t limit) { return size < limit ? size : limit; }
static inline size_t pieces(size_t size, size_t piece) { return (size + piece - 1) / piece; }

/* Elements a side of `size` has room for, in blocks dealt out to `threads`.  10 in blocks of 3 to 2 threads: 12 */
static inline size_t room(size_t size, size_t block, size_t threads) {
  return pieces(pieces(size, block), threads) * threads * block;
}

/* The bytes of a rows x cols matrix of doubles, in blocks of h x w, on all threads together. */
static inline double matrix_room(size_t rows, size_t cols, size_t h, size_t w, const int grid[2]) {
  return 8.0 * (double)room(rows, h, (size_t)grid[0]) * (double)room(cols, w, (size_t)grid[1]);
}

/* The size of block, about `most` at most, that gives as many blocks to each of the threads; a multiple of 8, unless that
 * would leave much room empty. 2312 elements, most 256, 2 threads: 10 blocks of 232; 10 elements, 2 threads: 2 of 5 */
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

#endif
