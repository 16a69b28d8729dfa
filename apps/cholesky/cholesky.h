/* SPDX-License-Identifier: BSD-3-Clause
 * cholesky.h: A = U'U, A n x n, symmetric and positive definite, in square blocks (tiles) on an R x C grid of threads.
 * Tile (i, j) belongs to the thread in row i mod R and column j mod C of the grid: a checkerboard, so that all threads
 * have work until near the end. Only tiles on and above the diagonal are there.
 *
 * A thread's tiles of one row of tiles, from the diagonal on, are a strip: one matrix of `block` rows, row-major, so the
 * next row begins a strip's width further. Strips lie one after another.
 *
 *   grid 2x2, 5 x 5 tiles; thread (0, 1) has   . 1 . 3 .    and so two strips, two tiles wide and one:
 *                                              . . . . .    all rows of (0, 1) (0, 3), then all of (2, 3).
 *                                              . . . 3 .
 *
 * To BLAS, which is column-major, a strip is U transposed, L: tall and `block` columns wide. That is the shape its kernels
 * like: they hold a few columns of one operand and run down the rows of the other, so a long side is best their rows.
 *
 * L with A = LL' is U transposed, so the same numbers at the same places are L, column by column: tile (i, j) of U is tile
 * (j, i) of L, and a C x R grid for L. */
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
  size_t room, *start;       /* elements on each thread; those before strip i on thread (i mod R, c), at i * C + c */
  upc_stride_array_t A;          /* a thread's strips are one block: row r, columns c * room on */
  upc_stride_array_t diagonal;   /* two tiles on each thread: U[k][k], on the row of threads that has row k; what it sends */
  upc_stride_array_t across[2];  /* on each thread its strip of row k of U, as in A; for k mod 2 */
  upc_stride_array_t down[2];    /* on each thread U[k][i] for its rows i, in slot i / R: its column of U' */
  upc_stride_array_t sent[3];    /* on each thread its own U[k][i], tile by tile, for those; for k mod 3 */
  double memory;                 /* bytes of all these, on all threads */
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

/* A tile, or several side by side, where BLAS is to read it: `ld` elements from row to row. */
typedef struct {
  const double *at;
  size_t ld;
} tile_t;

/* step.upc: a thread's own work. */
void factor_tile(const problem_t *q, size_t k);               /* A[k][k] -> U[k][k], on its owner  */
void solve_row(const problem_t *q, size_t k, tile_t diagonal); /* A[k][j > k] -> U[k][j], on my columns j       */
/* A[i][j >= i] -= U[k][i]' U[k][j] on my columns j: u is U[k][i], `across` U[k] on my columns j >= k. */
void update_row(const problem_t *q, size_t k, size_t i, tile_t u, const double *across);
/* Copies a tile of mine to where its rows lie one after another. */
void copy_tile(const problem_t *q, shared void *dst, size_t i, size_t j);

/* storage.upc: elements j .. j + count of row i of A; A's tiles on and above the diagonal, each by its owner; the factor
 * into a file, as app_finish. (void *: for app_time_runs.) */
void matrix_row(const problem_t *q, size_t i, size_t j, size_t count, double *row);
void fill(void *problem);
int write_factor(const problem_t *q, const char *path, int lower);

/* check.upc: max|A - U'U| / (n eps max|A|) on every thread. Collective; begins with a barrier. */
double residual(const problem_t *q);

/* The first tile from j on in column c of the grid; how many there are. */
static inline size_t first_tile(const problem_t *q, size_t j, size_t c) {
  const size_t C = (size_t)q->grid[1];
  return j + (c + C - j % C) % C;
}
static inline size_t tiles_from(const problem_t *q, size_t j, size_t c) {
  const size_t first = first_tile(q, j, c);
  return first < q->tiles ? (q->tiles - 1 - first) / (size_t)q->grid[1] + 1 : 0;
}
static inline size_t my_first(const problem_t *q, size_t j) { return first_tile(q, j, q->mycol); }
static inline size_t side(const problem_t *q, size_t i) { return at_most(q->block, q->n - i * q->block); } /* of tile i */
/* Columns of the matrix that are mine, from tile j on. */
static inline size_t my_width(const problem_t *q, size_t j) {
  const size_t count = tiles_from(q, j, q->mycol);
  return count == 0 ? 0 : (count - 1) * q->block + side(q, my_first(q, j) + (count - 1) * (size_t)q->grid[1]);
}

/* Strip i in column c of the grid: the elements of a row, with room for a whole last tile; those before tile j. */
static inline size_t strip_ld(const problem_t *q, size_t i, size_t c) { return q->block * tiles_from(q, i, c); }
static inline size_t strip_before(const problem_t *q, size_t i, size_t j) {
  return (j - i) / (size_t)q->grid[1] * q->block; /* the strip's first tile is less than C columns from the diagonal */
}
/* Where that strip is, and tile (i, j); LOCAL where they are the caller's own. */
static inline shared void *strip_at(const problem_t *q, size_t i, size_t c) {
  return app_at(q->A, i % (size_t)q->grid[0], c * q->room + q->start[i * (size_t)q->grid[1] + c]);
}
static inline shared void *tile_at(const problem_t *q, size_t i, size_t j) {
  return (shared [] double *)strip_at(q, i, j % (size_t)q->grid[1]) + strip_before(q, i, j);
}
#define LOCAL_STRIP(q, i) ((double *)strip_at(q, i, (q)->mycol))
#define LOCAL_TILE(q, i, j) ((double *)tile_at(q, i, j))

#endif
