/* SPDX-License-Identifier: BSD-3-Clause
 * matmul.h: C = A B with A M x P, B P x N and C M x N, in square blocks (tiles) on an R x C grid of threads.
 * Tile (i, j) of each matrix belongs to the thread in row i mod R and column j mod C of the grid: a checkerboard.
 * Within a tile elements lie column by column, as BLAS has them. A thread's tiles lie one after another, row of tiles
 * by row of tiles, so its tiles of one row are side by side in one column-major matrix of `block` rows.
 *
 *   4 threads, grid 2x2, block 2, a 4x8 matrix: thread 0 has     row 0:  0 2 | . . | 4 6 | . .
 *   tiles (0, 0) and (0, 2), at these places in its memory:       row 1:  1 3 | . . | 5 7 | . .
 *   to BLAS, one 2x4 matrix with leading dimension 2.                                                              */
#ifndef MATMUL_H
#define MATMUL_H

#include <stddef.h>
#include "upc_stride_coll.h"

typedef struct {
  size_t m, n, p;      /* M N P */
  size_t block;
  int grid[2];         /* R, C; R * C == THREADS */
  int repeat;          /* timed runs */
  int check;           /* --check: compare with a product computed without the library */
  int plain;           /* --plain: gets instead of broadcasts */
} options_t;

typedef struct {
  size_t m, n, p, block;
  int grid[2];
  upc_stride_array_t A, B, C;
  upc_stride_array_t scratchA;   /* R x C tiles: each thread one tile of the current column of A               */
  upc_stride_array_t scratchB;   /* R rows of N columns: each thread its columns of the current row of B's tiles */
} problem_t;

/* options.upc: 0 and *o filled; otherwise the status to end with, its reason printed by thread 0. Every thread calls. */
enum { OPTIONS_OK, OPTIONS_HELP, OPTIONS_WRONG };
int parse_options(int argc, char **argv, options_t *o);

/* Both are collective. They set C to A B; neither starts nor ends with a barrier. */
void summa(const problem_t *q);  /* summa.upc: broadcasts along rows and columns of the grid (the paper's Figure 7) */
void plain(const problem_t *q);  /* plain.upc: every thread gets the blocks it needs (the paper's Figure 1) */

/* check.upc: the matrices' elements by formula, in [-1, 1). */
double element_a(size_t i, size_t j);
double element_b(size_t i, size_t j);
/* max|C - Cref| / (P eps max|A| max|B|) on every thread, against a product computed from the formulas by BLAS alone.
 * Collective; begins with a barrier. */
double residual(const problem_t *q);

/* The tile of a matrix whose first element is (i, j); LOCAL where it is the caller's own. */
#define AT(matrix, i, j) upc_stride_at(matrix, (const size_t[]){i, j})
#define LOCAL(matrix, i, j) ((double *)AT(matrix, i, j))
static inline size_t at_most(size_t size, size_t limit) { return size < limit ? size : limit; }

#endif
