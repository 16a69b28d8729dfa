/* SPDX-License-Identifier: BSD-3-Clause
 * blocks.h: arrays of one block on each thread, whose collectives are measured. In UPC. */
#ifndef BENCH_BLOCKS_H
#define BENCH_BLOCKS_H

#include <upc_stride_coll.h>

/* One block of `size` bytes on each thread. Collective. */
static inline upc_stride_array_t blocks(size_t size) {
  size_t shape[1] = {THREADS}, block[1] = {1};
  int grid[1] = {THREADS};
  return upc_stride_all_alloc(1, shape, block, size, 1, grid);
}

static inline shared void *block_of(upc_stride_array_t a, int thread) {
  size_t at[1] = {thread};
  return upc_stride_at(a, at);
}

#endif
