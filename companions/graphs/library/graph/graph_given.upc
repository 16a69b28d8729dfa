/* SPDX-License-Identifier: BSD-3-Clause
 * Memory that a program gives: explained in graph_thread.h. Boxes of one matrix have rows that alternate in memory. So
 * rows are compared, in the order of their addresses. */
#include "graph/graph_thread.h"
#include "base/allocate.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct row {
  const char *begin, *end;
  int region;
} row_t;

typedef struct rows {
  row_t *row;
  int n, capacity;
} rows_t;

/* The rows of dimension k and those after it. If the elements of the last dimension are apart, each is a row. */
static void add_rows(rows_t *list, const upc_stride_region_t *r, int region, const char *at, int k, size_t element) {
  long long count = k < UPC_STRIDE_DIMS ? r->box.hi[k] - r->box.lo[k] : 1, i;
  int together = k >= UPC_STRIDE_DIMS - 1 && (k == UPC_STRIDE_DIMS || r->stride[k] == (ptrdiff_t)element);
  if (!together) {
    for (i = 0; i < count; i++, at += r->stride[k]) add_rows(list, r, region, at, k + 1, element);
    return;
  }
  list->row = upc_stride_graph_plan_grown(list->row, list->n, &list->capacity, sizeof *list->row);
  list->row[list->n].begin = at;
  list->row[list->n].end = at + (size_t)count * element;
  list->row[list->n++].region = region;
}

static int by_address(const void *a, const void *b) {
  const row_t *x = a, *y = b;
  return (x->begin > y->begin) - (x->begin < y->begin);
}

/* The last step that writes the value; -1 if it is only read. */
static int writer_of(const upc_stride_graph_t *g, int value) {
  int a, step = -1;
  for (a = 0; a < g->accesses; a++)
    if (g->access[a].value == value && g->access[a].writes && g->access[a].given == NULL) step = g->access[a].step;
  return step;
}

/* 1, with a message, if a step writes to one of two regions that have bytes in common. */
static int clash(const upc_stride_graph_run_t *R, int a, int b, char *complaint) {
  const upc_stride_graph_t *g = R->graph;
  const upc_stride_region_t *x = &R->plan.region[a], *y = &R->plan.region[b];
  int v = g->access[x->given].value, w = g->access[y->given].value, step = writer_of(g, v);
  if (step < 0) step = writer_of(g, w);
  if (a == b || step < 0) return 0;
  snprintf(complaint, UPC_STRIDE_COMPLAINT, "part %d of given value %.40s and part %d of given value %.40s have bytes "
           "in common on thread %d, and step %.40s writes there without an order, must be apart", x->part,
           g->value[v].name, y->part, g->value[w].name, (int)MYTHREAD, g->step[step].name);
  return 1;
}

/* What is given lies in one object with its first element. */
static int is_given(const void *run, const upc_stride_freed_t *m) {
  const upc_stride_graph_run_t *R = run;
  const char *begin = (char *)R->memory - upc_addrfield((shared void *)R->memory) + m->from;
  int i;
  if (m->thread >= 0 && m->thread != MYTHREAD) return 0;
  for (i = 0; i < R->plan.regions; i++) {
    const upc_stride_region_t *r = &R->plan.region[i];
    if (r->given < 0 || upc_stride_box_size(&r->box) == 0) continue;
    if (R->region[i] >= begin && R->region[i] < begin + m->bytes) return 1;
  }
  return 0;
}

static void look_at_freed(const upc_stride_use_t *use, const upc_stride_site_t *call, const upc_stride_freed_t *m) {
  if (is_given(use, m))
    upc_stride_fail(call, "ptr", "memory that is given to a graph which is running, must be freed after the last run");
}

static void check_freed(const upc_stride_graph_run_t *R, const upc_stride_site_t *site) {
  const int by = upc_stride_freed_since(&R->frees, is_given, R);
  if (by >= 0)
    upc_stride_fail(site, "g", "has given memory that thread %d has freed, must be freed after the last run", by);
}

void upc_stride_graph_given_new(upc_stride_graph_run_t *R) {
  R->use.look = look_at_freed;
  upc_stride_note_frees(&R->frees);
}

void upc_stride_graph_given_begin(upc_stride_graph_run_t *R, const upc_stride_site_t *site) {
  check_freed(R, site);
  upc_stride_use_begins(&R->use);
}

void upc_stride_graph_given_end(upc_stride_graph_run_t *R, const upc_stride_site_t *site) {
  upc_stride_use_ends(&R->use);
  check_freed(R, site);
}

int upc_stride_graph_given_apart(const upc_stride_graph_run_t *R, char *complaint) {
  rows_t list = {NULL, 0, 0};
  int i, last = 0, apart = 1;
  for (i = 0; i < R->plan.regions; i++) {
    const upc_stride_region_t *r = &R->plan.region[i];
    if (r->given >= 0) add_rows(&list, r, i, R->region[i], 0, upc_stride_value_of(R->graph, r->given)->size);
  }
  if (list.n > 1) qsort(list.row, (size_t)list.n, sizeof *list.row, by_address);
  for (i = 1; i < list.n && apart; i++) { /* `last` is the row before that ends last */
    if (list.row[last].end > list.row[i].begin) apart = !clash(R, list.row[last].region, list.row[i].region, complaint);
    if (list.row[i].end > list.row[last].end) last = i;
  }
  free(list.row);
  return apart;
}
