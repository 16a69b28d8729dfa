/* SPDX-License-Identifier: BSD-3-Clause
 * cholesky.h: A = U'U on an R x C grid of threads. A is n x n, symmetric and positive definite, in square tiles.
 * Tile (i, j) belongs to the thread in row i mod R and column j mod C of the grid: a checkerboard, so that all threads
 * have work until near the end. Only the tiles on and above the diagonal are stored.
 *
 * A thread's tiles of one tile row, from the diagonal on, are a row panel: one row-major matrix of `block` rows. A
 * thread's panels lie one after another.
 *
 *   grid 2x2, 5 x 5 tiles; thread (0, 1) has   . 1 . 3 .    and so two panels, two tiles wide and one tile wide:
 *                                              . . . . .    all rows of (0, 1) (0, 3), then all rows of (2, 3).
 *                                              . . . 3 .
 *
 * BLAS is column-major, so to BLAS a panel is a part of L = U', tall and `block` columns wide. dgemm is faster on tall
 * matrices: it keeps a few columns of one operand in registers and runs down the rows of the other.
 *
 * A = LL' needs no code of its own: tile (i, j) of U, read column by column, is tile (j, i) of L on a C x R grid. */
#ifndef CHOLESKY_H
#define CHOLESKY_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"
#include "../common/blocks.h"
#include "../common/files.h"

typedef struct {
  size_t n, block;
  size_t indefinite;         /* --indefinite m: the leading minor of order m is not positive; 0: none */
  int grid[2];               /* R, C of U's grid; R * C == THREADS */
  size_t repeat;
  int lower;                 /* --lower: report and write L instead of U */
  int check, plain, graph, json, profile, no_data, cold;
  size_t steps;              /* --steps: the number of steps that are done; 0: all */
  const char *input, *output; /* files, or null */
  app_file_t file;           /* the input, open */
} options_t;

typedef struct {
  size_t n, block, tiles;    /* tiles: along a side */
  size_t steps;              /* of `tiles`, as asked for */
  size_t bytes;              /* of a tile           */
  size_t indefinite;
  const app_file_t *input;   /* null: the matrix is given by a formula */
  int grid[2];
  size_t myrow, mycol;       /* this thread's place in the grid */
  size_t capacity;           /* elements of A on each thread */
  size_t *start;             /* entry i: elements before panel i on the thread of my grid column that has it */
  upc_stride_array_t A;          /* a thread's panels are one block: row r, columns from c * capacity on */
  upc_stride_array_t diagonal;   /* two tiles on each thread: U[k][k] as received, and the copy that is sent */
  upc_stride_array_t across[2];  /* on each thread its columns of row k of U, as a panel of A; entry k mod 2 */
  upc_stride_array_t down[2];    /* on each thread the tiles U[k][i] for its tile rows i, at i / R; entry k mod 2 */
  upc_stride_array_t sent[3];    /* on each thread copies of the tiles U[k][i] that it sends; entry k mod 3 */
  int near;                      /* 1: all threads are near, and read such tiles in A; `down` and `sent` stay empty */
  upc_stride_array_t room;       /* then the destination of what is lent: a block as large as a panel on each thread */
  double memory;                 /* bytes of all these arrays, on all threads */
  double *my_diagonal;           /* this thread's part of the array */
  const void *lent_across[2], **lent_down[2]; /* where this thread reads row k; each tile U[k][i], at i / R */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set and the input is open. Collective. */
int parse_options(char **argv, options_t *o);

/* The argument is a problem_t. All are collective and overwrite A's tiles on and above the diagonal with U. None starts
 * or ends with a barrier. */
/* cholesky.upc: broadcasts along rows and columns of the grid (the paper's Figure 11) */
void cholesky(void *problem);
void plain(void *problem);          /* plain.upc: every thread gets the tiles it needs */
/* graph.upc: the steps of `cholesky` as a graph, which graph_begin makes, cholesky_graph runs and graph_end frees. */
void graph_begin(const problem_t *q);
void cholesky_graph(void *unused);
void graph_end(void);

/* info.upc: LAPACK's info: the order of the first leading minor that is not positive; 0 if there is none. */
size_t info(void);
int indefinite(void *problem);     /* info() > 0, for app_time_runs */
void reset_info(void);
/* The owner of tile (k, k) reports the order of the minor, which ends in tile k. */
void set_info(size_t order);
/* 1 if row k of U could not be computed. All threads that have received a tile of that row get the same result. */
int failed(const problem_t *q, size_t k);

/* A tile, or several side by side, with `ld` elements from row to row. */
typedef struct {
  const double *at;
  size_t ld;
} tile_t;

/* step.upc: a thread's own work, by LAPACK and BLAS. */
void factor_tile(const problem_t *q, size_t k);                /* potrf: A[k][k] -> U[k][k]; its owner calls */
void solve_row(const problem_t *q, size_t k, tile_t diagonal); /* trsm: A[k][j] -> U[k][j] for my tile columns j > k */
/* syrk and gemm: A[i][j] -= U[k][i]' U[k][j] for my tile columns j >= i. u is U[k][i], `across` the first U[k][j]. */
void update_row(const problem_t *q, size_t k, size_t i, tile_t u, tile_t across);
/* Copies one of my tiles to dst, which is mine, as a matrix of its own. */
void copy_tile(const problem_t *q, shared void *dst, size_t i, size_t j);

/* storage.upc: elements j .. j + count - 1 of row i of A. */
void matrix_row(const problem_t *q, size_t i, size_t j, size_t count, double *row);
/* Fills A; each thread fills its own tiles. (void *: for app_time_runs.) */
void fill(void *problem);
/* Writes the factor to a file. Collective. Until it is written there is a copy of it. */
void write_factor(const problem_t *q, const char *path, int lower);

/* check.upc: max|A - U'U| / (n eps max|A|), on every thread. Collective; starts with a barrier. */
double residual(const problem_t *q);

/* The first tile column from j on in column c of the grid; the number of such tile columns. */
static inline size_t first_tile(const problem_t *q, size_t j, size_t c) {
  const size_t C = (size_t)q->grid[1];
  return j + (c + C - j % C) % C;
}
static inline size_t tiles_from(const problem_t *q, size_t j, size_t c) {
  const size_t first = first_tile(q, j, c);
  return first < q->tiles ? (q->tiles - 1 - first) / (size_t)q->grid[1] + 1 : 0;
}
static inline size_t my_first(const problem_t *q, size_t j) { return first_tile(q, j, q->mycol); }
/* Rows or columns of tile i. */
static inline size_t side(const problem_t *q, size_t i) { return at_most(q->block, q->n - i * q->block); }
/* The number of my columns of the matrix, from tile column j on. */
static inline size_t my_width(const problem_t *q, size_t j) {
  const size_t count = tiles_from(q, j, q->mycol);
  return count == 0 ? 0 : (count - 1) * q->block + side(q, my_first(q, j) + (count - 1) * (size_t)q->grid[1]);
}

/* Where a far thread's tile U[k][i] arrives. */
static inline const double *arrived_tile(const problem_t *q, size_t k, size_t i) {
  const size_t number = i / (size_t)q->grid[0] * (size_t)q->grid[1] + q->mycol;
  return (const double *)app_at(q->down[k % 2], q->myrow * q->block, number * q->block);
}

/* Panel i in grid column c: the elements from row to row, the last tile having its full width; those before tile j. */
static inline size_t panel_ld(const problem_t *q, size_t i, size_t c) { return q->block * tiles_from(q, i, c); }
static inline size_t panel_offset(const problem_t *q, size_t i, size_t j) {
  return (j - i) / (size_t)q->grid[1] * q->block; /* the panel's first tile is less than C tiles from the diagonal */
}
/* The elements before panel i in grid column c. */
static inline size_t panel_start(const problem_t *q, size_t i, size_t c) {
  const size_t R = (size_t)q->grid[0];
  size_t start = 0, k;
  if (c == q->mycol && q->start != NULL) return q->start[i];
  for (k = i % R; k < i; k += R) start += q->block * panel_ld(q, k, c);
  return start;
}
/* The addresses of that panel and of tile (i, j); LOCAL: of those that the calling thread owns. */
static inline shared void *panel_at(const problem_t *q, size_t i, size_t c) {
  return app_at(q->A, i % (size_t)q->grid[0], c * q->capacity + panel_start(q, i, c));
}
static inline shared void *tile_at(const problem_t *q, size_t i, size_t j) {
  return (shared [] double *)panel_at(q, i, j % (size_t)q->grid[1]) + panel_offset(q, i, j);
}
#define LOCAL_PANEL(q, i) ((double *)panel_at(q, i, (q)->mycol))
#define LOCAL_TILE(q, i, j) ((double *)tile_at(q, i, j))

#endif
