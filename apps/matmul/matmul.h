/* SPDX-License-Identifier: BSD-3-Clause
 * matmul.h: C = A B with A M x P, B P x N and C M x N, in blocks (tiles) of m x p, p x n and m x n on an R x C grid of
 * threads. Tile (i, j) of each matrix belongs to the thread in row i mod R and column j mod C of the grid: a checkerboard.
 * Within a tile elements lie column by column, as BLAS has them. A thread's tiles lie one after another, row of tiles
 * by row of tiles, so its tiles of one row are side by side in one column-major matrix of a tile's height.
 *
 *   4 threads, grid 2x2, tiles of 2x2, a 4x8 matrix: thread 0 has     row 0:  0 2 | . . | 4 6 | . .
 *   tiles (0, 0) and (0, 2), at these places in its memory:       row 1:  1 3 | . . | 5 7 | . .
 *   to BLAS, one 2x4 matrix with leading dimension 2.                                                              */
#ifndef MATMUL_H
#define MATMUL_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"
#include "../common/blocks.h"
#include "../common/files.h"
#include "../common/places.h"

typedef struct {
  size_t m, n, p;      /* M N P */
  size_t block[3];     /* m n p */
  int grid[2];         /* R, C; R * C == THREADS */
  size_t repeat;
  int check, plain, json, profile;
  const char *input[2], *output; /* files with A, B and for C, or null */
  app_file_t file[2];  /* the inputs, open */
} options_t;

typedef struct {
  size_t m, n, p;               /* M N P */
  size_t bm, bn, bp;            /* m n p: of the blocks */
  int grid[2];
  size_t myrow, mycol;          /* of the grid */
  size_t tiles, width;          /* in a row of C: my tiles, and their columns of the matrix */
  const app_file_t *input[2];   /* null: A or B is a formula's */
  upc_stride_array_t A, B, C;
  upc_stride_array_t panel_a[2]; /* on each thread A[i][k] for its rows i, tile after tile; for k mod 2                 */
  upc_stride_array_t panel_b[2]; /* on each thread B[k][j] for its columns j, side by side as in B                       */
  double *my_panel_a[2], *my_panel_b[2]; /* the caller's own of these */
} problem_t;

/* options.upc: ARGUMENTS_OK and *o filled, and the inputs open; or not. Every thread calls. */
int parse_options(int argc, char **argv, options_t *o);

/* Both are collective. They set C to A B; neither starts nor ends with a barrier. */
void summa(const problem_t *q);  /* summa.upc: broadcasts along rows and columns of the grid (the paper's Figure 7) */
void plain(const problem_t *q);  /* plain.upc: every thread gets the blocks it needs (the paper's Figure 1) */

/* storage.upc: elements i .. i+h, j .. j+w of A or B, by formula (in [-1, 1)) or from a file, column-major with ld elements
 * from column to column. All of A and B, each tile by its owner. C into a file, as app_finish. */
enum { MATRIX_A, MATRIX_B };
void elements(const problem_t *q, int matrix, size_t i, size_t j, size_t h, size_t w, double *dst, size_t ld);
void fill(const problem_t *q);
int write_product(const problem_t *q, const char *path);

/* check.upc: max|C - Cref| / (P eps max|A| max|B|) on every thread, against a product of A and B computed by BLAS alone.
 * Collective; begins with a barrier. */
double residual(const problem_t *q);

/* The tile of a matrix whose first element is (i, j); LOCAL where it is the caller's own. */
#define AT(matrix, i, j) app_at(matrix, i, j)
#define LOCAL(matrix, i, j) ((double *)AT(matrix, i, j))

#endif
