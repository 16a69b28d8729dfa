/* SPDX-License-Identifier: BSD-3-Clause
 * scalapack.h: the calls of BLACS and ScaLAPACK, which have no header, and matrices in square blocks on a grid. */
#ifndef SCALAPACK_H
#define SCALAPACK_H

#include "allocate.h"

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
  int rows, cols, lld;               /* of this process */
  int grid[2], myrow, mycol, block;
} matrix_t;

static inline matrix_t new_matrix(int context, int rows, int cols, int block) {
  matrix_t x;
  int zero = 0, info;
  Cblacs_gridinfo(context, &x.grid[0], &x.grid[1], &x.myrow, &x.mycol);
  x.block = block;
  x.rows = numroc_(&rows, &block, &x.myrow, &zero, &x.grid[0]);
  x.cols = numroc_(&cols, &block, &x.mycol, &zero, &x.grid[1]);
  x.lld = x.rows > 1 ? x.rows : 1;
  x.data = allocate((size_t)x.lld * (size_t)(x.cols > 1 ? x.cols : 1), sizeof *x.data, "my part of a matrix");
  descinit_(x.desc, &rows, &cols, &block, &block, &zero, &zero, &context, &x.lld, &info);
  return x;
}

/* The index in the whole matrix of my row or column i. */
static inline int whole_index(int i, int block, int threads, int me) {
  return (i / block * threads + me) * block + i % block;
}

#endif
