/* SPDX-License-Identifier: BSD-3-Clause
 * cg.upc: conjugate gradients. A product A p needs elements of p that other threads have, always the same ones: a
 * prepared fetch gets them. The dot products are a prepared reduction. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cg.h"
#include "../common/memory.h"
#include "../common/timing.h"

enum { NAS_STEPS = 25, MOST_STEPS = 2000 };

/* ---- what threads tell each other ---- */

static int ascending(const void *a, const void *b) {
  const size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return x < y ? -1 : x > y;
}

/* The columns of other threads' elements, once each. Columns become places in p. */
void find_neighbours(solver_t *s) {
  matrix_t *A = &s->A;
  const size_t entries = A->start[A->rows];
  size_t *wanted = app_allocate(entries + 1, sizeof *wanted, "columns"), i, n = 0, unique = 0;
  const size_t shape[] = {A->n}, block[] = {(A->n + THREADS - 1) / THREADS};
  for (i = 0; i < entries; i++)
    if (A->column[i] - A->first >= A->rows) wanted[n++] = A->column[i];
  qsort(wanted, n, sizeof *wanted, ascending);
  for (i = 0; i < n; i++)
    if (i == 0 || wanted[i] != wanted[i - 1]) wanted[unique++] = wanted[i];
  for (i = 0; i < entries; i++) {
    const size_t column = A->column[i];
    size_t place = column - A->first;
    if (place >= A->rows)
      place = A->rows + (size_t)((size_t *)bsearch(&column, wanted, unique, sizeof *wanted, ascending) - wanted);
    A->column[i] = (column_t)place;
  }
  s->p = app_allocate(A->rows + unique + 1, sizeof *s->p, "a vector");
  s->P = upc_stride_array_of(s->p, A->rows * sizeof *s->p, 1, shape, block, sizeof *s->p, 0, NULL);
  s->Z = upc_stride_array_of(s->z, A->rows * sizeof *s->z, 1, shape, block, sizeof *s->z, 0, NULL);
  s->neighbours = upc_stride_fetch_init(s->p + A->rows, s->P, wanted, unique, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  free(wanted);
}

void find_sums(solver_t *s) {
  const size_t shape[] = {2 * (size_t)THREADS}, block[] = {2};
  s->parts = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  s->sums = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  s->sum = upc_stride_reduce_all_init(UPC_SECTION(s->sums, UPC_STRIDE_ALL), UPC_SECTION(s->parts, UPC_STRIDE_ALL), 2,
                                      UPC_ADD, UPC_DOUBLE, NULL, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
}

static void start_and_wait(upc_stride_handle_t *call) {
  const double start = app_begin();
  upc_stride_start_call(*call);
  upc_stride_wait(call);
  app_end(APP_MOVE, start);
}

double sum_of_threads(solver_t *s, double mine) {
  ((double *)upc_stride_own_block(s->parts, 0, NULL))[0] = mine;
  start_and_wait(&s->sum);
  return ((double *)upc_stride_own_block(s->sums, 0, NULL))[0];
}

/* Both dot products, of all rows. */
static double dots(solver_t *s, const double *a, const double *b, const double *c, double *second) {
  double *const mine = upc_stride_own_block(s->parts, 0, NULL), *const all = upc_stride_own_block(s->sums, 0, NULL);
  size_t i;
  mine[0] = mine[1] = 0;
  for (i = 0; i < s->A.rows; i++) mine[0] += a[i] * b[i], mine[1] += a[i] * c[i];
  start_and_wait(&s->sum);
  if (second != NULL) *second = all[1];
  return all[0];
}

static void multiply(solver_t *s, double *result) {
  const matrix_t *A = &s->A;
  double start;
  size_t r, k;
  start_and_wait(&s->neighbours);
  start = app_begin();
  for (r = 0; r < A->rows; r++) {
    double sum = 0;
    for (k = A->start[r]; k < A->start[r + 1]; k++) sum += A->value[k] * s->p[A->column[k]];
    result[r] = sum;
  }
  app_end(APP_COMPUTE, start);
}

/* ---- the method ---- */

/* z: the solution of A z = x, after `steps` steps, or when the square of the residual has fallen to `least` of what it
 * was. Returns the norm of the residual, relative to that of x. */
static double solve(solver_t *s, int steps, double least) {
  const size_t n = s->A.rows;
  double rr, before, start, alpha;
  size_t i;
  int k;
  for (i = 0; i < n; i++) s->z[i] = 0, s->p[i] = s->r[i] = s->x[i];
  start = rr = dots(s, s->r, s->r, s->r, NULL);
  for (k = 0; k < steps && rr > least * start; k++) {
    multiply(s, s->q);
    alpha = rr / dots(s, s->p, s->q, s->q, NULL);
    for (i = 0; i < n; i++) s->z[i] += alpha * s->p[i], s->r[i] -= alpha * s->q[i];
    before = rr, rr = dots(s, s->r, s->r, s->r, NULL);
    for (i = 0; i < n; i++) s->p[i] = s->r[i] + rr / before * s->p[i];
    s->flops += 2.0 * (double)s->A.start[n] + 10.0 * (double)n;
  }
  memcpy(s->p, s->z, n * sizeof *s->p);
  multiply(s, s->q);
  for (i = 0; i < n; i++) s->r[i] = s->x[i] - s->q[i];
  return sqrt(dots(s, s->r, s->r, s->r, NULL) / start);
}

/* The system with the right side 1 2 3 4 5 1 2 .., or the benchmark: an eigenvalue, by the inverse power method. */
void cg(void *data) {
  solver_t *const s = data;
  double xz, zz;
  size_t i;
  int round;
  s->flops = 0;
  for (i = 0; i < s->A.rows; i++) s->x[i] = s->nas ? 1 : band_right_side(s->A.first + i);
  if (s->nas == NULL) s->residual = solve(s, MOST_STEPS, 1e-28);
  for (round = 0; s->nas != NULL && round < s->nas->rounds; round++) {
    solve(s, NAS_STEPS, 0);
    xz = dots(s, s->z, s->x, s->z, &zz);
    s->zeta = s->nas->shift + 1 / xz;
    for (i = 0; i < s->A.rows; i++) s->x[i] = s->z[i] / sqrt(zz);
  }
  if (s->nas != NULL) s->residual = fabs(s->zeta - s->nas->zeta) / s->nas->zeta;
}
