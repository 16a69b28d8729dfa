// SPDX-License-Identifier: BSD-3-Clause
// The library's side of bench/collectives for strided sections: sections copy|columns|every_other BYTES..
#include <upc_stride_coll.h>
#include "measure_upc.h"
#include "sections.h"

static const upc_flag_t my = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
static upc_stride_array_t source, target;
static size_t blocks, piece;  /* every_other: the number of blocks picked on each thread, and the bytes of each */
static int *next_thread;      /* the permutation */

static upc_stride_array_t tiled(size_t rows, size_t cols, size_t tile_rows, size_t tile_cols, int grid_rows,
                                int grid_cols) {
  size_t shape[2] = {rows, cols}, block[2] = {tile_rows, tile_cols};
  int grid[2] = {grid_rows, grid_cols};
  return upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
}

/* The address of element (i, j); null if the element belongs to another thread. */
static double *own(upc_stride_array_t a, size_t i, size_t j) {
  size_t at[2] = {i, j};
  shared void *p = upc_stride_at(a, at);
  return upc_threadof(p) == MYTHREAD ? (double *)p : NULL;
}

static void copy_all(void) {
  upc_stride_copy(UPC_SECTION(target, UPC_STRIDE_ALL, UPC_STRIDE_ALL),
                  UPC_SECTION(source, UPC_STRIDE_ALL, UPC_STRIDE_ALL), my);
}

static void permute(void) {
  long long last = 2 * (long long)blocks - 1;
  upc_stride_permute(UPC_SECTION(target, UPC_STRIDE_ALL, UPC_STRIDE_STEP(0, 2, last)),
                     UPC_SECTION(source, UPC_STRIDE_ALL, UPC_STRIDE_STEP(0, 2, last)), next_thread, piece, my);
}

static void measure_matrix(const char *name, size_t bytes, int columns) {
  size_t i, j;
  matrix_shape_t m = matrix_of(bytes, THREADS);
  tile_t s = source_tile(m, THREADS), t = target_tile(m, THREADS);
  unsigned long wrong_here = 0;
  if (columns ? !columns_fit(m, THREADS) : !copy_fits(m)) return;
  if (columns) s.rows = m.rows / THREADS, s.cols = m.cols, t.rows = m.rows, t.cols = m.cols / THREADS;
  source = tiled(m.rows, m.cols, s.rows, s.cols, THREADS, 1);
  target = tiled(m.rows, m.cols, t.rows, t.cols, 1, THREADS);
  for (i = 0; i < m.rows; i++)
    for (j = 0; j < m.cols; j++) {
      double *from = own(source, i, j);
      if (from) *from = element(m, i, j);
    }
  upc_barrier;
  double seconds = typical(NULL, copy_all);
  for (i = 0; i < m.rows; i++)
    for (j = 0; j < m.cols; j++) {
      double *to = own(target, i, j);
      if (to && *to != element(m, i, j)) wrong_here++;
    }
  report(name, bytes, seconds, wrong_here);
  upc_stride_all_free(source), upc_stride_all_free(target);
}

static void measure_blocks(const char *name, size_t bytes) {
  size_t b, i;
  size_t words = block_words(bytes), all;
  unsigned long wrong_here = 0;
  blocks = picked_blocks(bytes);
  piece = words * sizeof(double);
  all = 2 * blocks * words;
  source = tiled(THREADS, all, 1, words, THREADS, 1), target = tiled(THREADS, all, 1, words, THREADS, 1);
  next_thread = allocate(THREADS * blocks, sizeof *next_thread, "the permutation");
  for (b = 0; b < THREADS * blocks; b++) next_thread[b] = (int)((b + blocks) % (THREADS * blocks));
  double *from = own(source, MYTHREAD, 0), *to = own(target, MYTHREAD, 0);
  for (i = 0; i < all; i++) from[i] = word(MYTHREAD, i), to[i] = -1;
  upc_barrier;
  double seconds = typical(NULL, permute);
  for (i = 0; i < all; i++) wrong_here += to[i] != (i / words % 2 ? -1 : word((MYTHREAD + THREADS - 1) % THREADS, i));
  report(name, bytes, seconds, wrong_here);
  free(next_thread);
  upc_stride_all_free(source), upc_stride_all_free(target);
}

int main(int argc, char **argv) {
  int a;
  const char *name = argc > 2 ? argv[1] : "";
  int columns = strcmp(name, "columns") == 0, every_other = strcmp(name, "every_other") == 0;
  if (!columns && !every_other && strcmp(name, "copy") != 0) {
    if (MYTHREAD == 0) fprintf(stderr, "usage: sections copy|columns|every_other BYTES..\n");
    return 2;
  }
  for (a = 2; a < argc; a++) {
    size_t bytes = strtoul(argv[a], NULL, 10);
    if (every_other) measure_blocks(name, bytes);
    else measure_matrix(name, bytes, columns);
  }
  return 0;
}
