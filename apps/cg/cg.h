/* SPDX-License-Identifier: BSD-3-Clause
 * cg.h: a sparse symmetric matrix in rows. Each thread has some of them, and the same rows of all vectors.
 *
 *   2 threads, 6 rows     thread 0: first 0, rows 3      thread 1: first 3, rows 3 */
#ifndef CG_H
#define CG_H

#include <stddef.h>
#include "upc_stride_coll.h"

typedef struct {
  size_t n, first, rows;       /* of the matrix; of this thread                                          */
  size_t *start;               /* row r has the entries start[r] .. start[r + 1] - 1, by column          */
  size_t *column;
  double *value;
} matrix_t;

/* matrix.upc: these rows of the matrix of the NAS benchmark CG (Bailey and others, The NAS Parallel Benchmarks, 1994):
 * the sum of outer products of n random vectors with `nonzeros` elements each, whose weights fall from 1 to 0.1. Its
 * diagonal has `shift` subtracted. Each thread makes all vectors. */
matrix_t nas_matrix(size_t n, size_t first, size_t rows, int nonzeros, double shift);

/* Entries near the diagonal, further from it, and on the other diagonal: positive definite. */
matrix_t band_matrix(size_t n, size_t first, size_t rows);

static inline double band_right_side(size_t row) { return 1.0 + (double)(row % 5); }

void matrix_free(matrix_t *A);

/* A class of the benchmark: its matrix, and the eigenvalue that it must find. */
typedef struct {
  const char *name;
  size_t n;
  int nonzeros, rounds;
  double shift, zeta;
} class_t;

typedef struct {
  const class_t *nas;          /* or null: the band matrix */
  matrix_t A;                  /* once the neighbours are found, a column is a place in `p`        */
  upc_stride_array_t P, Z;     /* the vectors p and z, in the memory of the program                */
  double *p, *z, *x, *r, *q;   /* p: the caller's elements, then those of others that it needs     */
  upc_stride_array_t parts, sums; /* two numbers on each thread */
  upc_stride_handle_t neighbours, sum;
  double zeta, residual, flops; /* flops: of this thread, in one run */
} solver_t;

/* cg.upc. Before the first run: the calls that are made once. A run, with a solver_t. All are collective. */
void find_neighbours(solver_t *s);
void find_sums(solver_t *s);
void cg(void *solver);
double sum_of_threads(solver_t *s, double mine);

/* check.upc: the largest difference of z from the solution by elimination, on thread 0; the others have 0. */
double difference(upc_stride_array_t Z, size_t n);

#endif
