/* SPDX-License-Identifier: BSD-3-Clause
 * The order in which storage in place changes: explained in graph_plan.h. */
#include "graph_plan/graph_plan.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

/* What is written to a region: by a part of the thread, or by a message of another one. */
typedef struct change {
  int step, kind, writer;       /* writer: the number of the thread's part, or -1 */
  upc_stride_message_t *message;
} change_t;

/* A part that uses the same memory has its turn before the change, or after it. */
static void order(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const change_t *c, int part) {
  int step = P->part[part].step, kind = g->step[step].when, after;
  if (step == c->step) return;
  if (c->writer >= 0) { /* first steps, iterations and last steps of a thread do not mix */
    upc_stride_local_part_t *w = &P->part[c->writer];
    if (kind != c->kind) return;
    if (kind != UPC_STRIDE_EACH) {
      if (step < c->step) upc_stride_graph_plan_need(&w->first, 0, part, 0, 1);
      return;
    }
    if (step < c->step) upc_stride_graph_plan_need(&w->first, 0, part, 1, 1);
    upc_stride_graph_plan_need(&w->later, 0, part, 1, step < c->step);
    return;
  }
  if (kind == UPC_STRIDE_LAST && (c->kind != UPC_STRIDE_LAST || step > c->step)) return;
  if (kind == UPC_STRIDE_EACH && c->kind == UPC_STRIDE_FIRST) return;
  if (kind == UPC_STRIDE_FIRST && c->kind == UPC_STRIDE_FIRST && step > c->step) return;
  after = kind == UPC_STRIDE_EACH && c->kind == UPC_STRIDE_EACH && step > c->step;
  upc_stride_graph_plan_reader(c->message, part, after);
}

/* Parts that use elements of the box. */
static void order_region(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const change_t *c, int region,
                         const upc_stride_box_t *box) {
  int i;
  upc_stride_graph_plan_touching(P, region, box);
  for (i = 0; i < P->found.n; i++) {
    const int part = P->touch[P->first_touch[region] + P->found.number[i]].part;
    if (part != c->writer) order(P, g, c, part);
  }
}

/* All parts that use another region of the same slot. */
static void order_slot(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const change_t *c, int region) {
  int i;
  for (i = P->first_touch[region]; i < P->first_touch[region + 1]; i++) order(P, g, c, P->touch[i].part);
}

static void order_move(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_move_t *m,
                       const int *next_in_slot) {
  change_t c;
  int i;
  memset(&c, 0, sizeof c);
  c.step = g->access[m->access].step;
  c.kind = g->step[c.step].when;
  c.writer = m->message < 0 ? upc_stride_graph_plan_part(P, c.step, m->part) : -1;
  if (m->message >= 0) c.message = &P->message[m->message];
  order_region(P, g, &c, m->region, &m->box);
  for (i = next_in_slot[m->region]; i != m->region; i = next_in_slot[i]) order_slot(P, g, &c, i);
}

/* 1 if the message waits for readers in iteration 0, or when it is sent once. */
static int waits(const upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_message_t *m) {
  int i;
  for (i = 0; i < m->readers; i++)
    if (m->when != UPC_STRIDE_MOVE_EACH || m->reader[i].ahead == 0 ||
        g->step[P->part[m->reader[i].part].step].when != UPC_STRIDE_EACH)
      return 1;
  return 0;
}

/* For each region, the next one of its slot: they form a ring. A region without a slot is followed by itself. */
static int *make_rings(const upc_stride_graph_plan_t *P) {
  int *next_in_slot = upc_stride_alloc((size_t)P->regions, sizeof *next_in_slot, "the plan of a graph");
  int *last = upc_stride_alloc((size_t)P->regions, sizeof *last, "the plan of a graph"), i;
  for (i = 0; i < P->regions; i++) last[i] = -1;
  for (i = 0; i < P->regions; i++) {
    int slot = P->region[i].slot;
    next_in_slot[i] = i;
    if (slot < 0) continue;
    if (last[slot] >= 0) {
      next_in_slot[i] = next_in_slot[last[slot]];
      next_in_slot[last[slot]] = i;
    }
    last[slot] = i;
  }
  free(last);
  return next_in_slot;
}

/* The values in place that the thread's own parts write. */
static void order_parts(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  int i, k;
  for (i = 0; i < P->parts; i++)
    for (k = 0; k < g->step[P->part[i].step].accesses; k++) {
      const upc_stride_access_t *a = &g->access[g->step[P->part[i].step].access[k]];
      change_t c;
      if (!a->writes || !g->value[a->value].in_place || P->part[i].region[k] < 0) continue;
      memset(&c, 0, sizeof c);
      c.step = a->step;
      c.kind = g->step[a->step].when;
      c.writer = i;
      order_region(P, g, &c, P->part[i].region[k], &a->d->box[P->part[i].part]);
    }
}

void upc_stride_graph_plan_order(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  int *next_in_slot = make_rings(P), i;
  order_parts(P, g);
  for (i = 0; i < P->moves; i++)
    if (P->region[P->move[i].region].in_place) order_move(P, g, &P->move[i], next_in_slot);
  upc_stride_graph_plan_sort(P);
  for (i = 0; i < P->messages; i++)
    if (P->message[i].in_place) P->message[i].waits = waits(P, g, &P->message[i]);
  free(next_in_slot);
}
