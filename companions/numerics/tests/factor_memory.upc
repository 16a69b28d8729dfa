/* SPDX-License-Identifier: BSD-3-Clause
 * The work arrays of factorizations on near threads: a copy of the matrix, and little more. A flat matrix, which has
 * few reflectors, takes no memory by the square of its columns.
 * usage: factor_memory */
#include "upc_stride_numerics.h"
#include "work_arrays.h"

#include <math.h>
#include <stdio.h>

enum { ORDER = 480, SYSTEMS = 2, FLAT_ROWS = 4, FLAT_COLUMNS = 100000 };

static int wrong;

static upc_stride_section_t matrix(size_t rows, size_t columns) {
  size_t shape[2], block[2];
  shape[0] = rows, shape[1] = columns;
  block[0] = rows, block[1] = (columns + THREADS - 1) / THREADS;
  return UPC_SECTION(upc_stride_all_alloc(2, shape, block, sizeof(double), 0, NULL), UPC_STRIDE_ALL, UPC_STRIDE_ALL);
}

static shared [] double *at(upc_stride_section_t A, size_t i, size_t j) {
  size_t index[2];
  index[0] = i, index[1] = j;
  return (shared [] double *)upc_stride_at(A.array, index);
}

static double number(size_t i, size_t j) { return (double)((7 * i + 3 * j + i * j % 5) % 11) - 4; }

/* Of a square matrix the diagonal is large. */
static void fill(upc_stride_section_t A, size_t rows, size_t columns) {
  size_t i, j;
  upc_barrier;
  for (i = MYTHREAD; i < rows; i += THREADS)
    for (j = 0; j < columns; j++)
      *at(A, i, j) = rows == columns && i == j ? 10.0 * ORDER : number(i < j ? i : j, i + j);
  upc_barrier;
  upc_stride_most_work();
}

/* At most 1.3 times the caller's part of a matrix of so many elements. */
static void expect(const char *name, size_t elements) {
  const size_t most = upc_stride_most_work();
  const double bytes = 1.3 * (double)elements / THREADS * sizeof(double);
  if ((double)most <= bytes) return;
  printf("%s: work arrays of %zu bytes on thread %d, must be at most %.0f\n", name, most, (int)MYTHREAD, bytes);
  wrong = 1;
}

static void squares(void) {
  static int pivots[ORDER];
  static double tau[ORDER];
  const upc_stride_section_t A = matrix(ORDER, ORDER), B = matrix(ORDER, SYSTEMS);
  const size_t all = (size_t)ORDER * ORDER;
  fill(A, ORDER, ORDER);
  upc_stride_potrf('L', A, UPC_DOUBLE), expect("potrf", all);
  fill(A, ORDER, ORDER), fill(B, ORDER, SYSTEMS);
  upc_stride_posv('U', A, B, UPC_DOUBLE), expect("posv", all);
  fill(A, ORDER, ORDER);
  upc_stride_getrf(A, pivots, UPC_DOUBLE), expect("getrf", all);
  fill(A, ORDER, ORDER), fill(B, ORDER, SYSTEMS);
  upc_stride_gesv(A, pivots, B, UPC_DOUBLE), expect("gesv", all);
  fill(A, ORDER, ORDER);
  upc_stride_geqrf(A, tau, UPC_DOUBLE), expect("geqrf", all);
}

/* Q does not change the length of a column. */
static void flat(void) {
  double tau[FLAT_ROWS];
  const upc_stride_section_t A = matrix(FLAT_ROWS, FLAT_COLUMNS);
  size_t i, j;
  fill(A, FLAT_ROWS, FLAT_COLUMNS);
  upc_stride_geqrf(A, tau, UPC_DOUBLE), expect("geqrf of a flat matrix", (size_t)FLAT_ROWS * FLAT_COLUMNS);
  upc_barrier;
  for (j = MYTHREAD; j < FLAT_COLUMNS; j += 997) {
    double before = 0, after = 0;
    for (i = 0; i < FLAT_ROWS; i++) before += number(i < j ? i : j, i + j) * number(i < j ? i : j, i + j);
    for (i = 0; i < FLAT_ROWS && i <= j; i++) after += *at(A, i, j) * *at(A, i, j);
    if (!(fabs(after - before) < 1e-9)) printf("column %zu: %g, must be %g\n", j, after, before), wrong = 1;
  }
}

int main(void) {
  squares();
  flat();
  upc_barrier;
  if (wrong) upc_global_exit(1);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return 0;
}
