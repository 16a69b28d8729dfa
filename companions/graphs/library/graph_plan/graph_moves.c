/* SPDX-License-Identifier: BSD-3-Clause
 * Where the elements that a part reads come from: explained in graph_plan.h. */
#include "graph_plan/graph_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The reader needs what the writer's part has written in the same iteration, or what was carried. */
static void need_part(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int access,
                      int part) {
  int writer = upc_stride_graph_plan_part(P, g->access[access].step, part);
  upc_stride_graph_plan_relation(P, g, R, access);
  if (R->when == UPC_STRIDE_MOVE_ONCE) upc_stride_graph_plan_need(R->needs, 0, writer, 0, 1);
  else
    upc_stride_graph_plan_need(R->needs, 0, writer, 1,
                               upc_stride_value_of(g, R->access)->ahead + 1 - upc_stride_value_of(g, access)->ahead);
}

static void need_move(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R,
                      upc_stride_move_t *m) {
  int ahead = upc_stride_value_of(g, R->access)->ahead;
  if (R->when != UPC_STRIDE_MOVE_EACH || ahead >= upc_stride_value_of(g, m->access)->ahead) m->now = 1;
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

/* 1: what an access writes is there in the reader's world. */
static int written(const upc_stride_graph_t *g, const upc_stride_reading_t *R, int access) {
  return g->access[access].writes &&
         upc_stride_branch_implies(&R->world, &g->step[g->access[access].step].branch);
}

/* 1: a move takes place whenever the reader needs it. */
static int moves_for(const upc_stride_graph_t *g, const upc_stride_reading_t *R, const upc_stride_move_t *m) {
  upc_stride_branch_t branch;
  if (m->branch.n == 0) return 1;
  upc_stride_graph_move_branch(g, R->access, m->access, &branch);
  return written(g, R, m->access) && upc_stride_branches_equal(&branch, &m->branch);
}

/* Elements that are in the region already, since its own parts write them. */
static void find_in_place(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int value) {
  const upc_stride_box_t box = R->missing.box[0];
  int a, i;
  for (a = 0; a < g->accesses && R->missing.n > 0; a++) {
    upc_stride_distribution_t *d = g->access[a].d;
    if (g->access[a].value != value || !written(g, R, a)) continue;
    upc_stride_distribution_find(d, &box, &R->found);
    for (i = 0; i < R->found.n; i++) {
      int p = R->found.number[i];
      if (d->thread[p] != P->thread || upc_stride_graph_plan_region(P, g, a, p) != R->region) continue;
      if (!upc_stride_graph_plan_misses(R, &d->box[p])) continue;
      upc_stride_boxes_remove(&R->missing, &d->box[p]);
      need_part(P, g, R, a, p);
    }
  }
}

/* Elements of a part that are moved to the region for another reader. */
static void share_moves(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int access,
                        int part) {
  int i = upc_stride_graph_plan_alike(P, R->region, access, part);
  for (; i >= 0 && R->missing.n > 0; i = P->move[i].alike) {
    upc_stride_move_t *m = &P->move[i];
    int same_when = m->when == R->when || (m->when == UPC_STRIDE_MOVE_EACH && R->when == UPC_STRIDE_MOVE_FINAL);
    if (!same_when || m->region != R->region || m->access != access) continue;
    if (!upc_stride_graph_plan_misses(R, &m->box) || !moves_for(g, R, m)) continue;
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

/* What others have moved to the region; what the thread's own parts have in other regions; what other threads have. */
typedef enum from { MOVED, OWN, OTHERS } from_t;

/* Elements that a part of a writing access has. */
static void find_at(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int a, int p,
                    const long long *shift, from_t from) {
  if (from == MOVED) share_moves(P, g, R, a, p);
  else if ((g->access[a].d->thread[p] == P->thread) == (from == OWN)) move_from(P, g, R, a, p, shift);
}

static void find_elsewhere(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int value,
                           from_t from) {
  const upc_stride_graph_value_t *v = &g->value[value];
  const upc_stride_box_t *read = &g->access[R->access].d->box[P->part[R->index].part];
  /* a move that another reader made may be shifted where this reader's own moves are not */
  const int periodic = g->access[R->access].d->periodic | (from == MOVED ? P->region[R->region].shifted : 0);
  const int turns = shift_turns(v, periodic);
  int a, i, k, turn;
  for (turn = 0; turn < turns && R->missing.n > 0; turn++) {
    long long shift[UPC_STRIDE_DIMS], back[UPC_STRIDE_DIMS];
    upc_stride_box_t box;
    shift_in_turn(v, periodic, turn, shift);
    for (k = 0; k < UPC_STRIDE_DIMS; k++) back[k] = -shift[k];
    box = upc_stride_box_moved(read, back);
    for (a = 0; a < g->accesses && R->missing.n > 0; a++) {
      upc_stride_distribution_t *d = g->access[a].d;
      if (g->access[a].value != value || !written(g, R, a)) continue;
      upc_stride_distribution_find(d, &box, &R->found);
      for (i = 0; i < R->found.n && R->missing.n > 0; i++) find_at(P, g, R, a, R->found.number[i], shift, from);
    }
  }
}

static int all_found(const upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_reading_t *R,
                     int value, char *complaint) {
  const upc_stride_local_part_t *part = &P->part[R->index];
  const upc_stride_graph_value_t *v = &g->value[value];
  char text[200];
  int i;
  if (R->missing.n == 0) return 1;
  snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s: element %s is read by part %d of step %.40s, but no step "
           "%swrites it", v->name, upc_stride_graph_spell(v, &R->missing.box[0], text), part->part,
           g->step[part->step].name, v->in_place ? "before " : "");
  for (i = 0; i < R->world.n; i++) {
    const size_t length = strlen(complaint);
    snprintf(complaint + length, UPC_STRIDE_COMPLAINT - length, "%s %.40s is %s0", i == 0 ? " if" : " and",
             g->value[R->world.value[i]].name, R->world.holds[i] ? "not " : "");
  }
  return 0;
}

/* In each branch that writers have, and the reader does not: R->world is what is known so far. */
static int find_in_branches(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int value,
                            char *complaint) {
  const upc_stride_branch_t known = R->world;
  int a, i, holds, right = 1;
  for (a = 0; a < g->accesses; a++) {
    const upc_stride_branch_t *G = &g->step[g->access[a].step].branch;
    if (!g->access[a].writes || g->access[a].value != value || upc_stride_branches_exclude(G, &known)) continue;
    for (i = 0; i < G->n; i++) {
      upc_stride_branch_t more = known;
      if (!upc_stride_branch_add(&more, G->value[i], 1) || more.n == known.n) continue;
      for (holds = 0; holds < 2 && right; holds++) {
        R->world = known;
        upc_stride_branch_add(&R->world, G->value[i], holds);
        right = find_in_branches(P, g, R, value, complaint);
      }
      R->world = known;
      return right;
    }
  }
  R->missing.n = 0;
  upc_stride_boxes_add(&R->missing, &g->access[R->access].d->box[P->part[R->index].part]);
  find_in_place(P, g, R, value);
  if (P->region[R->region].newest_move >= 0) find_elsewhere(P, g, R, value, MOVED);
  find_elsewhere(P, g, R, value, OWN);
  find_elsewhere(P, g, R, value, OTHERS);
  return all_found(P, g, R, value, complaint);
}

/* Finds who writes what the reader reads: a value, or for a carried one the value that it was. */
static int find_writers(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R, int value,
                        upc_stride_move_when_t when, upc_stride_needs_t *needs, char *complaint) {
  int a;
  R->when = when;
  R->needs = needs;
  R->world.n = 0;
  for (a = 0; a < g->accesses; a++)
    if (g->access[a].writes && g->access[a].value == value) upc_stride_graph_known(g, R->access, a, &R->world);
  return find_in_branches(P, g, R, value, complaint);
}

int upc_stride_graph_plan_source(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, upc_stride_reading_t *R,
                                 char *complaint) {
  const upc_stride_graph_value_t *v = upc_stride_value_of(g, R->access);
  int value = g->access[R->access].value, when = g->step[g->access[R->access].step].when;
  upc_stride_needs_t *first = &P->part[R->index].first, *later = &P->part[R->index].later;
  if (v->in_place) {
    R->world.n = 0;
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

/* ---- the same, as seen by the writer ---- */

/* Sets the entries of threads whose parts of a reading access meet a box. */
static void mark_threads(upc_stride_distribution_t *d, const upc_stride_box_t *box, upc_stride_found_t *found,
                         char *reads) {
  int i;
  upc_stride_distribution_find(d, box, found);
  for (i = 0; i < found->n; i++) reads[d->thread[found->number[i]]] = 1;
}

/* A box that the thread's parts write. */
typedef struct written {
  int storage;
  upc_stride_box_t box;
} written_t;

static int by_storage(const void *a, const void *b) {
  const written_t *x = a, *y = b;
  if (x->storage != y->storage) return x->storage < y->storage ? -1 : 1;
  return memcmp(&x->box, &y->box, sizeof x->box);
}

static void add_written(const upc_stride_graph_t *g, int access, int writer, written_t **list, int *n, int *capacity) {
  upc_stride_distribution_t *d = g->access[access].d;
  const int *part;
  const int parts = upc_stride_distribution_of_thread(d, writer, &part);
  int i;
  for (i = 0; i < parts; i++) {
    *list = upc_stride_graph_plan_grown(*list, *n, capacity, sizeof **list);
    (*list)[*n].storage = upc_stride_value_of(g, access)->storage;
    (*list)[(*n)++].box = d->box[part[i]];
  }
}

/* What a thread writes, by storages, each box once; returns how many. */
static int find_written(const upc_stride_graph_t *g, int writer, written_t **list) {
  int a, i, n = 0, kept = 0, capacity = 0;
  *list = NULL;
  for (a = 0; a < g->accesses; a++)
    if (g->access[a].writes) add_written(g, a, writer, list, &n, &capacity);
  if (n > 1) qsort(*list, (size_t)n, sizeof **list, by_storage);
  for (i = 0; i < n; i++)
    if (kept == 0 || by_storage(&(*list)[kept - 1], &(*list)[i]) != 0) (*list)[kept++] = (*list)[i];
  return kept;
}

/* Threads that read a box by an access, also over the edges. */
static void mark_readers(const upc_stride_graph_t *g, int reader, const upc_stride_box_t *box,
                         upc_stride_found_t *found, char *reads) {
  const upc_stride_graph_value_t *v = upc_stride_value_of(g, reader);
  upc_stride_distribution_t *d = g->access[reader].d;
  const int turns = shift_turns(v, d->periodic);
  int turn;
  for (turn = 0; turn < turns; turn++) {
    long long shift[UPC_STRIDE_DIMS];
    upc_stride_box_t moved;
    shift_in_turn(v, d->periodic, turn, shift);
    moved = upc_stride_box_moved(box, shift);
    mark_threads(d, &moved, found, reads);
  }
}

/* The first of a list with this storage, or one behind all before it. */
static int first_of(const written_t *list, int n, int storage) {
  int low = 0;
  while (n > low) {
    int middle = low + (n - low) / 2;
    if (list[middle].storage < storage) low = middle + 1;
    else n = middle;
  }
  return low;
}

void upc_stride_graph_readers(const upc_stride_graph_t *g, int writer, int threads, char *reads) {
  upc_stride_found_t found = {NULL, 0, 0};
  written_t *list;
  const int n = find_written(g, writer, &list);
  int a, i;
  memset(reads, 0, (size_t)threads);
  for (a = 0; a < g->accesses; a++) {
    const int storage = upc_stride_value_of(g, a)->storage;
    if (g->access[a].writes && !g->access[a].updates) continue;
    for (i = first_of(list, n, storage); i < n && list[i].storage == storage; i++)
      mark_readers(g, a, &list[i].box, &found, reads);
  }
  free(found.number);
  free(list);
}
