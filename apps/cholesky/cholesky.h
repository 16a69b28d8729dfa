/* SPDX-License-Identifier: BSD-3-Clause
 * cholesky.h: A = U'U, A n x n, symmetric and positive definite, in square blocks (tiles) on an R x C grid of threads.
 * Tile (i, j) belongs to the thread in row i mod R and column j mod C of the grid: a checkerboard, so that all threads
 * have work until near the end. Only tiles on and above the diagonal are used. Within a tile elements lie column by
 * column, as BLAS has them. A thread's tiles lie one after another, row of tiles by row of tiles, so its tiles of one
 * row are side by side in one column-major matrix of `block` rows:
 *
 *   grid 2x2, 5 x 5 tiles; thread (0, 1) has   . 1 . 3 .    and at 1, 3 two matrices of 2 tiles each, the second of
 *                                              . . . . .    which counts from its last tile, (2, 3).
 *                                              . . . 3 .
 *
 * L with A = LL' is U transposed, so the same numbers at the same places are L, row by row: tile (i, j) of U is tile
 * (j, i) of L with its elements lying row by row, and a C x R grid for L. */
#ifndef CHOLESKY_H
#define CHOLESKY_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"
#include "../common/blocks.h"
#include "../common/files.h"
#include "../common/places.h"

typedef struct {
  size_t n, block;
  size_t indefinite;         /* --indefinite m: the leading minor of order m is not positive; 0: none */
  int grid[2];               /* R, C as U has them; R * C == THREADS */
  size_t repeat;
  int lower;                 /* --lower: what is printed speaks of L */
  int check, plain, json, profile;
  const char *input, *output; /* files, or null */
  app_file_t file;           /* the input, open */
} options_t;

typedef struct {
  size_t n, block, tiles;    /* tiles: along a side */
  size_t bytes;              /* of a tile           */
  size_t indefinite;
  const app_file_t *input;   /* null: the matrix is a formula's */
  int grid[2];
  size_t myrow, mycol;       /* of the grid */
  upc_stride_array_t A;
  upc_stride_array_t diagonal;   /* a tile on each thread: A[k][k], on the row of threads that has row k              */
  upc_stride_array_t across[2];  /* on each thread its columns of row k of U, tiles side by side as in A; for k mod 2  */
  upc_stride_array_t down[2];    /* on each thread U[k][i] for its rows i, in slot i / R: transposed, its column of U' */
  double *my_diagonal, *my_across[2], *my_down[2]; /* the caller's own of these */
} problem_t;

/* options.upc: ARGUMENTS_OK and *o filled, and the input open; or not. Every thread calls. */
int parse_options(int argc, char **argv, options_t *o);

/* Both are collective, overwrite A's tiles on and above the diagonal with U, and neither start nor end with a barrier. */
void cholesky(const problem_t *q);  /* cholesky.upc: broadcasts along rows and columns of the grid (the paper's Figure 11) */
void plain(const problem_t *q);     /* plain.upc: every thread gets the tiles it needs */

/* info.upc: as LAPACK's info, the order of the first leading minor that is not positive; 0 if there is none. */
size_t info(void);
int indefinite(void *problem);     /* 1 if there is one (for app_time_runs) */
void reset_info(void);
/* The owner of tile (k, k) says that the minor of this order, one that ends in tile k, is not positive. */
void set_info(size_t order);
/* Row k of U could not be computed. The same on all threads that have received a tile of that row. */
int failed(const problem_t *q, size_t k);

/* step.upc: a thread's own work. */
void factor_tile(const problem_t *q, size_t k);                       /* A[k][k] -> U[k][k], on its owner              */
void solve_row(const problem_t *q, size_t k, const double *diagonal); /* A[k][j > k] -> U[k][j], on my columns j       */
/* A[i][j >= i] -= U[k][i]' U[k][j] on my columns j; `across` is U[k] on my columns j > k. */
void update_row(const problem_t *q, size_t k, size_t i, const double *u, const double *across);

/* storage.upc: elements j .. j + count of row i of A; A's tiles on and above the diagonal, each by its owner; the factor
 * into a file, as app_finish. (void *: for app_time_runs.) */
void matrix_row(const problem_t *q, size_t i, size_t j, size_t count, double *row);
void fill(void *problem);
int write_factor(const problem_t *q, const char *path, int lower);

/* check.upc: max|A - U'U| / (n eps max|A|) on every thread. Collective; begins with a barrier. */
double residual(const problem_t *q);

/* Tile (i, j) of A; LOCAL where it is the caller's own. */
#define TILE(q, i, j) app_at((q)->A, (i) * (q)->block, (j) * (q)->block)
#define LOCAL(q, i, j) ((double *)TILE(q, i, j))

/* The first column of tiles from j on that is mine (or that would be); how many tiles, and how many columns of the matrix,
 * I have in a row from there on. */
static inline size_t my_first(const problem_t *q, size_t j) {
  const size_t c = (size_t)q->grid[1];
  return j + (q->mycol + c - j % c) % c;
}
static inline size_t side(const problem_t *q, size_t i) { return at_most(q->block, q->n - i * q->block); } /* of tile i */
static inline size_t my_tiles(const problem_t *q, size_t j) {
  const size_t first = my_first(q, j);
  return first < q->tiles ? (q->tiles - 1 - first) / q->grid[1] + 1 : 0;
}
static inline size_t my_width(const problem_t *q, size_t j) {
  const size_t first = my_first(q, j), count = my_tiles(q, j);
  return count == 0 ? 0 : (count - 1) * q->block + side(q, first + (count - 1) * q->grid[1]);
}

#endif
