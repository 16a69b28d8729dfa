/* SPDX-License-Identifier: BSD-3-Clause
 * scalapack.h: the calls of BLACS and ScaLAPACK, which have no header, and matrices in blocks on a grid. */
#ifndef BENCH_SCALAPACK_H
#define BENCH_SCALAPACK_H

#include "words.h"

void Cblacs_pinfo(int *me, int *processes);
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int cols);
void Cblacs_gridinfo(int context, int *rows, int *cols, int *myrow, int *mycol);
int numroc_(const int *n, const int *nb, const int *me, const int *first, const int *processes);
void descinit_(int *desc, const int *m, const int *n, const int *mb, const int *nb, const int *row, const int *col,
               const int *context, const int *lld, int *info);

typedef struct {
  double *data;
  int desc[9];
  int rows, cols, lld;               /* of this process's part, which is column-major */
  int grid[2], myrow, mycol, block[2];
} matrix_t;

static inline matrix_t new_matrix_of_blocks(int context, int rows, int cols, int block_rows, int block_cols) {
  matrix_t x;
  int zero = 0, info;
  Cblacs_gridinfo(context, &x.grid[0], &x.grid[1], &x.myrow, &x.mycol);
  x.block[0] = block_rows, x.block[1] = block_cols;
  x.rows = numroc_(&rows, &block_rows, &x.myrow, &zero, &x.grid[0]);
  x.cols = numroc_(&cols, &block_cols, &x.mycol, &zero, &x.grid[1]);
  x.lld = x.rows > 1 ? x.rows : 1;
  x.data = new_words((size_t)x.lld * (size_t)(x.cols > 1 ? x.cols : 1), "my part of a matrix");
  descinit_(x.desc, &rows, &cols, &block_rows, &block_cols, &zero, &zero, &context, &x.lld, &info);
  return x;
}

/* In square blocks. */
static inline matrix_t new_matrix(int context, int rows, int cols, int block) {
  return new_matrix_of_blocks(context, rows, cols, block, block);
}

/* The index in the whole matrix of this process's row, or column, i. */
static inline int whole_index(int i, int block, int processes, int me) {
  return (i / block * processes + me) * block + i % block;
}
static inline int whole_row(const matrix_t *x, int i) { return whole_index(i, x->block[0], x->grid[0], x->myrow); }
static inline int whole_col(const matrix_t *x, int i) { return whole_index(i, x->block[1], x->grid[1], x->mycol); }

#endif
