/* SPDX-License-Identifier: BSD-3-Clause
 * graph.upc: the steps as a graph (upc_stride_graph.h). The values are the points with a border of zeros around them,
 * as wide as the star reaches. With k steps per halo, an iteration of the graph has k steps; each but the last writes
 * more than the cells, and the next one finds it there. The widths alone say so. */
#include <stdlib.h>
#include <string.h>
#include "upc_stride_graph.h"
#include "stencil.h"
#include "../common/memory.h"
#include "../common/timing.h"

static const problem_t *q;
static upc_stride_graph_t *graph;

/* The row i of an operand, from point j on; the operand's first index is the border. */
static double *row(const upc_stride_operand_t *v, long long i, long long j) {
  return upc_stride_element(v, i, j, 0, 0);
}

/* The points of a box, without the border. */
static upc_stride_box_t inside(upc_stride_box_t b) {
  const long long first = (long long)q->radius, end = first + (long long)q->n;
  int k;
  for (k = 0; k < 2; k++) {
    if (b.lo[k] < first) b.lo[k] = first;
    if (b.hi[k] > end) b.hi[k] = end;
  }
  return b;
}

static void clear(const upc_stride_operand_t *v, long long i0, long long i1, long long j0, long long j1) {
  long long i;
  for (i = i0; i < i1 && j0 < j1; i++) memset(row(v, i, j0), 0, (size_t)(j1 - j0) * sizeof(double));
}

static void clear_border(const upc_stride_operand_t *v, const upc_stride_box_t *in) {
  const upc_stride_box_t *b = &v->box;
  clear(v, b->lo[0], in->lo[0], b->lo[1], b->hi[1]);
  clear(v, in->hi[0], b->hi[0], b->lo[1], b->hi[1]);
  clear(v, in->lo[0], in->hi[0], b->lo[1], in->lo[1]);
  clear(v, in->lo[0], in->hi[0], in->hi[1], b->hi[1]);
}

/* The points of an operand's box <-> the same points in a thread's own buffer */
static void copy(const upc_stride_operand_t *v, double *buffer, int from_buffer) {
  const upc_stride_box_t in = inside(v->box);
  const long first_row = (long)(q->radius + q->first_row), first_col = (long)(q->radius + q->first_col);
  long long i;
  for (i = in.lo[0]; i < in.hi[0] && in.lo[1] < in.hi[1]; i++) {
    double *mine = point(q, buffer, (long)i - first_row, (long)in.lo[1] - first_col), *its = row(v, i, in.lo[1]);
    const size_t bytes = (size_t)(in.hi[1] - in.lo[1]) * sizeof(double);
    if (from_buffer) memcpy(its, mine, bytes);
    else memcpy(mine, its, bytes);
  }
}

/* ---- the steps' functions ---- */

static void take(const upc_stride_part_t *p, void *unused) {
  const upc_stride_box_t in = inside(p->operand[0].box);
  (void)unused;
  clear_border(&p->operand[0], &in);
  copy(&p->operand[0], q->u[0], 1);
}

static void star(const upc_stride_part_t *p, void *unused) {
  const upc_stride_operand_t *u = &p->operand[0], *v = &p->operand[1];
  const upc_stride_box_t in = inside(v->box);
  const double start = app_begin();
  (void)unused;
  clear_border(v, &in);
  if (in.lo[0] < in.hi[0] && in.lo[1] < in.hi[1])
    rows_step(q, row(v, in.lo[0], in.lo[1]), v->stride[0] / (long)sizeof(double), row(u, in.lo[0], in.lo[1]),
              u->stride[0] / (long)sizeof(double), (long)(in.hi[0] - in.lo[0]), (long)(in.hi[1] - in.lo[1]));
  app_end(APP_COMPUTE, start);
}

static void keep(const upc_stride_part_t *p, void *unused) {
  (void)unused;
  copy(&p->operand[0], q->u[q->steps % 2], 0);
}

/* ---- the graph ---- */

/* The part of 0 .. n that a thread's piece of it is, with the border at both ends. */
static void interval(long long *lo, long long *hi, size_t first, size_t length, size_t n) {
  const size_t end = first + length < n ? first + length : n;
  const long long border = (long long)q->radius;
  if (first > end) first = end;
  *lo = (long long)first + border, *hi = (long long)end + border;
  if (*lo < *hi && first == 0) *lo = 0;
  if (*lo < *hi && end == n) *hi += border;
}

/* The blocks of the threads, each cut into parts of consecutive rows. */
static upc_stride_distribution_t *blocks(void) {
  const int parts = (int)q->parts;
  upc_stride_box_t *box = app_allocate((size_t)(THREADS * parts), sizeof *box, "the parts");
  int *thread = app_allocate((size_t)(THREADS * parts), sizeof *thread, "the parts"), t, p;
  upc_stride_distribution_t *d;
  for (t = 0; t < THREADS; t++) {
    long long i0, i1, j0, j1;
    interval(&i0, &i1, (size_t)(t / q->cols) * q->height, q->height, q->n);
    interval(&j0, &j1, (size_t)(t % q->cols) * q->width, q->width, q->n);
    for (p = 0; p < parts; p++) {
      upc_stride_box_t *b = &box[t * parts + p];
      b->lo[0] = i0 + p * (i1 - i0) / parts, b->hi[0] = i0 + (p + 1) * (i1 - i0) / parts;
      b->lo[1] = j0, b->hi[1] = j1;
      thread[t * parts + p] = t;
    }
  }
  d = upc_stride_distribution_boxes(2, THREADS * parts, box, thread);
  free(box);
  free(thread);
  return d;
}

static upc_stride_distribution_t *grown(const upc_stride_distribution_t *d, size_t by) {
  long long width[2];
  width[0] = width[1] = (long long)by;
  return upc_stride_distribution_grown(d, width, 0);
}

void graph_begin(const problem_t *problem) {
  const size_t k = problem->steps_per_halo, r = problem->radius;
  long long extent[2];
  upc_stride_distribution_t *cells, *from, *to;
  int u, v, first, step;
  size_t s;
  q = problem;
  extent[0] = extent[1] = (long long)(q->n + 2 * r);
  cells = blocks();
  graph = upc_stride_graph_new();
  first = u = upc_stride_graph_value(graph, "u", sizeof(double), 2, extent);
  step = upc_stride_graph_step(graph, "take", take, NULL, UPC_STRIDE_FIRST);
  upc_stride_graph_writes(graph, step, u, cells);
  for (s = 1; s <= k; s++, u = v) {
    v = upc_stride_graph_value(graph, "v", sizeof(double), 2, extent);
    from = grown(cells, (k - s + 1) * r); /* with r and 0 for both widths, each step would send */
    to = s < k ? grown(cells, (k - s) * r) : cells;
    step = upc_stride_graph_step(graph, "star", star, NULL, UPC_STRIDE_EACH);
    upc_stride_graph_reads(graph, step, u, from);
    upc_stride_graph_writes(graph, step, v, to);
    upc_stride_distribution_free(from);
    if (s < k) upc_stride_distribution_free(to);
  }
  upc_stride_graph_carry(graph, u, first);
  step = upc_stride_graph_step(graph, "keep", keep, NULL, UPC_STRIDE_LAST);
  upc_stride_graph_reads(graph, step, u, cells);
  upc_stride_distribution_free(cells);
}

void stencil_graph(void *problem) {
  (void)problem;
  upc_stride_graph_run(graph, (int)(q->steps / q->steps_per_halo));
}

void graph_end(void) { upc_stride_graph_free(graph); }
