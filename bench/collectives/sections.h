/* SPDX-License-Identifier: BSD-3-Clause
 * sections.h: what the drivers of bench/collectives do with sections of doubles, `bytes` a thread. It is the same in
 * UPC and MPI:
 *   copy         a matrix from block-cyclic tiles of 32 x 32 over T x 1 threads to tiles of 64 x 64 over 1 x T
 *   columns      a row-major matrix from bands of rows to bands of columns; a strided piece of columns goes between
 *                each two threads
 *   every_other  every other block of one thread to the same blocks of the next thread; 16 blocks at most */
#ifndef BENCH_SECTIONS_H
#define BENCH_SECTIONS_H

#include <stddef.h>

static inline size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* The nearly square matrix of `bytes` a thread, rows a multiple of the threads. */
typedef struct { size_t rows, cols; } matrix_shape_t;
static inline matrix_shape_t matrix_of(size_t bytes, int threads) {
  size_t n = bytes * (size_t)threads / sizeof(double);
  matrix_shape_t m = {(size_t)threads, 0};
  while (4 * m.rows * m.rows <= n) m.rows *= 2;
  m.cols = n / m.rows;
  return m;
}

/* 0 if the matrix is too small for the operation. */
static inline int copy_fits(matrix_shape_t m) { return m.cols > 0; }
static inline int columns_fit(matrix_shape_t m, int threads) { return m.cols > 0 && m.cols % (size_t)threads == 0; }

typedef struct { size_t rows, cols; } tile_t;
static inline tile_t source_tile(matrix_shape_t m, int threads) {
  tile_t t = {least(32, m.rows / (size_t)threads), least(32, m.cols)};
  return t;
}
static inline tile_t target_tile(matrix_shape_t m, int threads) {
  tile_t t = {least(64, m.rows), least(64, (m.cols + (size_t)threads - 1) / (size_t)threads)};
  return t;
}

static inline double element(matrix_shape_t m, size_t i, size_t j) { return (double)(i * m.cols + j + 1); }

/* every_other: the number of blocks, and the words of each. */
static inline size_t picked_blocks(size_t bytes) { return least(16, bytes / sizeof(double)); }
static inline size_t block_words(size_t bytes) { return bytes / sizeof(double) / picked_blocks(bytes); }

#endif
