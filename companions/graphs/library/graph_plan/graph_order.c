/* SPDX-License-Identifier: BSD-3-Clause
 * The order in which storage in place changes: explained in graph_plan.h. */
#include "graph_plan/graph_plan.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

/* What a step changes in a region: by a part of the thread, or by a message of another one. */
typedef struct change {
  int step, kind, writer;       /* writer: the number of the thread's part, or -1 */
  int message, covers;          /* covers: 1: it comes in each run of its step */
  int in_last;                  /* 1: it comes in the last iteration, too */
  upc_stride_box_t box;
} change_t;

/* A part that uses elements of a region, and those of them that no change has covered since. */
typedef struct use {
  int part;                     /* -1: none are left */
  upc_stride_boxes_t left;
} use_t;

/* A region, as the steps go through it. */
typedef struct region {
  upc_stride_graph_plan_t *P;
  const upc_stride_graph_t *g;
  int number, is_last;          /* is_last: 1: the walk goes through the last iteration */
  change_t *change;             /* by steps */
  int changes, changes_capacity;
  use_t *use;
  int uses, uses_capacity;
} region_t;

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
  upc_stride_graph_plan_reader(&P->message[c->message], part, after);
}

/* ---- the changes of a region ---- */

static change_t *new_change(region_t *R, int step, const upc_stride_box_t *box) {
  change_t *c;
  R->change = upc_stride_graph_plan_grown(R->change, R->changes, &R->changes_capacity, sizeof *R->change);
  c = &R->change[R->changes++];
  c->step = step;
  c->kind = R->g->step[step].when;
  c->writer = c->message = -1;
  c->covers = c->in_last = 1;
  c->box = *box;
  return c;
}

/* A move does not cover if it takes place once, or at the end: other moves are before it and after it. One that is for
 * the next iteration alone does not take place in the last one. */
static void add_moves(region_t *R) {
  upc_stride_graph_plan_t *P = R->P;
  int i;
  for (i = P->region[R->number].newest_move; i >= 0; i = P->move[i].older) {
    const upc_stride_move_t *m = &P->move[i];
    change_t *c = new_change(R, R->g->access[m->access].step, &m->box);
    c->covers = m->when == UPC_STRIDE_MOVE_EACH;
    c->in_last = m->now || !c->covers;
    c->message = m->message;
    if (m->message < 0) c->writer = upc_stride_graph_plan_part(P, c->step, m->part);
  }
}

static int by_step(const void *a, const void *b) {
  const change_t *x = a, *y = b;
  return (x->step > y->step) - (x->step < y->step);
}

static void find_changes(region_t *R) {
  const upc_stride_graph_plan_t *P = R->P;
  int i;
  R->changes = 0;
  for (i = P->first_touch[R->number]; i < P->first_touch[R->number + 1]; i++) {
    const upc_stride_touch_t *t = &P->touch[i];
    if (R->g->access[t->access].writes) new_change(R, P->part[t->part].step, &P->touched[i])->writer = t->part;
  }
  add_moves(R);
  if (R->changes > 1) qsort(R->change, (size_t)R->changes, sizeof *R->change, by_step);
}

/* ---- one step after the other ---- */

static void add_use(region_t *R, int part, const upc_stride_box_t *box) {
  use_t *u;
  R->use = upc_stride_graph_plan_grown(R->use, R->uses, &R->uses_capacity, sizeof *R->use);
  u = &R->use[R->uses++];
  memset(u, 0, sizeof *u);
  u->part = part;
  upc_stride_boxes_add(&u->left, box);
}

static int meets(const use_t *u, const upc_stride_box_t *box) {
  upc_stride_box_t common;
  int i;
  for (i = 0; i < u->left.n; i++)
    if (upc_stride_box_common(&common, &u->left.box[i], box)) return 1;
  return 0;
}

enum { FEW = 8 };               /* changes of a step that look at all uses: a search would take longer */

/* Sets P->found to the uses that a change may meet; tree: null for few changes. */
static void find_met(region_t *R, const upc_stride_box_tree_t *tree, const upc_stride_box_t *box) {
  upc_stride_found_t *found = &R->P->found;
  int i;
  if (tree != NULL) {
    upc_stride_box_tree_find(tree, box, found);
    return;
  }
  found->n = 0;
  for (i = 0; i < R->uses; i++) {
    if (!meets(&R->use[i], box)) continue;
    found->number = upc_stride_graph_plan_grown(found->number, found->n, &found->capacity, sizeof *found->number);
    found->number[found->n++] = i;
  }
}

/* The box around what is left of each use. */
static upc_stride_box_t *boxes_of_uses(const region_t *R) {
  upc_stride_box_t *box = upc_stride_alloc((size_t)R->uses, sizeof *box, "the plan of a graph");
  int i, k;
  for (i = 0; i < R->uses; i++) {
    box[i] = R->use[i].left.box[0];
    for (k = 1; k < R->use[i].left.n; k++) box[i] = upc_stride_box_around(&box[i], &R->use[i].left.box[k]);
  }
  return box;
}

static void wait_for_uses(region_t *R, const upc_stride_box_tree_t *tree, const change_t *c) {
  int i;
  find_met(R, tree, &c->box);
  for (i = 0; i < R->P->found.n; i++) {
    const use_t *u = &R->use[R->P->found.number[i]];
    if (u->part != c->writer && meets(u, &c->box)) order(R->P, R->g, c, u->part);
  }
}

static void cover_uses(region_t *R, const upc_stride_box_tree_t *tree, const change_t *c) {
  int i;
  find_met(R, tree, &c->box);
  for (i = 0; i < R->P->found.n; i++)
    upc_stride_boxes_remove(&R->use[R->P->found.number[i]].left, &c->box);
}

static int takes_place(const region_t *R, const change_t *c) { return !R->is_last || c->in_last; }

/* The changes of a step wait for what was used before, and take its place. */
static void make_changes(region_t *R, const change_t *c, int n) {
  upc_stride_box_tree_t tree, *searched = n > FEW && R->uses > FEW ? &tree : NULL;
  upc_stride_box_t *box = searched != NULL ? boxes_of_uses(R) : NULL;
  int i;
  if (searched != NULL) upc_stride_box_tree_new(&tree, box, R->uses);
  for (i = 0; i < n; i++)
    if (takes_place(R, &c[i])) wait_for_uses(R, searched, &c[i]);
  for (i = 0; i < n; i++)
    if (takes_place(R, &c[i]) && c[i].covers) cover_uses(R, searched, &c[i]);
  if (searched != NULL) upc_stride_box_tree_free(&tree);
  free(box);
}

/* Uses that are covered, and those of this step in the iteration before, go. */
static void drop_uses(region_t *R, int step) {
  int i, kept = 0;
  for (i = 0; i < R->uses; i++)
    if (R->use[i].left.n > 0 && R->P->part[R->use[i].part].step != step) {
      const use_t u = R->use[kept];
      R->use[kept++] = R->use[i];
      R->use[i] = u;
    }
  for (i = kept; i < R->uses; i++) free(R->use[i].left.box);
  R->uses = kept;
}

/* Goes through the steps of one kind. */
static void walk(region_t *R, int kind) {
  const upc_stride_graph_plan_t *P = R->P;
  const int end = P->first_touch[R->number + 1];
  int t = P->first_touch[R->number], c = 0, n;
  while (t < end || c < R->changes) {
    int step = t < end ? P->part[P->touch[t].part].step : R->change[c].step;
    if (c < R->changes && R->change[c].step < step) step = R->change[c].step;
    for (n = 0; c + n < R->changes && R->change[c + n].step == step; n++) {}
    if (R->g->step[step].when == kind) {
      make_changes(R, R->change + c, n);
      drop_uses(R, step);
    }
    for (c += n; t < end && P->part[P->touch[t].part].step == step; t++)
      if (R->g->step[step].when == kind) add_use(R, P->touch[t].part, &P->touched[t]);
  }
}

/* The second time, what is used later in an iteration is there from the one before. The third time is the last
 * iteration. Moves for the next iteration do not take place in it. So they cover nothing, and later changes wait for
 * the uses. */
static void order_region(region_t *R) {
  int i;
  find_changes(R);
  if (R->changes == 0) return;
  walk(R, UPC_STRIDE_FIRST);
  walk(R, UPC_STRIDE_EACH);
  walk(R, UPC_STRIDE_EACH);
  R->is_last = 1;
  walk(R, UPC_STRIDE_EACH);
  walk(R, UPC_STRIDE_LAST);
  R->is_last = 0;
  for (i = 0; i < R->uses; i++) free(R->use[i].left.box);
  R->uses = 0;
}

/* ---- regions that share memory ---- */

/* Of a region: its slot, the first step that writes it, and whether all that happens to it is in each iteration. */
typedef struct life {
  int region, slot, first, iterates;
} life_t;

static int by_slot(const void *a, const void *b) {
  const life_t *x = a, *y = b;
  if (x->slot != y->slot) return x->slot < y->slot ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

static void find_life(const upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int region, life_t *l) {
  int i;
  l->region = region;
  l->slot = P->region[region].slot;
  l->first = g->steps;
  l->iterates = 1;
  if (l->slot < 0) return;
  for (i = P->region[region].newest_move; i >= 0; i = P->move[i].older) {
    const int step = g->access[P->move[i].access].step;
    if (step < l->first) l->first = step;
    if (P->move[i].when != UPC_STRIDE_MOVE_EACH) l->iterates = 0;
  }
  for (i = P->first_touch[region]; i < P->first_touch[region + 1]; i++)
    if (g->step[P->part[P->touch[i].part].step].when != UPC_STRIDE_EACH) l->iterates = 0;
}

/* For each region, the one before it in its slot: they form a ring. A region without a slot is before itself. Sets
 * iterates[r] to 0 if something in the slot of region r is not in each iteration. */
static int *make_rings(const upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, char *iterates) {
  life_t *life = upc_stride_alloc((size_t)P->regions, sizeof *life, "the plan of a graph");
  int *before = upc_stride_alloc((size_t)P->regions, sizeof *before, "the plan of a graph"), i, k, end;
  for (i = 0; i < P->regions; i++) find_life(P, g, i, &life[i]);
  if (P->regions > 1) qsort(life, (size_t)P->regions, sizeof *life, by_slot);
  for (i = 0; i < P->regions; i = end) {
    int all = 1;
    for (end = i + 1; end < P->regions && life[i].slot >= 0 && life[end].slot == life[i].slot; end++) {}
    for (k = i; k < end; k++) all &= life[k].iterates;
    for (k = i; k < end; k++) {
      before[life[k].region] = life[k > i ? k - 1 : end - 1].region;
      iterates[life[k].region] = (char)all;
    }
  }
  free(life);
  return before;
}

/* A change waits for all parts that use the other regions of its slot. Mostly those of the region before are enough:
 * they have waited for changes of it, and these for the parts that use the region before that. */
static void order_slot(const region_t *R, const int *before, const char *iterates) {
  const upc_stride_graph_plan_t *P = R->P;
  int i, k, t, region;
  for (i = 0; i < R->changes; i++)
    for (k = 0, region = before[R->number]; region != R->number && (k == 0 || !iterates[R->number]);
         region = before[region], k++)
      for (t = P->first_touch[region]; t < P->first_touch[region + 1]; t++)
        order(R->P, R->g, &R->change[i], P->touch[t].part);
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

void upc_stride_graph_plan_order(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  char *iterates = upc_stride_alloc((size_t)P->regions, 1, "the plan of a graph");
  int *before = make_rings(P, g, iterates), i;
  region_t R;
  memset(&R, 0, sizeof R);
  R.P = P;
  R.g = g;
  for (R.number = 0; R.number < P->regions; R.number++) {
    if (!P->region[R.number].in_place) continue;
    order_region(&R);
    order_slot(&R, before, iterates);
  }
  upc_stride_graph_plan_sort(P);
  for (i = 0; i < P->messages; i++)
    if (P->message[i].in_place) P->message[i].waits = waits(P, g, &P->message[i]);
  free(R.change);
  free(R.use);
  free(iterates);
  free(before);
}
