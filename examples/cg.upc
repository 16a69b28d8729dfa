/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Conjugate gradients for a sparse symmetric matrix. Each thread has some rows of the matrix, and the same rows of all
 * vectors. Before a product with the matrix it fetches the elements of other threads that its rows need: a list that it
 * makes once. Both dot products of an iteration are prepared reductions. With up to 400 rows thread 0 compares the
 * result with that of elimination.
 *
 *   upcc -O2 cg.upc -o cg && upcrun -n 4 ./cg 300
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_stride_coll.h>

enum { MOST = 8, DENSE = 400 };                 /* entries of a row; rows of the largest dense check */

typedef struct { size_t column; double value; } entry_t;
typedef struct { int count; entry_t entry[MOST]; } row_t;

static size_t n, first, rows;                   /* of the matrix; the caller's first row, and how many it has */
static row_t *A;
static size_t *wanted, wants;                   /* columns of other threads */
static double *got;                             /* the elements there, behind the caller's own */

/* Entries right and left of the diagonal, near and far from it, and one on the other diagonal: symmetric. */
static row_t matrix_row(size_t i) {
  static const size_t distance[] = {1, 7, 31};
  row_t row = {0};
  double sum = 0.1;
  for (int k = 0; k < 3; k++) {
    if (i >= distance[k]) row.entry[row.count++] = (entry_t){i - distance[k], -1.0 / (k + 1)};
    if (i + distance[k] < n) row.entry[row.count++] = (entry_t){i + distance[k], -1.0 / (k + 1)};
  }
  if (n - 1 - i != i) row.entry[row.count++] = (entry_t){n - 1 - i, -0.25};
  for (int k = 0; k < row.count; k++) sum -= row.entry[k].value;
  row.entry[row.count++] = (entry_t){i, sum};
  return row;
}

/* Makes the list of wanted columns. From here on an entry's column is a place in the vector `own elements, then
 * got`. */
static void make_rows(void) {
  A = malloc((rows + 1) * sizeof *A);
  wanted = malloc((rows * MOST + 1) * sizeof *wanted);
  for (size_t r = 0; r < rows; r++) {
    A[r] = matrix_row(first + r);
    for (int k = 0; k < A[r].count; k++) {
      entry_t *e = &A[r].entry[k];
      if (e->column >= first && e->column < first + rows) {
        e->column -= first;
      } else {
        wanted[wants] = e->column;
        e->column = rows + wants++;
      }
    }
  }
}

static double element(const double *x, size_t at) { return at < rows ? x[at] : got[at - rows]; }

/* y = A p. All threads call. */
static void multiply(double *y, upc_stride_array_t P, const double *p) {
  upc_stride_fetch(got, P, wanted, wants, 0);
  for (size_t r = 0; r < rows; r++) {
    y[r] = 0;
    for (int k = 0; k < A[r].count; k++) y[r] += A[r].entry[k].value * element(p, A[r].entry[k].column);
  }
}

/* ---- dot products: a prepared reduction of one number of each thread ---- */

#pragma processors threads(THREADS)
shared [1] (threads) double part[THREADS], total[THREADS];
static upc_stride_handle_t sum;

static double dot(const double *x, const double *y) {
  double *mine = (double *)&part[MYTHREAD];
  *mine = 0;
  for (size_t r = 0; r < rows; r++) *mine += x[r] * y[r];
  upc_stride_start_call(sum);
  upc_stride_wait(&sum);
  return *(double *)&total[MYTHREAD];
}

/* ---- the check: elimination of the whole matrix, by one thread; its largest difference from x ---- */

static double difference(upc_stride_array_t X) {
  double *dense = calloc(n * (n + 1), sizeof *dense), *x = malloc(n * sizeof *x), worst = 0;
  const size_t width = n + 1, extents[] = {n};
  for (size_t i = 0; i < n; i++) {
    row_t row = matrix_row(i);
    for (int k = 0; k < row.count; k++) dense[i * width + row.entry[k].column] += row.entry[k].value;
    dense[i * width + n] = 1.0 + (double)(i % 5);
  }
  for (size_t k = 0; k < n; k++)
    for (size_t i = k + 1; i < n; i++) {
      const double factor = dense[i * width + k] / dense[k * width + k];
      for (size_t j = k; j <= n; j++) dense[i * width + j] -= factor * dense[k * width + j];
    }
  upc_stride_get_patch(x, extents, UPC_SECTION(X, UPC_STRIDE_ALL));
  for (size_t i = n; i-- > 0;) {
    double right = dense[i * width + n];
    for (size_t j = i + 1; j < n; j++) right -= dense[i * width + j] * dense[j * width + n];
    dense[i * width + n] = right / dense[i * width + i];
    if (fabs(dense[i * width + n] - x[i]) > worst) worst = fabs(dense[i * width + n] - x[i]);
  }
  free(dense), free(x);
  return worst;
}

int main(int argc, char **argv) {
  n = argc > 1 ? strtoull(argv[1], NULL, 10) : 300;
  const size_t shape[] = {n}, block[] = {(n + THREADS - 1) / THREADS};
  upc_stride_array_t X = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  upc_stride_array_t P = upc_stride_all_alloc(1, shape, block, sizeof(double), 0, NULL);
  double *x = NULL, *p = NULL, worst = 0;
  int iterations = 0;
  upc_stride_forall(own, X) x = own.data, first = own.lo[0], rows = own.hi[0] + 1 - own.lo[0];
  upc_stride_forall(own, P) p = own.data;
  make_rows();
  got = malloc((wants + 1) * sizeof *got);
  double *r = malloc((rows + 1) * sizeof *r), *q = malloc((rows + 1) * sizeof *q);
  sum = upc_stride_reduce_all_init(total<:>, part<:>, 1, UPC_ADD, UPC_DOUBLE, NULL, UPC_IN_MYSYNC | UPC_OUT_MYSYNC);

  for (size_t i = 0; i < rows; i++) p[i] = r[i] = 1.0 + (double)((first + i) % 5); /* b; x is 0 */
  double rr = dot(r, r), start = rr;
  while (rr > 1e-24 * start && iterations < 1000) {
    multiply(q, P, p);
    const double alpha = rr / dot(p, q);
    for (size_t i = 0; i < rows; i++) x[i] += alpha * p[i], r[i] -= alpha * q[i];
    const double before = rr;
    rr = dot(r, r);
    for (size_t i = 0; i < rows; i++) p[i] = r[i] + rr / before * p[i];
    iterations++;
  }
  upc_stride_free_call(&sum);
  upc_barrier;
  if (MYTHREAD == 0 && n <= DENSE) worst = difference(X);
  if (MYTHREAD == 0) printf("%zu rows, %d iterations, residual below 1e-12: %s\n", n, iterations,
                            rr <= 1e-24 * start && worst < 1e-9 ? "PASS" : "FAIL");
  return rr > 1e-24 * start || worst >= 1e-9;
}
