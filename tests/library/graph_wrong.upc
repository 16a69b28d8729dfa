/* SPDX-License-Identifier: BSD-3-Clause
 * Graphs that must be refused with one line. usage: graph_wrong WHAT */
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include "upc_stride_graph.h"

static const char *what;
static int is(const char *word) { return strcmp(what, word) == 0; }
static void nothing(const upc_stride_part_t *p, void *unused) { (void)p, (void)unused; }

/* Changes in iteration 1 what it must not: the last cell that it reads, or cells that it does not write. */
static void change(const upc_stride_part_t *p, void *unused) {
  const upc_stride_view_t *r = &p->view[0], *w = &p->view[1];
  (void)unused;
  if (p->iteration != 1) return;
  if (is("changes")) ++*(int *)upc_stride_element(r, r->box.hi[0] - 1, 0, 0, 0);
  if (is("beside") && p->part == 0) ++*(int *)upc_stride_element(w, w->box.hi[0] + 1, 0, 0, 0);
  if (is("beyond")) ++*(int *)upc_stride_element(w, w->box.hi[0], 0, 0, 0);
  if (is("below")) ++*(int *)upc_stride_element(w, w->box.lo[0] - 1, 0, 0, 0);
}

int main(int argc, char **argv) {
  const long long n = 12, less = 11, one = 1, most = 13;
  upc_stride_graph_t *g = upc_stride_graph_new();
  upc_stride_distribution_t *cells = upc_stride_distribution_slabs(1, &n, 0, THREADS, THREADS), *other;
  int a = upc_stride_graph_value(g, "a", sizeof(int), 1, &n), b = upc_stride_graph_value(g, "b", sizeof(int), 1, &n);
  int first = upc_stride_graph_step(g, "first", nothing, NULL, UPC_STRIDE_FIRST);
  int each = upc_stride_graph_step(g, "each", change, NULL, UPC_STRIDE_EACH);
  int last = upc_stride_graph_step(g, "last", nothing, NULL, UPC_STRIDE_LAST);
  upc_stride_box_t box[64];
  int thread[64], p;
  memset(box, 0, sizeof box);
  for (p = 0; p < THREADS; p++) box[p].lo[0] = p, box[p].hi[0] = p + 1, thread[p] = p;
  what = argc > 1 ? argv[1] : "";
  if (is("beside")) cells = upc_stride_distribution_slabs(1, &n, 0, 2 * THREADS, THREADS);
  if (is("null_view") || is("given_late") || is("elsewhere") || is("in_place_carry")) {
    upc_stride_view_t views[64];
    int v = upc_stride_graph_value(g, "v", sizeof(int), 1, &n);
    memset(views, 0, sizeof views);
    for (p = 0; p < THREADS; p++) views[p].data = is("null_view") ? NULL : (char *)what, views[p].stride[0] = 0;
    if (is("given_late")) upc_stride_graph_reads(g, each, v, cells);
    upc_stride_graph_given(g, v, cells, views);
    if (is("in_place_carry")) upc_stride_graph_carry(g, v, upc_stride_graph_value(g, "w", sizeof(int), 1, &n));
    for (p = 0; p < THREADS; p++) box[p].lo[0] = 5, box[p].hi[0] = p == 0 ? 7 : 5;
    upc_stride_graph_updates(g, each, v, upc_stride_distribution_boxes(1, THREADS, box, thread));
  }
  if (is("shared")) { /* two values in one array: the rows of the second begin in those of the first */
    static int memory[100];
    upc_stride_view_t views[64];
    int v = upc_stride_graph_value(g, "v", sizeof(int), 1, &n), w = upc_stride_graph_value(g, "w", sizeof(int), 1, &n);
    memset(views, 0, sizeof views);
    for (p = 0; p < THREADS; p++) views[p].data = (char *)memory, views[p].stride[0] = sizeof(int);
    upc_stride_graph_given(g, v, cells, views);
    for (p = 0; p < THREADS; p++) views[p].data = (char *)(memory + 2);
    upc_stride_graph_given(g, w, cells, views);
    upc_stride_graph_updates(g, each, v, cells);
  }
  if (is("alone")) {
    int v = upc_stride_graph_value(g, "v", sizeof(int), 1, &n);
    upc_stride_graph_writes(g, first, v, cells);
    upc_stride_graph_updates(g, each, v, cells);
    upc_stride_graph_reads(g, each, v, upc_stride_distribution_grown(cells, &one, 0));
  }
  if (is("before")) {
    int v = upc_stride_graph_value(g, "v", sizeof(int), 1, &n);
    upc_stride_graph_updates(g, each, v, cells);
  }
  if (is("differ") && MYTHREAD == 1) upc_stride_graph_merge(g, each);
  if (is("parts")) {
    other = upc_stride_distribution_slabs(1, &n, 0, 2 * THREADS, THREADS);
    upc_stride_graph_writes(g, first, a, cells);
    upc_stride_graph_writes(g, first, b, other);
  }
  if (is("threads")) {
    thread[0] = 1, thread[1] = 0;
    upc_stride_graph_writes(g, first, a, cells);
    upc_stride_graph_writes(g, first, b, upc_stride_distribution_boxes(1, THREADS, box, thread));
  }
  if (is("thread")) {
    thread[1] = THREADS;
    upc_stride_graph_writes(g, first, a, upc_stride_distribution_boxes(1, THREADS, box, thread));
  }
  if (is("box")) {
    box[1].hi[0] = 13;
    upc_stride_graph_writes(g, first, a, upc_stride_distribution_boxes(1, THREADS, box, thread));
  }
  if (is("width")) upc_stride_graph_reads(g, each, a, upc_stride_distribution_grown(cells, &most, 1));
  if (is("dims")) upc_stride_graph_value(g, "c", 8, 5, &n);
  if (is("value")) upc_stride_graph_reads(g, each, 7, cells);
  if (is("kinds")) upc_stride_graph_writes(g, first, a, cells), upc_stride_graph_writes(g, each, a, cells);
  if (is("carry")) upc_stride_graph_carry(g, upc_stride_graph_value(g, "c", sizeof(int), 1, &less), a);
  if (is("carry_when")) upc_stride_graph_carry(g, b, a);
  if (is("overlap")) {
    box[0].hi[0] = 5, box[1].lo[0] = 4, box[1].hi[0] = 12;
    upc_stride_graph_writes(g, first, a, upc_stride_distribution_boxes(1, THREADS, box, thread));
  } else {
    other = is("element") ? upc_stride_distribution_boxes(1, THREADS, box, thread) : cells;
    upc_stride_graph_writes(g, first, a, other);
  }
  if (is("carry_when")) upc_stride_graph_writes(g, last, b, cells);
  if (is("itself")) upc_stride_graph_reads(g, each, b, cells);
  if (is("order")) upc_stride_graph_reads(g, first, b, cells);
  upc_stride_graph_reads(g, each, is("nobody") ? upc_stride_graph_value(g, "c", 4, 1, &n) : a,
                         upc_stride_distribution_grown(cells, &one, 0));
  if (!is("carry_when")) upc_stride_graph_writes(g, each, b, cells);
  if (is("later")) {
    int before = upc_stride_graph_step(g, "after", nothing, NULL, UPC_STRIDE_EACH);
    int c = upc_stride_graph_value(g, "c", 4, 1, &n);
    upc_stride_graph_writes(g, before, c, cells);
    upc_stride_graph_reads(g, each, c, cells);
  }
  if (is("last")) upc_stride_graph_carry(g, b, a), upc_stride_graph_reads(g, last, a, cells);
  else upc_stride_graph_reads(g, last, b, cells);
  upc_stride_graph_run(g, is("iterations") ? 0 : 2);
  if (is("run")) upc_stride_graph_writes(g, last, a, cells);
  printf("not refused\n");
  return 0;
}
