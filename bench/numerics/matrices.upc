/* SPDX-License-Identifier: BSD-3-Clause
 * matrices.upc: upc_stride_gemm, posv and gesv.
 *   matrices REPEAT KIND SIZE.. LAYOUT     (matrices.h)
 * prints the least seconds of the slowest thread after a call that is not counted. LAYOUT has a letter for A, one for B
 * and, in a product, one for C: r, a block of whole rows on each thread; c, of whole columns; t, tiles of 64 x 64 on a
 * grid of one row; s, blocks of 64 whole rows, which go round the threads; p, blocks as upc_stride_gemm_plan has them,
 * on the threads that send them. The letters of a product may be capitals: its matrices are then stored by columns, as
 * in Fortran. An array holds the transposed matrix, lies as its letter says, and C' = B' A' is computed. */
#include <ctype.h>
#include <upc_stride_numerics.h>
#include "matrices.h"
#include "measure/slowest_upc.h"

static upc_stride_array_t matrix(size_t rows, size_t columns, char layout) {
  const size_t threads = THREADS, shape[2] = {rows, columns};
  size_t block[2] = {rows, columns};
  int grid[2] = {1, 1};
  if (layout == 't') block[0] = block[1] = 64, grid[1] = THREADS;
  else if (layout == 's') block[0] = 64, grid[0] = THREADS;
  else if (layout == 'r') block[0] = (rows + threads - 1) / threads, grid[0] = THREADS;
  else block[1] = (columns + threads - 1) / threads, grid[1] = THREADS;
  return upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
}

/* The thread that sends panel (x, y) of A or B, or that gets the sum of slice (x, y) of C. */
static int sender(const upc_stride_product_t *P, int which, size_t x, size_t y) {
  const size_t rows = (size_t)P->rows, columns = (size_t)P->columns, layers = (size_t)P->layers;
  size_t layer = x % layers, i = x / layers, j = y;
  if (which == MATRIX_A) layer = y / P->panels, i = x, j = y % P->panels % columns;
  if (which == MATRIX_B) layer = x / P->panels, i = x % P->panels % rows;
  return (int)((layer * rows + i) * columns + j);
}

/* A matrix of the problem in an array, by rows or, transposed, by columns. */
typedef struct stored {
  int which, by_columns;              /* MATRIX_A, MATRIX_B or RESULT */
  upc_stride_array_t array;
} stored_t;

/* Of the product that is computed, in which A and B change places if they are stored by columns. */
static upc_stride_array_t planned(const problem_t *p, const stored_t *W, size_t rows, size_t columns) {
  const size_t m = W->by_columns ? p->n : p->m, n = W->by_columns ? p->m : p->n;
  const int exchanged = W->by_columns && W->which != RESULT;
  const int which = exchanged ? MATRIX_A + MATRIX_B - W->which : W->which;
  const upc_stride_product_t P = upc_stride_gemm_plan(m, n, p->k, UPC_DOUBLE);
  const size_t shape[2] = {rows, columns};
  const size_t block[2] = {which == MATRIX_B ? P.depth : which == MATRIX_A ? P.height : P.height / (size_t)P.layers,
                           which == MATRIX_A ? P.depth : P.width};
  const size_t down = (rows + block[0] - 1) / block[0], across = (columns + block[1] - 1) / block[1];
  int *threads = allocate(down * across, sizeof *threads, "the threads of blocks");
  for (size_t b = 0; b < down * across; b++) threads[b] = sender(&P, which, b / across, b % across);
  upc_stride_array_t array = upc_stride_all_alloc_listed(2, shape, block, sizeof(double), threads);
  free(threads);
  return array;
}

static stored_t of_layout(const problem_t *p, int which, size_t rows, size_t columns, char letter) {
  stored_t W = {which, isupper((unsigned char)letter) != 0, NULL};
  const char layout = (char)tolower((unsigned char)letter);
  const size_t down = W.by_columns ? columns : rows, across = W.by_columns ? rows : columns;
  W.array = layout == 'p' ? planned(p, &W, down, across) : matrix(down, across, layout);
  return W;
}

static void fill(const problem_t *p, const stored_t *W) {
  upc_stride_forall(block, W->array) {
    double *row = block.data;
    for (size_t i = block.lo[0]; i <= block.hi[0]; i++, row += block.stride[0])
      for (size_t j = block.lo[1]; j <= block.hi[1]; j++)
        row[j - block.lo[1]] = W->by_columns ? element(p, W->which, j, i) : element(p, W->which, i, j);
  }
}

static void times(void *result, double *y, const double *x) {
  const stored_t *W = result;
  upc_stride_forall(block, W->array) {
    const double *row = block.data;
    for (size_t i = block.lo[0]; i <= block.hi[0]; i++, row += block.stride[0])
      for (size_t j = block.lo[1]; j <= block.hi[1]; j++)
        if (W->by_columns) y[j] += row[j - block.lo[1]] * x[i];
        else y[i] += row[j - block.lo[1]] * x[j];
  }
}

static void add_all(double *sums, size_t n) {
  const size_t shape[1] = {n * THREADS}, block[1] = {n};
  const int grid[1] = {THREADS};
  upc_stride_array_t V = upc_stride_all_alloc(1, shape, block, sizeof(double), 1, grid);
  upc_stride_array_t W = upc_stride_all_alloc(1, shape, block, sizeof(double), 1, grid);
  double *mine = upc_stride_own_block(V, 0, NULL);
  memcpy(mine, sums, n * sizeof *sums);
  upc_stride_reduce_all(UPC_SECTION(W, UPC_STRIDE_ALL), UPC_SECTION(V, UPC_STRIDE_ALL), n, UPC_ADD, UPC_DOUBLE, NULL,
                        0);
  memcpy(sums, upc_stride_own_block(W, 0, NULL), n * sizeof *sums);
  upc_stride_all_free(V), upc_stride_all_free(W);
}

static upc_stride_section_t whole(const stored_t *W) {
  return UPC_SECTION(W->array, UPC_STRIDE_ALL, UPC_STRIDE_ALL);
}

static int is_layout(const problem_t *p, const char *layout) {
  if (!p->is_product) return strlen(layout) == 2 && strspn(layout, "rcts") == 2;
  return strlen(layout) == 3 && (strspn(layout, "rctsp") == 3 || strspn(layout, "RCTSP") == 3);
}

int main(int argc, char **argv) {
  problem_t p;
  const int next = read_problem(&p, argc, argv);
  const char *layout = argc > next ? argv[next] : "";
  if (!is_layout(&p, layout)) {
    fputs("a layout has a letter of r, c, t, s for each matrix; in a product also p, and capitals\n", stderr);
    return 2;
  }
  const stored_t A = of_layout(&p, MATRIX_A, p.m, p.k, layout[0]), B = of_layout(&p, MATRIX_B, p.k, p.n, layout[1]);
  stored_t C = p.is_product ? of_layout(&p, RESULT, p.m, p.n, layout[2]) : B;
  const stored_t *left = C.by_columns ? &B : &A, *right = C.by_columns ? &A : &B;
  double *seconds = allocate((size_t)p.repeat, sizeof *seconds, "the times of the runs");
  int *pivots = allocate(p.m, sizeof *pivots, "pivots");
  const double one = 1, zero = 0;
  for (int i = -1; i < p.repeat; i++) {
    size_t info = 0;
    if (i < 0 || !p.is_product) fill(&p, &A), fill(&p, &B);
    upc_barrier;
    const double start = now();
    if (p.is_product)
      upc_stride_gemm('N', 'N', &one, whole(left), whole(right), &zero, whole(&C), UPC_DOUBLE);
    else if (p.is_symmetric) info = upc_stride_posv('U', whole(&A), whole(&B), UPC_DOUBLE);
    else info = upc_stride_gesv(whole(&A), pivots, whole(&B), UPC_DOUBLE);
    const double took = slowest_since(start);
    if (info != 0) upc_global_exit(1);
    if (i >= 0) seconds[i] = took;
  }
  const processes_t all = {(size_t)MYTHREAD, THREADS, add_all, times, &C};
  const int is_wrong = report(&p, &all, seconds);
  upc_barrier;                        /* thread 0 has said so */
  if (is_wrong) upc_global_exit(1);
  return 0;
}
