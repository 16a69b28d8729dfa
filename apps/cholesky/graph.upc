/* SPDX-License-Identifier: BSD-3-Clause
 * graph.upc: A = U'U as a graph of steps (upc_stride_graph.h), in the order of cholesky.upc: with row k of U, row k+1
 * of A is updated first, factored and solved. Then the other rows are updated (look-ahead). A is one value, in the
 * program's own memory, and the steps change it in place. The library finds out who reads which tiles of row k, and
 * sends them when they are solved. Each step has fewer rows and columns than the last, so distributions of its own.
 *
 * A thread's tiles of a row are one matrix. So the value counts the columns grid column by grid column: first those of
 * the threads in grid column 0.
 *
 *   2 grid columns, tiles of 2 columns, 7 columns:   column of the matrix   0 1 2 3 4 5 6
 *                                                    column of the value    0 1 4 5 2 3 6   */
#include <upc.h>
#include <stdlib.h>
#include "cholesky.h"
#include "../graph_parts.h"

static const problem_t *q;
static upc_stride_graph_t *graph;
static int A;                                /* the value */
static size_t *first_column;                 /* of the value, in each grid column; and the end */
static size_t *numbers;                      /* entry k is k: the arguments of steps */

/* ---- where parts are ---- */

/* The column of the value with the first element of tile column j. */
static size_t column_of(size_t j) {
  const size_t C = (size_t)q->grid[1];
  return first_column[j % C] + j / C * q->block;
}

/* Adds rows of tile row i, columns first .. end-1 of the value, on thread (r mod R, c mod C) of the grid. */
static void add(parts_t *p, size_t i, size_t first, size_t end, size_t r, size_t c) {
  const range_t rows = {i * q->block, i * q->block + side(q, i)}, columns = {first, end};
  add_part(p, rows, columns, (int)(r % q->grid[0] * q->grid[1] + c % q->grid[1]));
}

/* Tile (i, j), and the tiles of row i from tile column j on in grid column c. */
static void add_tile(parts_t *p, size_t i, size_t j, size_t r, size_t c) {
  add(p, i, column_of(j), column_of(j) + side(q, j), r, c);
}
static void add_tiles_from(parts_t *p, size_t i, size_t j, size_t r, size_t c) {
  const size_t first = first_tile(q, j, c), end = first_column[c + 1];
  add(p, i, first < q->tiles ? column_of(first) : end, end, r, c);
}

static void count_columns(void) {
  const size_t C = (size_t)q->grid[1];
  size_t c, j;
  first_column = app_allocate(C + 1, sizeof *first_column, "columns");
  first_column[0] = 0;
  for (c = 0; c < C; c++) {
    first_column[c + 1] = first_column[c];
    for (j = c; j < q->tiles; j += C) first_column[c + 1] += side(q, j);
  }
}

/* ---- the steps' functions: argument k ---- */

static tile_t tile_of(const upc_stride_operand_t *v) {
  const tile_t t = {(const double *)v->data, (size_t)v->stride[0] / sizeof(double)};
  return t;
}

static void factor(const upc_stride_part_t *part, void *k) {
  (void)part;
  if (info() == 0) factor_tile(q, *(size_t *)k);
}

static void solve(const upc_stride_part_t *part, void *k) {
  if (!failed(q, *(size_t *)k)) solve_row(q, *(size_t *)k, tile_of(&part->operand[0]));
}

/* A[i][j] -= U[k][i]' U[k][j]: operands of U[k][i], of the tiles U[k][j], and of A. */
static void update(const upc_stride_part_t *part, void *k) {
  const size_t i = (size_t)part->operand[2].box.lo[0] / q->block;
  if (!failed(q, *(size_t *)k)) update_row(q, *(size_t *)k, i, tile_of(&part->operand[0]), tile_of(&part->operand[1]));
}

/* ---- the graph ---- */

/* The tiles on and above the diagonal are in the program's memory: a part for each tile row and grid column. */
static void give(void) {
  const size_t C = (size_t)q->grid[1];
  parts_t parts = new_parts(q->tiles * C);
  upc_stride_operand_t *operands = app_allocate(q->tiles * C, sizeof *operands, "operands");
  upc_stride_distribution_t *d;
  size_t i, c;
  for (i = 0; i < q->tiles; i++)
    for (c = 0; c < C; c++) {
      upc_stride_operand_t *v = &operands[parts.n];
      add_tiles_from(&parts, i, i, i, c);
      if (i % q->grid[0] != q->myrow || c != q->mycol || my_width(q, i) == 0) continue;
      v->data = (char *)LOCAL_PANEL(q, i);
      v->stride[0] = (ptrdiff_t)(panel_ld(q, i, c) * sizeof(double));
      v->stride[1] = sizeof(double);
    }
  d = distribution(&parts);
  upc_stride_graph_given(graph, A, d, operands);
  upc_stride_distribution_free(d);
  free(operands);
}

static int new_step(const char *name, upc_stride_graph_function_t *function, size_t k) {
  return upc_stride_graph_step(graph, name, function, &numbers[k], UPC_STRIDE_EACH);
}

/* U[k][k], and then U[k][j] for j > k. */
static void compute_row(size_t k) {
  const size_t C = (size_t)q->grid[1];
  parts_t tile = new_parts(1), diagonal = new_parts(C), row = new_parts(C);
  int step = new_step("factor", factor, k);
  size_t c;
  add_tile(&tile, k, k, k, k);
  uses(upc_stride_graph_updates, graph, step, A, &tile);
  step = new_step("solve", solve, k);
  for (c = 0; c < C; c++) {
    add_tile(&diagonal, k, k, k, c);
    add_tiles_from(&row, k, k + 1, k, c);
  }
  uses(upc_stride_graph_reads, graph, step, A, &diagonal);
  uses(upc_stride_graph_updates, graph, step, A, &row);
}

/* Rows first .. end-1 of A with row k of U. */
static void update_rows(size_t k, size_t first, size_t end) {
  const size_t C = (size_t)q->grid[1];
  parts_t left, right, rows;
  size_t i, c;
  int step;
  if (first >= end) return;
  left = new_parts((end - first) * C);
  right = new_parts((end - first) * C);
  rows = new_parts((end - first) * C);
  step = new_step("update", update, k);
  for (i = first; i < end; i++)
    for (c = 0; c < C; c++) {
      if (first_tile(q, i, c) >= q->tiles) continue; /* nothing of row i */
      add_tile(&left, k, i, i, c);
      add_tiles_from(&right, k, i, i, c);
      add_tiles_from(&rows, i, i, i, c);
    }
  uses(upc_stride_graph_reads, graph, step, A, &left);
  uses(upc_stride_graph_reads, graph, step, A, &right);
  uses(upc_stride_graph_updates, graph, step, A, &rows);
}

void graph_begin(const problem_t *problem) {
  long long extent[2];
  size_t k;
  q = problem;
  extent[0] = extent[1] = (long long)q->n;
  numbers = app_allocate(q->tiles, sizeof *numbers, "steps");
  for (k = 0; k < q->tiles; k++) numbers[k] = k;
  count_columns();
  graph = upc_stride_graph_new();
  A = upc_stride_graph_value(graph, "A", sizeof(double), 2, extent);
  give();
  compute_row(0);
  for (k = 0; k < q->steps; k++) {
    update_rows(k, k + 1, at_most(k + 2, q->tiles));
    if (k + 1 < q->tiles) compute_row(k + 1);
    update_rows(k, k + 2, q->tiles);
  }
}

void cholesky_graph(void *unused) {
  (void)unused;
  upc_stride_graph_run(graph, 1);
}

void graph_end(void) {
  upc_stride_graph_free(graph);
  free(first_column);
  free(numbers);
}
