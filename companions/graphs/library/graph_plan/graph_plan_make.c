/* SPDX-License-Identifier: BSD-3-Clause
 * Making the plan of a thread: explained in graph_plan.h. */
#include "graph_plan/graph_plan.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

/* ---- the thread's parts ---- */

static void make_parts(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  int s, p, i, n;
  const int *parts;
  P->first_part = upc_stride_alloc((size_t)g->steps + 1, sizeof *P->first_part, "the plan of a graph");
  for (s = 0; s < g->steps; s++) {
    P->first_part[s] = P->parts;
    n = upc_stride_distribution_of_thread(g->access[g->step[s].access[0]].d, P->thread, &parts);
    for (p = 0; p < n; p++) {
      upc_stride_local_part_t *part;
      P->part = upc_stride_graph_plan_grown(P->part, P->parts, &P->parts_capacity, sizeof *P->part);
      part = &P->part[P->parts++];
      memset(part, 0, sizeof *part);
      part->step = s;
      part->part = parts[p];
      for (i = 0; i < g->step[s].accesses; i++) {
        const upc_stride_access_t *a = &g->access[g->step[s].access[i]];
        part->region[i] = upc_stride_graph_plan_region_with(P, g->value[a->value].storage, &a->d->box[parts[p]]);
      }
    }
  }
  P->first_part[s] = P->parts;
}

/* Lists for each region who uses it. */
static void make_touches(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  int i, k, touches, *end;
  P->first_touch = end = upc_stride_alloc((size_t)P->regions + 2, sizeof *end, "the plan of a graph");
  for (i = 0; i < P->parts; i++)
    for (k = 0; k < g->step[P->part[i].step].accesses; k++)
      if (P->part[i].region[k] >= 0) end[P->part[i].region[k] + 2]++;
  for (i = 0; i < P->regions; i++) end[i + 2] += end[i + 1];
  touches = end[P->regions + 1];
  P->touch = upc_stride_alloc((size_t)touches, sizeof *P->touch, "the plan of a graph");
  P->touched = upc_stride_alloc((size_t)touches, sizeof *P->touched, "the plan of a graph");
  P->touches = upc_stride_alloc((size_t)P->regions, sizeof *P->touches, "the plan of a graph");
  for (i = 0; i < P->parts; i++)
    for (k = 0; k < g->step[P->part[i].step].accesses; k++) {
      upc_stride_touch_t *t;
      if (P->part[i].region[k] < 0) continue;
      t = &P->touch[end[P->part[i].region[k] + 1]++];
      t->part = i;
      t->access = g->step[P->part[i].step].access[k];
      P->touched[t - P->touch] = g->access[t->access].d->box[P->part[i].part];
    }
}

/* ---- moves ---- */

/* A part that uses elements which a message brings, in another branch perhaps. */
static void add_reader(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_move_t *m, int part,
                       int access) {
  const upc_stride_access_t *a = &g->access[access];
  if (g->step[a->step].when == UPC_STRIDE_EACH)
    upc_stride_graph_plan_reader(&P->message[m->message], part, g->value[a->value].ahead);
}

/* Elements come to a region by one move in one branch, and by another one in another, or a part of the thread writes
 * them. So a message waits for all that use them, whichever way conditions have gone. */
static void add_readers(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  upc_stride_box_t common;
  int i, k;
  for (i = 0; i < P->moves; i++) {
    const upc_stride_move_t *m = &P->move[i], *other;
    if (m->message < 0 || m->when == UPC_STRIDE_MOVE_ONCE || P->region[m->region].in_place) continue;
    upc_stride_graph_plan_touching(P, m->region, &m->box);
    for (k = 0; k < P->found.n; k++) {
      const upc_stride_touch_t *t = &P->touch[P->first_touch[m->region] + P->found.number[k]];
      add_reader(P, g, m, t->part, t->access);
    }
    for (k = P->region[m->region].newest_move; k >= 0; k = other->older) {
      other = &P->move[k];
      if (other->message < 0 && other->when == UPC_STRIDE_MOVE_EACH &&
          upc_stride_box_common(&common, &m->box, &other->box))
        add_reader(P, g, m, upc_stride_graph_plan_part(P, g->access[other->access].step, other->part), other->access);
    }
  }
}

static int make_moves(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, char *complaint) {
  upc_stride_reading_t R;
  int i, k, right = 1;
  memset(&R, 0, sizeof R);
  for (i = 0; i < P->parts && right; i++)
    for (k = 0; k < g->step[P->part[i].step].accesses && right; k++) {
      R.index = i;
      R.access = g->step[P->part[i].step].access[k];
      R.region = P->part[i].region[k];
      if (R.region < 0 || (g->access[R.access].writes && !g->access[R.access].updates)) continue;
      right = upc_stride_graph_plan_source(P, g, &R, complaint);
    }
  free(R.missing.box);
  free(R.found.number);
  if (g->conditions) add_readers(P, g);
  for (i = 0; i < P->moves; i++)
    if (P->move[i].message >= 0 && P->move[i].now) P->message[P->move[i].message].now = 1;
  return right;
}

/* ---- what is still read ---- */

/* A part that writes generation g + 1 of a carried value waits for those that read generation g - 1 in the same place:
 * they have run g times. All else that is written has been read by then, since a thread begins no part for the
 * second time before all have begun the first time, and so on. */
static void wait_for_readers(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int writer, int region,
                             const upc_stride_box_t *box) {
  int i;
  upc_stride_graph_plan_touching(P, region, box);
  for (i = 0; i < P->found.n; i++) {
    const upc_stride_touch_t *t = &P->touch[P->first_touch[region] + P->found.number[i]];
    const upc_stride_access_t *a = &g->access[t->access];
    if (t->part != writer && g->step[a->step].when == UPC_STRIDE_EACH && !a->writes && !g->value[a->value].ahead)
      upc_stride_graph_plan_need(&P->part[writer].later, 0, t->part, 1, 0);
  }
}

static void make_waits(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  int i, k;
  for (i = 0; i < P->parts; i++) {
    const upc_stride_graph_step_t *s = &g->step[P->part[i].step];
    for (k = 0; k < s->accesses; k++) {
      const upc_stride_access_t *a = &g->access[s->access[k]];
      if (a->writes && g->value[a->value].ahead && P->part[i].region[k] >= 0)
        wait_for_readers(P, g, i, P->part[i].region[k], &a->d->box[P->part[i].part]);
    }
  }
  for (i = 0; i < P->moves; i++) {
    const upc_stride_move_t *m = &P->move[i];
    if (m->message < 0 && m->when == UPC_STRIDE_MOVE_EACH && upc_stride_value_of(g, m->access)->ahead)
      wait_for_readers(P, g, upc_stride_graph_plan_part(P, g->access[m->access].step, m->part), m->region, &m->box);
  }
}

int upc_stride_graph_plan(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int thread, char *complaint) {
  memset(P, 0, sizeof *P);
  P->thread = thread;
  P->read_from = upc_stride_alloc((size_t)g->accesses, (size_t)g->accesses, "the plan of a graph");
  upc_stride_graph_plan_regions(P, g);
  make_parts(P, g);
  make_touches(P, g);
  if (!make_moves(P, g, complaint)) return 0;
  upc_stride_graph_plan_place(P, g);
  make_waits(P, g);
  upc_stride_graph_plan_order(P, g);
  return 1;
}
