/* SPDX-License-Identifier: BSD-3-Clause
 * matrices.h: the products and systems of equations that bench/numerics measures, and how their results are checked. In
 * C, UPC and C++. The data is the same in all programs: an element follows from its place.
 *
 *   gemm M N K        C = A B, with A of M x K and B of K x N elements
 *   posv N R          A X = B for a symmetric positive definite A of N x N elements, and R right-hand sides
 *   gesv N R          the same for a general A
 *
 * A result W, which is C or X, is multiplied by a vector x, each process with its own elements: W x. So a product is
 * right if (C x) = A (B x), and a solution if A (X x) = B x. */
#ifndef BENCH_NUMERICS_MATRICES_H
#define BENCH_NUMERICS_MATRICES_H

#include <math.h>
#include <string.h>
#include "measure/allocate.h"
#include "measure/clock.h"

enum { MATRIX_A, MATRIX_B, RESULT, VECTOR };

typedef struct problem {
  int is_product, is_symmetric;
  size_t m, n, k;                     /* A is m x k, B k x n, C m x n; or A is m x m, k is m, and B is m x n */
  int repeat;
} problem_t;

/* A number of -1 .. 1 that looks random. */
static inline double number_at(int which, size_t i, size_t j) {
  unsigned long long x = (i * 0x9E3779B97F4A7C15ull + (unsigned)which + 1) ^ (j + 1) * 0xD1B54A32D192ED03ull;
  x = (x ^ x >> 31) * 0xBF58476D1CE4E5B9ull;
  x ^= x >> 29;
  return (double)(long long)x * 0x1p-63;
}

static inline double element(const problem_t *p, int which, size_t i, size_t j) {
  if (which == RESULT) return 0;
  if (which != MATRIX_A || !p->is_symmetric) return number_at(which, i, j);
  return number_at(which, i < j ? i : j, i < j ? j : i) + (i == j ? (double)p->m : 0);
}

/* The arguments of a program: REPEAT KIND SIZE.. How many they are. */
static inline int read_problem(problem_t *p, int argc, char **argv) {
  const char *kind = argc > 4 ? argv[2] : "";
  memset(p, 0, sizeof *p);
  p->is_product = strcmp(kind, "gemm") == 0, p->is_symmetric = strcmp(kind, "posv") == 0;
  if ((!p->is_product && !p->is_symmetric && strcmp(kind, "gesv") != 0) || argc < 5 + p->is_product) {
    fprintf(stderr, "usage: %s REPEAT gemm M N K | posv N R | gesv N R ..\n", argv[0]);
    exit(2);
  }
  p->repeat = atoi(argv[1]);
  p->m = p->k = (size_t)atol(argv[3]), p->n = (size_t)atol(argv[4]);
  if (p->is_product) p->k = (size_t)atol(argv[5]);
  return 5 + p->is_product;
}

/* What a program knows of its processes, and how it multiplies its own elements of the result by x. */
typedef struct processes {
  size_t me, count;
  void (*add_all)(double *sums, size_t n);                          /* of all processes, on each of them */
  void (*times)(void *result, double *y, const double *x);          /* y += (own elements) x */
  void *result;
} processes_t;

/* y = W x, the sum over all processes, each of which does a part of the rows: from the formula, or RESULT as it is. */
static inline double *times_vector(const problem_t *p, const processes_t *all, int which, const double *x) {
  const size_t rows = which == MATRIX_B ? p->k : p->m, columns = which == MATRIX_A ? p->k : p->n;
  double *y = (double *)allocate(rows, sizeof *y, "a vector");
  size_t i, j;
  memset(y, 0, rows * sizeof *y);
  if (which == RESULT) all->times(all->result, y, x);
  else
    for (i = all->me; i < rows; i += all->count)
      for (j = 0; j < columns; j++) y[i] += element(p, which, i, j) * x[j];
  all->add_all(y, rows);
  return y;
}

/* The largest difference between both sides, as a part of the largest number. */
static inline double wrong_by(const problem_t *p, const processes_t *all) {
  double *x = (double *)allocate(p->n, sizeof *x, "a vector"), *inner, *left, *right, most = 0, size = 0;
  size_t i;
  for (i = 0; i < p->n; i++) x[i] = number_at(VECTOR, i, 0);
  inner = times_vector(p, all, p->is_product ? MATRIX_B : RESULT, x);
  left = times_vector(p, all, MATRIX_A, inner);
  right = times_vector(p, all, p->is_product ? RESULT : MATRIX_B, x);
  for (i = 0; i < p->m; i++) {
    const double d = fabs(left[i] - right[i]);
    if (!(d <= most)) most = d;
    if (fabs(left[i]) > size) size = fabs(left[i]);
  }
  /* The solution of a general system may be much larger than the right-hand sides: so is A X before it is added up. */
  for (i = 0; !p->is_product && i < p->k; i++)
    if (fabs(inner[i]) > size) size = fabs(inner[i]);
  free(x), free(inner), free(left), free(right);
  return most / size;
}

/* Other programs of a machine can only add to a time. */
static inline double least_of(const double *times, int n) {
  double least = times[0];
  int i;
  for (i = 1; i < n; i++)
    if (times[i] < least) least = times[i];
  return least;
}

/* Process 0 prints the least of the times; all end if the result is wrong. */
static inline int report(const problem_t *p, const processes_t *all, double *times) {
  const double error = wrong_by(p, all);
  if (!(error < 1e-11)) {
    if (all->me == 0) fprintf(stderr, "the result is wrong by %g of its size\n", error);
    return 1;
  }
  if (all->me == 0) printf("%.6f\n", least_of(times, p->repeat)), fflush(stdout);
  return 0;
}

#endif
