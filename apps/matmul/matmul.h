/* SPDX-License-Identifier: BSD-3-Clause
 * matmul.h: C = A B on an R x C grid of threads. A is M x P in tiles (blocks) of m x p, B is P x N in tiles of p x n,
 * and C is M x N in tiles of m x n. Tile (i, j) of each matrix belongs to the thread in row i mod R and column j mod C
 * of the grid: a checkerboard.
 * The elements of a tile lie column by column (column-major), as BLAS expects. A thread's tiles lie one after another,
 * tile row by tile row. So its tiles of one tile row are one column-major matrix, as high as a tile.
 *
 *   4 threads, grid 2x2, tiles of 2x2, a 4x8 matrix. Thread 0 owns    row 0:  0 2 | . . | 4 6 | . .
 *   tiles (0, 0) and (0, 2). Their offsets in its memory:             row 1:  1 3 | . . | 5 7 | . .
 *   BLAS sees one 2x4 matrix with leading dimension 2. */
#ifndef MATMUL_H
#define MATMUL_H

#include <stddef.h>
#include "upc_stride_coll.h"
#include "../common/arguments.h"
#include "../common/blocks.h"
#include "../common/files.h"

typedef struct {
  size_t m, n, p;      /* M N P */
  size_t block[3];     /* m n p */
  int grid[2];         /* R, C; R * C == THREADS */
  size_t repeat;
  int check, plain, graph, json, profile, no_data, cold;
  size_t steps;        /* --steps: how many of the P / p steps are done; 0: all */
  const char *input[2], *output; /* the files of A and B, and of C; or null */
  app_file_t file[2];  /* the inputs, open */
} options_t;

typedef struct {
  size_t m, n, p;               /* M N P */
  size_t bm, bn, bp;            /* m n p: the sides of the blocks */
  int grid[2];
  size_t myrow, mycol;          /* this thread's place in the grid */
  size_t steps;                 /* of P / p, as asked for */
  size_t tiles, width;          /* my tiles in a tile row of C; the columns of the matrix in them */
  const app_file_t *input[2];   /* null: A or B is given by a formula */
  upc_stride_array_t A, B, C;
  upc_stride_array_t panel_a[2]; /* on each thread A[i][k] for its tile rows i, tile after tile; entry k mod 2 */
  upc_stride_array_t panel_b[2]; /* on each thread B[k][j] for its tile columns j, as one matrix; entry k mod 2 */
  const void **lent_a[2], *lent_b[2]; /* where this thread reads them: each tile of A's; on a near thread in place */
} problem_t;

/* options.upc: on ARGUMENTS_OK *o is set and the inputs are open. Collective. */
int parse_options(char **argv, options_t *o);

/* The argument is a problem_t. All are collective and set C to A B. None starts or ends with a barrier. */
void summa(void *problem);       /* summa.upc: panels along rows and columns of the grid (the paper's Figure 7) */
void plain(void *problem);       /* plain.upc: every thread gets the blocks it needs (the paper's Figure 1) */
/* graph.upc: SUMMA as a graph of steps, which graph_begin makes, summa_graph runs and graph_end frees. */
void graph_begin(const problem_t *q);
void summa_graph(void *unused);
void graph_end(void);

/* storage.upc: rows i .. i+h-1, columns j .. j+w-1 of A or B, by formula (in [-1, 1)) or from a file. dst is
 * column-major with leading dimension ld. */
enum { MATRIX_A, MATRIX_B };
void elements(const problem_t *q, int matrix, size_t i, size_t j, size_t h, size_t w, double *dst, size_t ld);
/* Fills A and B; each thread fills its own tiles. */
void fill(const problem_t *q);
/* Writes C to a file. Collective. Until it is written there is a copy of C. */
void write_product(const problem_t *q, const char *path);

/* check.upc: max|C - Cref| / (P eps max|A| max|B|), on every thread. Cref is computed by BLAS alone. Collective; starts
 * with a barrier. */
double residual(const problem_t *q);

/* The address of the tile whose first element is (i, j); LOCAL: of a tile that the calling thread owns. */
#define AT(matrix, i, j) app_at(matrix, i, j)
#define LOCAL(matrix, i, j) ((double *)AT(matrix, i, j))

#endif
