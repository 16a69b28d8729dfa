/* SPDX-License-Identifier: BSD-3-Clause
 * graph.upc: C = A B by SUMMA as a graph of steps (upc_stride_graph.h). Step k multiplies column k of A's tiles by row
 * k of B's. The library finds out who needs which tiles, sends them, and keeps two panels of each kind. The empty steps
 * `column` and `row` say when tiles of the program's own memory are sent: before the step that multiplies the tiles
 * before them. So the panels of step k+1 are on their way while those of step k are multiplied.
 *
 * A tile is column-major, so the first dimension of a value is the column. A thread's tiles of a tile row of B or C are
 * one matrix. So the columns are counted grid column by grid column: first those of the threads in grid column 0.
 *
 *   2 grid columns, tiles of 2 columns, 7 columns:   column of the matrix   0 1 2 3 4 5 6
 *                                                    column of the value    0 1 4 5 2 3 6   */
#include <upc.h>
#include <stdlib.h>
#include "matmul.h"
#include "../common/blas.h"
#include "../graph_parts.h"
#include "../common/timing.h"

static const problem_t *q;
static upc_stride_graph_t *graph;

static range_t tile(size_t i, size_t side, size_t all) {
  range_t r = {i * side, at_most((i + 1) * side, all)};
  return r;
}

/* The columns of B and C in grid column c, as the values count them. */
static range_t columns(size_t c) {
  const size_t C = q->grid[1], all = pieces(q->n, q->bn);
  range_t r = {0, 0};
  size_t i, j;
  for (i = 0; i <= c; i++) {
    r.first = r.end;
    for (j = i; j < all; j += C) r.end += at_most(q->bn, q->n - j * q->bn);
  }
  return r;
}

/* Adds a part on the thread in row i mod R and column j mod C of the grid. */
static void add(parts_t *p, range_t cols, range_t rows, size_t i, size_t j) {
  add_part(p, cols, rows, (int)(i % q->grid[0] * q->grid[1] + j % q->grid[1]));
}

static int here(size_t i, size_t j) { return i % q->grid[0] == q->myrow && j % q->grid[1] == q->mycol; }

/* An operand of my tile whose first element is (i, j) of a matrix; `height` is that of its tiles. */
static void look(upc_stride_operand_t *v, upc_stride_array_t matrix, size_t i, size_t j, size_t height) {
  v->data = (char *)AT(matrix, i, j);
  v->stride[0] = (ptrdiff_t)(height * sizeof(double));
  v->stride[1] = sizeof(double);
}

/* ---- the steps' functions ---- */

static void nothing(const upc_stride_part_t *part, void *unused) { (void)part, (void)unused; }

static size_t ld(const upc_stride_operand_t *v) { return (size_t)v->stride[0] / sizeof(double); }

static void multiply(const upc_stride_part_t *part, void *step) {
  const upc_stride_operand_t *a = &part->operand[0], *b = &part->operand[1], *c = &part->operand[2];
  const size_t w = (size_t)(c->box.hi[0] - c->box.lo[0]), h = (size_t)(c->box.hi[1] - c->box.lo[1]);
  const size_t depth = (size_t)(a->box.hi[0] - a->box.lo[0]);
  const double start = app_begin();
  if (w > 0)
    gemm("N", h, w, depth, 1, (double *)a->data, ld(a), (double *)b->data, ld(b), step == NULL ? 0 : 1,
         (double *)c->data, ld(c));
  app_end(APP_COMPUTE, start);
}

/* ---- the graph ---- */

/* A value of a matrix whose parts the program gives. */
static int value(const char *name, size_t cols, size_t rows, parts_t *parts, const upc_stride_operand_t *operands) {
  const long long extent[] = {(long long)cols, (long long)rows};
  const int v = upc_stride_graph_value(graph, name, sizeof(double), 2, extent);
  upc_stride_distribution_t *d = distribution(parts);
  upc_stride_graph_given(graph, v, d, operands);
  upc_stride_distribution_free(d);
  return v;
}

static int value_a(void) {
  const size_t rows = pieces(q->m, q->bm), depth = pieces(q->p, q->bp);
  parts_t parts = new_parts(rows * depth);
  upc_stride_operand_t *operands = app_allocate(rows * depth, sizeof *operands, "operands");
  size_t i, k;
  int v;
  for (i = 0; i < rows; i++)
    for (k = 0; k < depth; k++) {
      if (here(i, k)) look(&operands[parts.n], q->A, i * q->bm, k * q->bp, q->bm);
      add(&parts, tile(k, q->bp, q->p), tile(i, q->bm, q->m), i, k);
    }
  v = value("A", q->p, q->m, &parts, operands);
  free(operands);
  return v;
}

/* B or C: a part for each tile row and grid column. */
static int value_in_panels(const char *name, upc_stride_array_t matrix, size_t side, size_t all) {
  const size_t rows = pieces(all, side), C = (size_t)q->grid[1];
  parts_t parts = new_parts(rows * C);
  upc_stride_operand_t *operands = app_allocate(rows * C, sizeof *operands, "operands");
  size_t i, c;
  int v;
  for (i = 0; i < rows; i++)
    for (c = 0; c < C; c++) {
      if (here(i, c) && q->tiles > 0) look(&operands[parts.n], matrix, i * side, c * q->bn, side);
      add(&parts, columns(c), tile(i, side, all), i, c);
    }
  v = value(name, q->n, all, &parts, operands);
  free(operands);
  return v;
}

static int new_step(const char *name, upc_stride_graph_function_t *function, void *argument) {
  return upc_stride_graph_step(graph, name, function, argument, UPC_STRIDE_EACH);
}

/* Column k of A's tiles and row k of B's are sent to all who need them. */
static void send(size_t k, int A, int B) {
  const size_t rows = pieces(q->m, q->bm), C = (size_t)q->grid[1];
  parts_t column = new_parts(rows), row = new_parts(C);
  size_t i, c;
  for (i = 0; i < rows; i++) add(&column, tile(k, q->bp, q->p), tile(i, q->bm, q->m), i, k);
  for (c = 0; c < C; c++) add(&row, columns(c), tile(k, q->bp, q->p), k, c);
  uses(upc_stride_graph_updates, graph, new_step("column", nothing, NULL), A, &column);
  uses(upc_stride_graph_updates, graph, new_step("row", nothing, NULL), B, &row);
}

/* C[i][j] += A[i][k] B[k][j]: one part for each tile row i and grid column. */
static void product(size_t k, int A, int B, int V) {
  const size_t rows = pieces(q->m, q->bm), C = (size_t)q->grid[1];
  parts_t a = new_parts(rows * C), b = new_parts(rows * C), c = new_parts(rows * C);
  const int step = new_step("multiply", multiply, k == 0 ? NULL : &graph);
  size_t i, j;
  for (i = 0; i < rows; i++)
    for (j = 0; j < C; j++) {
      add(&a, tile(k, q->bp, q->p), tile(i, q->bm, q->m), i, j);
      add(&b, columns(j), tile(k, q->bp, q->p), i, j);
      add(&c, columns(j), tile(i, q->bm, q->m), i, j);
    }
  uses(upc_stride_graph_reads, graph, step, A, &a);
  uses(upc_stride_graph_reads, graph, step, B, &b);
  uses(upc_stride_graph_updates, graph, step, V, &c);
}

void graph_begin(const problem_t *problem) {
  int A, B, C;
  size_t k;
  q = problem;
  graph = upc_stride_graph_new();
  A = value_a();
  B = value_in_panels("B", q->B, q->bp, q->p);
  C = value_in_panels("C", q->C, q->bm, q->m);
  send(0, A, B);
  for (k = 0; k < q->steps; k++) {
    if (k + 1 < q->steps) send(k + 1, A, B);
    product(k, A, B, C);
  }
}

void summa_graph(void *unused) {
  (void)unused;
  upc_stride_graph_run(graph, 1);
}

void graph_end(void) { upc_stride_graph_free(graph); }
