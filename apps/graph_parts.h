/* SPDX-License-Identifier: BSD-3-Clause
 * graph_parts.h: lists of boxes of two dimensions and their threads, of which distributions of a graph's values are
 * made. */
#ifndef GRAPH_PARTS_H
#define GRAPH_PARTS_H

#include <stdlib.h>
#include "upc_stride_graph.h"
#include "common/memory.h"

typedef struct {
  upc_stride_box_t *box;
  int *thread, n;
} parts_t;

/* Elements first .. end - 1 of a dimension. */
typedef struct {
  size_t first, end;
} range_t;

static inline parts_t new_parts(size_t most) {
  parts_t p = {NULL, NULL, 0};
  p.box = app_allocate(most, sizeof *p.box, "parts");
  p.thread = app_allocate(most, sizeof *p.thread, "parts");
  return p;
}

static inline void add_part(parts_t *p, range_t first, range_t second, int thread) {
  upc_stride_box_t *b = &p->box[p->n];
  b->lo[0] = (long long)first.first, b->hi[0] = (long long)first.end;
  b->lo[1] = (long long)second.first, b->hi[1] = (long long)second.end;
  p->thread[p->n++] = thread;
}

/* The list ends. */
static inline upc_stride_distribution_t *distribution(parts_t *p) {
  upc_stride_distribution_t *d = upc_stride_distribution_boxes(2, p->n, p->box, p->thread);
  free(p->box);
  free(p->thread);
  return d;
}

/* A step uses these parts of a value: upc_stride_graph_reads, or .. */
static inline void uses(void (*how)(upc_stride_graph_t *, int, int, const upc_stride_distribution_t *),
                        upc_stride_graph_t *graph, int step, int value, parts_t *parts) {
  upc_stride_distribution_t *d = distribution(parts);
  how(graph, step, value, d);
  upc_stride_distribution_free(d);
}

#endif
