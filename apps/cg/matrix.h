/* SPDX-License-Identifier: BSD-3-Clause
 * matrix.h: a sparse symmetric matrix in rows, of which a thread, or a process of a program in C, has some.
 *
 *   2 threads, 6 rows     thread 0: first 0, rows 3      thread 1: first 3, rows 3 */
#ifndef MATRIX_H
#define MATRIX_H

#include <stddef.h>

/* Of at most 2^32 columns, so that a product, which reads each entry once from memory, reads 12 bytes and not 16. */
typedef unsigned column_t;

typedef struct {
  size_t n, first, rows;       /* of the matrix; of this thread                                          */
  size_t *start;               /* row r has the entries start[r] .. start[r + 1] - 1, by column          */
  column_t *column;
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

/* The class of this name, or null. */
const class_t *nas_class(const char *name);

#endif
