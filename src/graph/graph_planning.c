/* SPDX-License-Identifier: BSD-3-Clause
 * Making plans of graphs: explained in graph_plan.h. */
#include "graph/graph_planning.h"
#include "graph/graph_regions.h"
#include "graph/graph_update.h"
#include "base/allocate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const upc_stride_graph_value_t *value_of(const upc_stride_graph_t *g, int access) {
  return &g->value[g->access[access].value];
}

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
  int i, k, *end;
  P->first_touch = end = upc_stride_alloc((size_t)P->regions + 2, sizeof *end, "the plan of a graph");
  for (i = 0; i < P->parts; i++)
    for (k = 0; k < g->step[P->part[i].step].accesses; k++)
      if (P->part[i].region[k] >= 0) end[P->part[i].region[k] + 2]++;
  for (i = 0; i < P->regions; i++) end[i + 2] += end[i + 1];
  P->touch = upc_stride_alloc((size_t)end[P->regions + 1], sizeof *P->touch, "the plan of a graph");
  for (i = 0; i < P->parts; i++)
    for (k = 0; k < g->step[P->part[i].step].accesses; k++) {
      upc_stride_touch_t *t;
      if (P->part[i].region[k] < 0) continue;
      t = &P->touch[end[P->part[i].region[k] + 1]++];
      t->part = i;
      t->access = g->step[P->part[i].step].access[k];
    }
}

/* ---- moves ---- */

/* The reader needs what the writer's part has written in the same iteration, or what was carried. */
static void need_part(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int access,
                      int part) {
  int writer = upc_stride_graph_plan_part(P, g->access[access].step, part);
  upc_stride_graph_plan_relation(P, g, R, access);
  if (R->when == UPC_STRIDE_MOVE_ONCE) upc_stride_graph_plan_need(R->needs, 0, writer, 0, 1);
  else
    upc_stride_graph_plan_need(R->needs, 0, writer, 1,
                               value_of(g, R->access)->ahead + 1 - value_of(g, access)->ahead);
}

static void need_move(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R,
                      upc_stride_move_t *m) {
  int ahead = value_of(g, R->access)->ahead;
  if (R->when != UPC_STRIDE_MOVE_EACH || ahead >= value_of(g, m->access)->ahead) m->now = 1;
  upc_stride_graph_plan_relation(P, g, R, m->access);
  if (m->message < 0) {
    need_part(P, g, R, m->access, m->part);
    return;
  }
  if (m->when == UPC_STRIDE_MOVE_ONCE) upc_stride_graph_plan_need(R->needs, 1, m->message, 0, 1);
  else upc_stride_graph_plan_need(R->needs, 1, m->message, 1, ahead + 1);
  if (m->when == UPC_STRIDE_MOVE_EACH && R->when == UPC_STRIDE_MOVE_EACH)
    upc_stride_graph_plan_reader(&P->message[m->message], R->index, ahead);
}

static void add_move(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int access,
                     int part, const upc_stride_box_t *box, const long long *shift) {
  int m = upc_stride_graph_plan_move(P, g, R, access, part, box, shift);
  need_move(P, g, R, &P->move[m]);
}

/* Elements that are in the region already: its own parts write them, or another reader needs them too. */
static void find_in_place(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int value) {
  const upc_stride_box_t box = R->missing.box[0];
  int a, i;
  for (a = 0; a < g->accesses && R->missing.n > 0; a++) {
    upc_stride_distribution_t *d = g->access[a].d;
    if (!g->access[a].writes || g->access[a].value != value) continue;
    upc_stride_distribution_find(d, &box, &R->found);
    for (i = 0; i < R->found.n; i++) {
      int p = R->found.number[i];
      if (d->thread[p] != P->thread || upc_stride_graph_plan_region(P, g, a, p) != R->region) continue;
      if (!upc_stride_graph_plan_misses(R, &d->box[p])) continue;
      upc_stride_boxes_remove(&R->missing, &d->box[p]);
      need_part(P, g, R, a, p);
    }
  }
  for (i = P->region[R->region].newest_move; i >= 0 && R->missing.n > 0; i = P->move[i].older) {
    upc_stride_move_t *m = &P->move[i];
    int same_when = m->when == R->when || (m->when == UPC_STRIDE_MOVE_EACH && R->when == UPC_STRIDE_MOVE_FINAL);
    if (!same_when || g->access[m->access].value != value || !upc_stride_graph_plan_misses(R, &m->box)) continue;
    upc_stride_boxes_remove(&R->missing, &m->box);
    need_move(P, g, R, m);
  }
}

/* Elements that part p of a writing access has, its box moved by `shift`. */
static void move_from(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int a, int p,
                      const long long *shift) {
  upc_stride_box_t box = upc_stride_box_moved(&g->access[a].d->box[p], shift), common;
  int i, n = R->missing.n, any = 0;
  for (i = 0; i < n; i++)
    if (upc_stride_box_common(&common, &R->missing.box[i], &box)) {
      add_move(P, g, R, a, p, &common, shift);
      any = 1;
    }
  if (any) upc_stride_boxes_remove(&R->missing, &box);
}

/* How a value's elements are moved in turn `turn`, so that indices over its edges are those of elements. */
static void shift_in_turn(const upc_stride_graph_value_t *v, int periodic, int turn, long long *shift) {
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) {
    shift[k] = 0;
    if (k >= v->ndims || !(periodic >> k & 1)) continue;
    if (turn % 3 > 0) shift[k] = turn % 3 == 1 ? v->extent[k] : -v->extent[k];
    turn /= 3;
  }
}

static int shift_turns(const upc_stride_graph_value_t *v, int periodic) {
  int k, turns = 1;
  for (k = 0; k < v->ndims; k++)
    if (periodic >> k & 1) turns *= 3;
  return turns;
}

/* With `own`, from the thread's own parts; else from those of others. */
static void find_elsewhere(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int value,
                           int own) {
  const upc_stride_graph_value_t *v = &g->value[value];
  const upc_stride_box_t *read = &g->access[R->access].d->box[P->part[R->index].part];
  int periodic = g->access[R->access].d->periodic, a, i, k, turn, turns = shift_turns(v, periodic);
  for (turn = 0; turn < turns && R->missing.n > 0; turn++) {
    long long shift[UPC_STRIDE_DIMS], back[UPC_STRIDE_DIMS];
    upc_stride_box_t box;
    shift_in_turn(v, periodic, turn, shift);
    for (k = 0; k < UPC_STRIDE_DIMS; k++) back[k] = -shift[k];
    box = upc_stride_box_moved(read, back);
    for (a = 0; a < g->accesses && R->missing.n > 0; a++) {
      upc_stride_distribution_t *d = g->access[a].d;
      if (!g->access[a].writes || g->access[a].value != value) continue;
      upc_stride_distribution_find(d, &box, &R->found);
      for (i = 0; i < R->found.n && R->missing.n > 0; i++)
        if ((d->thread[R->found.number[i]] == P->thread) == own) move_from(P, g, R, a, R->found.number[i], shift);
    }
  }
}

static int all_found(const upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_reading_t *R,
                     int value, char *complaint) {
  const upc_stride_local_part_t *part = &P->part[R->index];
  const upc_stride_graph_value_t *v = &g->value[value];
  char text[200];
  if (R->missing.n == 0) return 1;
  snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s: element %s is read by part %d of step %.40s, but no step "
           "%swrites it", v->name, upc_stride_graph_spell(v, &R->missing.box[0], text), part->part,
           g->step[part->step].name, v->in_place ? "before " : "");
  return 0;
}

/* Finds who writes what the reader reads: a value, or for a carried one the value that it was. */
static int find_writers(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int value,
                        upc_stride_move_when_t when, upc_stride_needs_t *needs, char *complaint) {
  R->when = when;
  R->needs = needs;
  R->missing.n = 0;
  upc_stride_boxes_add(&R->missing, &g->access[R->access].d->box[P->part[R->index].part]);
  find_in_place(P, g, R, value);
  find_elsewhere(P, g, R, value, 1);
  find_elsewhere(P, g, R, value, 0);
  return all_found(P, g, R, value, complaint);
}

static int find_for(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, char *complaint) {
  const upc_stride_graph_value_t *v = value_of(g, R->access);
  int value = g->access[R->access].value, when = g->step[g->access[R->access].step].when;
  upc_stride_needs_t *first = &P->part[R->index].first, *later = &P->part[R->index].later;
  if (v->in_place) {
    upc_stride_graph_plan_versions(P, g, R);
    return all_found(P, g, R, value, complaint);
  }
  if (v->when != UPC_STRIDE_EACH && !find_writers(P, g, R, value, UPC_STRIDE_MOVE_ONCE, first, complaint)) return 0;
  if (v->source >= 0 && when == UPC_STRIDE_EACH)
    return find_writers(P, g, R, v->source, UPC_STRIDE_MOVE_EACH, later, complaint);
  if (v->when != UPC_STRIDE_EACH) return 1;
  if (when == UPC_STRIDE_LAST) return find_writers(P, g, R, value, UPC_STRIDE_MOVE_FINAL, first, complaint);
  if (!find_writers(P, g, R, value, UPC_STRIDE_MOVE_EACH, later, complaint)) return 0;
  return find_writers(P, g, R, value, UPC_STRIDE_MOVE_EACH, first, complaint); /* finds the same moves */
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
      right = find_for(P, g, &R, complaint);
    }
  free(R.missing.box);
  free(R.found.number);
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
  upc_stride_box_t common;
  int i;
  for (i = P->first_touch[region]; i < P->first_touch[region + 1]; i++) {
    const upc_stride_access_t *a = &g->access[P->touch[i].access];
    int part = P->touch[i].part;
    if (part == writer || g->step[a->step].when != UPC_STRIDE_EACH || a->writes || g->value[a->value].ahead) continue;
    if (upc_stride_box_common(&common, box, &a->d->box[P->part[part].part]))
      upc_stride_graph_plan_need(&P->part[writer].later, 0, part, 1, 0);
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
    if (m->message < 0 && m->when == UPC_STRIDE_MOVE_EACH && value_of(g, m->access)->ahead)
      wait_for_readers(P, g, upc_stride_graph_plan_part(P, g->access[m->access].step, m->part), m->region, &m->box);
  }
}

int upc_stride_graph_plan(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int thread, char *complaint) {
  int s;
  memset(P, 0, sizeof *P);
  P->thread = thread;
  P->newest_message = upc_stride_alloc((size_t)g->steps, sizeof *P->newest_message, "the plan of a graph");
  P->read_from = upc_stride_alloc((size_t)g->accesses, (size_t)g->accesses, "the plan of a graph");
  for (s = 0; s < g->steps; s++) P->newest_message[s] = -1;
  upc_stride_graph_plan_regions(P, g);
  make_parts(P, g);
  make_touches(P, g);
  if (!make_moves(P, g, complaint)) return 0;
  upc_stride_graph_plan_place(P, g);
  make_waits(P, g);
  upc_stride_graph_plan_updates(P, g);
  return 1;
}

/* Those that read what meets the boxes of the writer, also when these are moved over the edges. */
void upc_stride_graph_readers(const upc_stride_graph_t *g, int writer, int threads, char *reads) {
  upc_stride_found_t found = {NULL, 0, 0};
  const int *part;
  int a, b, i, k, n, turn, turns;
  memset(reads, 0, (size_t)threads);
  for (b = 0; b < g->accesses; b++) {
    const upc_stride_graph_value_t *v = value_of(g, b);
    if (!g->access[b].writes) continue;
    n = upc_stride_distribution_of_thread(g->access[b].d, writer, &part);
    for (a = 0; a < g->accesses && n > 0; a++) {
      upc_stride_distribution_t *d = g->access[a].d;
      if ((g->access[a].writes && !g->access[a].updates) || value_of(g, a)->storage != v->storage) continue;
      turns = shift_turns(v, d->periodic);
      for (i = 0; i < n * turns; i++) {
        long long shift[UPC_STRIDE_DIMS];
        upc_stride_box_t box;
        turn = i % turns;
        shift_in_turn(v, d->periodic, turn, shift);
        box = upc_stride_box_moved(&g->access[b].d->box[part[i / turns]], shift);
        upc_stride_distribution_find(d, &box, &found);
        for (k = 0; k < found.n; k++) reads[d->thread[found.number[k]]] = 1;
      }
    }
  }
  free(found.number);
}
