/* SPDX-License-Identifier: BSD-3-Clause
 * The storage of one thread: which boxes share a region, and which regions share memory. Explained in graph_plan.h. */
#include "graph_plan/graph_plan.h"
#include "base/allocate.h"
#include "base/line.h"
#include "base/number.h"

#include <stdlib.h>
#include <string.h>

/* ---- which boxes ---- */

static upc_stride_region_t *add_region(upc_stride_graph_plan_t *P, int storage, const upc_stride_box_t *box) {
  upc_stride_region_t *r;
  P->region = upc_stride_graph_plan_grown(P->region, P->regions, &P->regions_capacity, sizeof *P->region);
  r = &P->region[P->regions++];
  memset(r, 0, sizeof *r);
  r->storage = storage;
  r->box = *box;
  r->given = r->slot = r->newest_move = -1;
  return r;
}

/* Two regions become one if the box around them wastes nothing. In place, only if one contains the other: adjacent
 * boxes may be needed at different times. */
static int joins(const upc_stride_region_t *a, const upc_stride_region_t *b, int in_place, upc_stride_box_t *around) {
  if (a->given >= 0 || b->given >= 0) return 0;
  *around = upc_stride_box_around(&a->box, &b->box);
  if (in_place) return upc_stride_box_contains(&a->box, &b->box) || upc_stride_box_contains(&b->box, &a->box);
  return upc_stride_box_size(around) <= upc_stride_box_size(&a->box) + upc_stride_box_size(&b->box);
}

/* The boxes of the regions from `first` on. */
static upc_stride_box_t *boxes_from(const upc_stride_graph_plan_t *P, int first) {
  upc_stride_box_t *box = upc_stride_alloc((size_t)(P->regions - first), sizeof *box, "the plan of a graph");
  int i;
  for (i = first; i < P->regions; i++) box[i - first] = P->region[i].box;
  return box;
}

/* Boxes that a region can be put together with have elements in common with it, or side by side with it. */
static upc_stride_box_t with_sides(const upc_stride_box_t *box) {
  upc_stride_box_t sides = *box;
  int k;
  for (k = 0; k < UPC_STRIDE_DIMS; k++) {
    sides.lo[k] = upc_stride_moved(box->lo[k], -1);
    sides.hi[k] = upc_stride_moved(box->hi[k], 1);
  }
  return sides;
}

/* Adds to region i those found that fit; an empty box marks each of them. */
static void join_found(upc_stride_graph_plan_t *P, int first, int i, int in_place) {
  upc_stride_box_t around;
  int k;
  for (k = P->found.n - 1; k >= 0; k--) {
    const int j = first + P->found.number[k];
    if (j == i || upc_stride_box_size(&P->region[j].box) == 0) continue;
    if (!joins(&P->region[i], &P->region[j], in_place, &around)) continue;
    P->region[i].box = around;
    P->region[j].box.hi[0] = P->region[j].box.lo[0];
  }
}

/* Puts together regions from `first` on with those that were beside them at the beginning. */
static void join_once(upc_stride_graph_plan_t *P, int first, int in_place) {
  upc_stride_box_t *box = boxes_from(P, first);
  upc_stride_box_tree_t tree;
  int i, end = first;
  upc_stride_box_tree_new(&tree, box, P->regions - first);
  for (i = first; i < P->regions; i++) {
    const upc_stride_box_t sides = with_sides(&P->region[i].box);
    if (P->region[i].given >= 0 || upc_stride_box_size(&P->region[i].box) == 0) continue;
    upc_stride_box_tree_find(&tree, &sides, &P->found);
    join_found(P, first, i, in_place);
  }
  for (i = first; i < P->regions; i++)
    if (upc_stride_box_size(&P->region[i].box) > 0) P->region[end++] = P->region[i];
  P->regions = end;
  upc_stride_box_tree_free(&tree);
  free(box);
}

/* As long as two of them fit. */
static void join_regions(upc_stride_graph_plan_t *P, int first, int in_place) {
  int before;
  do {
    before = P->regions;
    join_once(P, first, in_place);
  } while (P->regions < before);
}

/* The first region of a list that holds a box, or -1. */
static int holder(upc_stride_graph_plan_t *P, const upc_stride_box_tree_t *regions, const upc_stride_box_t *box) {
  int i;
  upc_stride_box_tree_find(regions, box, &P->found);
  for (i = 0; i < P->found.n; i++)
    if (upc_stride_box_contains(&regions->box[P->found.number[i]], box)) return P->found.number[i];
  return -1;
}

/* The boxes that the program gives come first: others that lie in one of them need no region. */
static void add_boxes(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int storage, int given) {
  upc_stride_box_t *box = boxes_from(P, P->first_region[storage]);
  upc_stride_box_tree_t tree;
  int a, i, n;
  const int *part;
  upc_stride_box_tree_new(&tree, box, P->regions - P->first_region[storage]);
  for (a = 0; a < g->accesses; a++) {
    upc_stride_distribution_t *d = g->access[a].d;
    if (upc_stride_value_of(g, a)->storage != storage || (g->access[a].given != NULL) != given) continue;
    n = upc_stride_distribution_of_thread(d, P->thread, &part);
    for (i = 0; i < n; i++) {
      upc_stride_region_t *r;
      if (upc_stride_box_size(&d->box[part[i]]) == 0) continue;
      if (holder(P, &tree, &d->box[part[i]]) >= 0) continue;
      r = add_region(P, storage, &d->box[part[i]]);
      if (!given) continue;
      r->given = a;
      r->part = part[i];
    }
  }
  upc_stride_box_tree_free(&tree);
  free(box);
}

static void lay_out(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  int i;
  for (i = 0; i < P->regions; i++) {
    upc_stride_region_t *r = &P->region[i];
    size_t element = g->value[r->storage].size;
    upc_stride_storage_t dense;
    upc_stride_storage_dense(&dense, &r->box, element);
    memcpy(r->stride, dense.stride, sizeof r->stride);
    r->in_place = g->value[r->storage].in_place;
    r->generations = upc_stride_graph_generations(g, r->storage);
    r->bytes = upc_stride_whole_lines((size_t)upc_stride_box_size(&r->box) * element) + g->guard;
  }
}

void upc_stride_graph_plan_regions(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  int storage;
  P->first_region = upc_stride_alloc((size_t)g->values + 1, sizeof *P->first_region, "the plan of a graph");
  for (storage = 0; storage < g->values; storage++) {
    P->first_region[storage] = P->regions;
    add_boxes(P, g, storage, 1);
    add_boxes(P, g, storage, 0);
    join_regions(P, P->first_region[storage], g->value[storage].in_place);
  }
  P->first_region[storage] = P->regions;
  P->storages = storage;
  P->around = boxes_from(P, 0);
  P->holders = upc_stride_alloc((size_t)storage, sizeof *P->holders, "the plan of a graph");
  for (storage = 0; storage < P->storages; storage++)
    upc_stride_box_tree_new(&P->holders[storage], P->around + P->first_region[storage],
                            P->first_region[storage + 1] - P->first_region[storage]);
  lay_out(P, g);
}

int upc_stride_graph_plan_region_with(upc_stride_graph_plan_t *P, int storage, const upc_stride_box_t *box) {
  const int number = holder(P, &P->holders[storage], box);
  return number < 0 ? -1 : P->first_region[storage] + number;
}

/* ---- which memory ---- */

/* From the first step that writes a region to the last that reads it. */
typedef struct life {
  int region, first, last, shares;
} life_t;

static int by_first(const void *a, const void *b) {
  const life_t *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  return (x->region > y->region) - (x->region < y->region);
}

static life_t *lives(const upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  life_t *life = upc_stride_alloc((size_t)P->regions, sizeof *life, "the plan of a graph");
  int i, k;
  for (i = 0; i < P->regions; i++) {
    const upc_stride_region_t *r = &P->region[i];
    life[i].region = i;
    life[i].first = g->steps;
    life[i].last = -1;
    life[i].shares = r->in_place && r->given < 0 && !r->lasts && r->newest_move >= 0;
  }
  for (i = 0; i < P->moves; i++) {
    life_t *l = &life[P->move[i].region];
    int step = g->access[P->move[i].access].step;
    if (step < l->first) l->first = step;
  }
  for (i = 0; i < P->parts; i++)
    for (k = 0; k < g->step[P->part[i].step].accesses; k++) {
      const upc_stride_access_t *a = &g->access[g->step[P->part[i].step].access[k]];
      life_t *l = &life[P->part[i].region[k] >= 0 ? P->part[i].region[k] : 0];
      if (P->part[i].region[k] < 0) continue;
      if (a->writes) l->shares = 0;
      if (P->part[i].step > l->last) l->last = P->part[i].step;
    }
  return life;
}

/* A region gets the smallest slot that is free and large enough, or a new one. */
static void share_slots(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  life_t *life = lives(P, g);
  struct slot { int last; size_t bytes, offset; } *slot = upc_stride_alloc((size_t)P->regions, sizeof *slot, "a plan");
  int i, s, slots = 0;
  if (P->regions > 1) qsort(life, (size_t)P->regions, sizeof *life, by_first);
  for (i = 0; i < P->regions; i++) {
    upc_stride_region_t *r = &P->region[life[i].region];
    int best = -1;
    if (!life[i].shares) continue;
    for (s = 0; s < slots; s++)
      if (slot[s].last < life[i].first && slot[s].bytes >= r->bytes && (best < 0 || slot[s].bytes < slot[best].bytes))
        best = s;
    if (best < 0) {
      best = slots++;
      slot[best].bytes = r->bytes;
      slot[best].offset = P->bytes;
      P->bytes += r->bytes;
    }
    slot[best].last = life[i].last;
    r->slot = best;
    r->offset = slot[best].offset;
  }
  free(slot);
  free(life);
}

void upc_stride_graph_plan_place(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  int i;
  share_slots(P, g);
  for (i = 0; i < P->regions; i++) {
    upc_stride_region_t *r = &P->region[i];
    if (r->slot >= 0 || r->given >= 0) continue;
    r->offset = P->bytes + g->guard;
    P->bytes = r->offset + r->bytes * (size_t)r->generations;
  }
}
