/* SPDX-License-Identifier: BSD-3-Clause
 * A sparse matrix of N rows on all threads, in equal parts: its arrays, and the products of products.upc. */
#ifndef BENCH_SPARSE_H
#define BENCH_SPARSE_H

#include <upc_relaxed.h>

enum { N = 1 << 14, MOST = 30 }; /* elements of a row: 5 to MOST */

extern shared [N / THREADS] double x[N], y[N];
extern shared [N / THREADS + 1] int start[N + THREADS]; /* row i begins at start[i + its owner] */
extern shared [MOST * N / THREADS] int column[MOST * N];
extern shared [MOST * N / THREADS] double value[MOST * N];

/* The thread's own part of the matrix, in private memory. */
typedef struct { int rows, *start, *column; double *value; } part_t;

/* y = matrix * x, for the caller's rows: with the matrix in private memory and a private result; the same with a shared
 * result; with everything shared. */
#define DECLARE_PRODUCTS(kind)                                                            \
  void product_private_##kind(int n, const int *first, const int *col, const double *v, double *out); \
  void product_of_x_##kind(const int *first, const int *col, const double *v);            \
  void product_shared_##kind(void)
DECLARE_PRODUCTS(one_by_one);
DECLARE_PRODUCTS(collected);

#endif
