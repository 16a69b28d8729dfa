/* SPDX-License-Identifier: BSD-3-Clause
 * Who has written what is read of a value in place: explained in graph_plan.h. */
#include "graph_plan/graph_plan.h"

#include <stdlib.h>

static int kind_of(const upc_stride_graph_t *g, int access) { return g->step[g->access[access].step].when; }

/* The version comes from the same iteration, from the one before, or from a step of another kind. */
typedef enum version { SAME, BEFORE, OTHER_KIND } version_t;

static void need(upc_stride_graph_plan_t *P, const upc_stride_reading_t *R, int is_message, int index,
                 version_t version) {
  upc_stride_local_part_t *p = &P->part[R->index];
  if (R->when == UPC_STRIDE_MOVE_ONCE) upc_stride_graph_plan_need(&p->first, is_message, index, 0, 1);
  else if (version == BEFORE) upc_stride_graph_plan_need(&p->later, is_message, index, 1, 0);
  else {
    upc_stride_graph_plan_need(&p->first, is_message, index, 1, 1);
    upc_stride_graph_plan_need(&p->later, is_message, index, 1, 1);
  }
}

static void need_part(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_reading_t *R,
                      int access, int part, version_t version) {
  upc_stride_graph_plan_relation(P, g, R, access);
  need(P, R, 0, upc_stride_graph_plan_part(P, g->access[access].step, part), version);
}

static void need_move(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_reading_t *R, int move,
                      version_t version) {
  upc_stride_move_t *m = &P->move[move];
  if (version != BEFORE) m->now = 1;
  if (version == BEFORE || R->when != UPC_STRIDE_MOVE_EACH) P->region[R->region].lasts = 1;
  if (m->message < 0) {
    need_part(P, g, R, m->access, m->part, version);
    return;
  }
  upc_stride_graph_plan_relation(P, g, R, m->access);
  need(P, R, 1, m->message, version);
}

/* Elements of a part that are moved to the region for another reader. A last step shares what some part has read in
 * the last iteration: other elements of a move could come while last steps change them. */
static void share_moves(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int access,
                        int part, version_t version) {
  int i = upc_stride_graph_plan_alike(P, R->region, access, part);
  for (; i >= 0 && R->missing.n > 0; i = P->move[i].alike) {
    const upc_stride_move_t *m = &P->move[i];
    int same_when = m->when == R->when ||
                    (m->when == UPC_STRIDE_MOVE_EACH && R->when == UPC_STRIDE_MOVE_FINAL && m->now);
    upc_stride_box_t box = m->box;
    if (m->region != R->region || m->access != access || !same_when || !upc_stride_graph_plan_misses(R, &box)) continue;
    need_move(P, g, R, i, version);
    upc_stride_boxes_remove(&R->missing, &box);
  }
}

/* Takes what is missing from the parts of one access. */
static void take_from(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int access,
                      version_t version) {
  static const long long nowhere[UPC_STRIDE_DIMS] = {0, 0, 0, 0};
  upc_stride_distribution_t *d = g->access[access].d;
  int i, k, n;
  upc_stride_distribution_find(d, &g->access[R->access].d->box[P->part[R->index].part], &R->found);
  if (R->found.n == 0) return;
  for (i = 0; i < R->found.n; i++) {
    int p = R->found.number[i];
    if (d->thread[p] != P->thread || !upc_stride_graph_plan_misses(R, &d->box[p])) continue;
    if (upc_stride_graph_plan_region(P, g, access, p) != R->region) continue;
    need_part(P, g, R, access, p, version);
    upc_stride_boxes_remove(&R->missing, &d->box[p]);
  }
  for (i = 0; i < R->found.n && R->missing.n > 0; i++) share_moves(P, g, R, access, R->found.number[i], version);
  for (i = 0; i < R->found.n && R->missing.n > 0; i++) {
    int p = R->found.number[i];
    n = R->missing.n;
    for (k = 0; k < n; k++) {
      upc_stride_box_t common;
      if (upc_stride_box_common(&common, &R->missing.box[k], &d->box[p]))
        need_move(P, g, R, upc_stride_graph_plan_move(P, g, R, access, p, &common, nowhere), version);
    }
    upc_stride_boxes_remove(&R->missing, &d->box[p]);
  }
}

/* From the steps of one kind before step `end` and from step `begin` on, the last one first. */
static void search(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int kind,
                   int begin, int end, version_t version) {
  int reader = kind_of(g, R->access), s, k;
  R->when = UPC_STRIDE_MOVE_ONCE;
  if (kind == UPC_STRIDE_EACH) R->when = reader == UPC_STRIDE_EACH ? UPC_STRIDE_MOVE_EACH : UPC_STRIDE_MOVE_FINAL;
  for (s = end - 1; s >= begin && R->missing.n > 0; s--) {
    if (g->step[s].when != kind) continue;
    for (k = 0; k < g->step[s].accesses && R->missing.n > 0; k++) {
      int access = g->step[s].access[k];
      if (g->access[access].writes && g->access[access].value == g->access[R->access].value)
        take_from(P, g, R, access, version);
    }
  }
}

void upc_stride_graph_plan_versions(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R) {
  int step = g->access[R->access].step, kind = g->step[step].when, i;
  upc_stride_boxes_t rest = {NULL, 0, 0};
  R->missing.n = 0;
  upc_stride_boxes_add(&R->missing, &g->access[R->access].d->box[P->part[R->index].part]);
  search(P, g, R, kind, 0, step, SAME);
  if (kind == UPC_STRIDE_LAST) search(P, g, R, UPC_STRIDE_EACH, 0, g->steps, OTHER_KIND);
  if (kind == UPC_STRIDE_EACH) {
    for (i = 0; i < R->missing.n; i++) upc_stride_boxes_add(&rest, &R->missing.box[i]);
    search(P, g, R, UPC_STRIDE_EACH, step, g->steps, BEFORE);
    R->missing.n = 0;
    for (i = 0; i < rest.n; i++) upc_stride_boxes_add(&R->missing, &rest.box[i]);
    free(rest.box);
  }
  if (kind != UPC_STRIDE_FIRST) search(P, g, R, UPC_STRIDE_FIRST, 0, g->steps, OTHER_KIND);
}
