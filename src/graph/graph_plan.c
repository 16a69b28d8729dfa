/* SPDX-License-Identifier: BSD-3-Clause
 * Plans of graphs: explained in graph_plan.h. */
#include "graph/graph_plan.h"
#include "base/allocate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for one more entry and returns the list. */
static void *grown(void *list, int n, int *capacity, size_t size) {
  if (n < *capacity) return list;
  *capacity = *capacity == 0 ? 8 : 2 * *capacity;
  return upc_stride_resize(list, (size_t)*capacity, size, "the plan of a graph");
}

static const upc_stride_graph_value_t *value_of(const upc_stride_graph_t *g, int access) {
  return &g->value[g->access[access].value];
}

/* ---- regions ---- */

static void add_region(upc_stride_graph_plan_t *P, int storage, const upc_stride_box_t *box) {
  upc_stride_region_t *r;
  P->region = grown(P->region, P->regions, &P->regions_capacity, sizeof *P->region);
  r = &P->region[P->regions++];
  memset(r, 0, sizeof *r);
  r->storage = storage;
  r->box = *box;
}

/* Puts together the regions from `first` on, as long as two of them fit. */
static void join_regions(upc_stride_graph_plan_t *P, int first) {
  int i, j, again = 1;
  while (again) {
    again = 0;
    for (i = first; i < P->regions; i++)
      for (j = P->regions - 1; j > i; j--) {
        upc_stride_box_t *a = &P->region[i].box, *b = &P->region[j].box, around = upc_stride_box_around(a, b);
        if (upc_stride_box_size(&around) > upc_stride_box_size(a) + upc_stride_box_size(b)) continue;
        *a = around;
        P->region[j] = P->region[--P->regions];
        again = 1;
      }
  }
}

static void make_regions(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  int storage, a, p, i, first = 0;
  for (storage = 0; storage < g->values; storage++, first = P->regions) {
    for (a = 0; a < g->accesses; a++) {
      const upc_stride_distribution_t *d = g->access[a].d;
      if (value_of(g, a)->storage != storage) continue;
      for (p = 0; p < d->parts; p++)
        if (d->thread[p] == P->thread && upc_stride_box_size(&d->box[p]) > 0) add_region(P, storage, &d->box[p]);
    }
    join_regions(P, first);
  }
  for (i = 0; i < P->regions; i++) {
    upc_stride_region_t *r = &P->region[i];
    size_t element = g->value[r->storage].size;
    upc_stride_storage_t dense;
    upc_stride_storage_dense(&dense, &r->box, element);
    memcpy(r->stride, dense.stride, sizeof r->stride);
    r->generations = upc_stride_graph_generations(g, r->storage);
    r->bytes = ((size_t)upc_stride_box_size(&r->box) * element + 63) / 64 * 64;
    r->offset = P->bytes;
    P->bytes += r->bytes * (size_t)r->generations;
  }
}

static int region_with(const upc_stride_graph_plan_t *P, int storage, const upc_stride_box_t *box) {
  int i;
  if (upc_stride_box_size(box) == 0) return -1;
  for (i = 0; i < P->regions; i++)
    if (P->region[i].storage == storage && upc_stride_box_contains(&P->region[i].box, box)) return i;
  return -1;
}

/* ---- the thread's parts ---- */

static void make_parts(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g) {
  int s, p, i;
  for (s = 0; s < g->steps; s++) {
    const upc_stride_distribution_t *d = upc_stride_step_parts(g, s);
    for (p = 0; p < d->parts; p++) {
      upc_stride_local_part_t *part;
      if (d->thread[p] != P->thread) continue;
      P->part = grown(P->part, P->parts, &P->parts_capacity, sizeof *P->part);
      part = &P->part[P->parts++];
      memset(part, 0, sizeof *part);
      part->step = s;
      part->part = p;
      for (i = 0; i < g->step[s].accesses; i++) {
        const upc_stride_access_t *a = &g->access[g->step[s].access[i]];
        part->region[i] = region_with(P, g->value[a->value].storage, &a->d->box[p]);
      }
    }
  }
}

static int local_part(const upc_stride_graph_plan_t *P, int step, int part) {
  int low = 0, high = P->parts; /* parts are sorted */
  while (high - low > 1) {
    int middle = (low + high) / 2;
    const upc_stride_local_part_t *l = &P->part[middle];
    if (l->step < step || (l->step == step && l->part <= part)) low = middle;
    else high = middle;
  }
  return low;
}

static void add_need(upc_stride_needs_t *needs, int is_message, int index, int iterates, int add) {
  upc_stride_need_t *n;
  int i;
  for (i = 0; i < needs->n; i++) {
    n = &needs->need[i];
    if (n->is_message != is_message || n->index != index || n->iterates != iterates) continue;
    if (n->add < add) n->add = add;
    return;
  }
  needs->need = grown(needs->need, needs->n, &needs->capacity, sizeof *needs->need);
  n = &needs->need[needs->n++];
  n->is_message = is_message;
  n->index = index;
  n->iterates = iterates;
  n->add = add;
}

/* ---- moves ---- */

/* A reader: part number `index` of the thread reads `access` in a box of a region. */
typedef struct reading {
  int index, access, region;
  upc_stride_move_when_t when;
  upc_stride_needs_t *needs;               /* to be added to */
  upc_stride_boxes_t missing;              /* elements whose writer is not known yet */
} reading_t;

/* The reader needs what the writer's part has written in the same iteration, or what was carried. */
static void need_part(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, reading_t *R, int access, int part) {
  int writer = local_part(P, g->access[access].step, part);
  if (R->when == UPC_STRIDE_MOVE_ONCE) add_need(R->needs, 0, writer, 0, 1);
  else add_need(R->needs, 0, writer, 1, value_of(g, R->access)->ahead + 1 - value_of(g, access)->ahead);
}

static void add_reader(upc_stride_message_t *m, int part, int ahead) {
  int i;
  for (i = 0; i < m->readers; i++)
    if (m->reader[i].part == part && m->reader[i].ahead == ahead) return;
  m->reader = upc_stride_resize(m->reader, (size_t)m->readers + 1, sizeof *m->reader, "the plan of a graph");
  m->reader[m->readers].part = part;
  m->reader[m->readers++].ahead = ahead;
}

static void need_move(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, reading_t *R,
                      const upc_stride_move_t *m) {
  int ahead = value_of(g, R->access)->ahead;
  if (m->message < 0) {
    need_part(P, g, R, m->access, m->part);
    return;
  }
  if (m->when == UPC_STRIDE_MOVE_ONCE) add_need(R->needs, 1, m->message, 0, 1);
  else add_need(R->needs, 1, m->message, 1, ahead + 1);
  if (m->when == UPC_STRIDE_MOVE_EACH && R->when == UPC_STRIDE_MOVE_EACH)
    add_reader(&P->message[m->message], R->index, ahead);
}

static int message_for(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_move_t *m) {
  int step = g->access[m->access].step, part = g->step[step].merged ? -1 : m->part, i;
  upc_stride_message_t *message;
  for (i = P->messages - 1; i >= 0; i--) {
    message = &P->message[i];
    if (message->when == m->when && message->thread == m->thread && message->step == step && message->part == part &&
        message->ahead == value_of(g, m->access)->ahead)
      return i;
  }
  P->message = grown(P->message, P->messages, &P->messages_capacity, sizeof *P->message);
  message = &P->message[P->messages];
  memset(message, 0, sizeof *message);
  message->when = m->when;
  message->thread = m->thread;
  message->step = step;
  message->part = part;
  message->ahead = value_of(g, m->access)->ahead;
  return P->messages++;
}

static void add_move(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, reading_t *R, int access, int part,
                     const upc_stride_box_t *box, const long long *shift) {
  upc_stride_move_t *m;
  P->move = grown(P->move, P->moves, &P->moves_capacity, sizeof *P->move);
  m = &P->move[P->moves++];
  m->when = R->when;
  m->access = access;
  m->part = part;
  m->thread = g->access[access].d->thread[part];
  m->reader = R->access;
  m->region = R->region;
  m->box = *box;
  memcpy(m->shift, shift, sizeof m->shift);
  m->message = -1;
  m->offset = 0;
  if (m->thread != P->thread) {
    upc_stride_message_t *message;
    m->message = message_for(P, g, m);
    message = &P->message[m->message];
    m->offset = message->bytes;
    message->bytes += ((size_t)upc_stride_box_size(box) * value_of(g, access)->size + 15) / 16 * 16;
  }
  need_move(P, g, R, m);
}

/* 1: some of the missing elements are in the box. */
static int misses(const reading_t *R, const upc_stride_box_t *box) {
  upc_stride_box_t common;
  int i;
  for (i = 0; i < R->missing.n; i++)
    if (upc_stride_box_common(&common, &R->missing.box[i], box)) return 1;
  return 0;
}

/* Elements that are in the region already: its own parts write them, or another reader needs them too. */
static void find_in_place(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, reading_t *R, int value) {
  int a, p, i;
  for (a = 0; a < g->accesses && R->missing.n > 0; a++) {
    const upc_stride_distribution_t *d = g->access[a].d;
    if (!g->access[a].writes || g->access[a].value != value) continue;
    for (p = 0; p < d->parts; p++) {
      if (d->thread[p] != P->thread || region_with(P, g->value[value].storage, &d->box[p]) != R->region) continue;
      if (!misses(R, &d->box[p])) continue;
      upc_stride_boxes_remove(&R->missing, &d->box[p]);
      need_part(P, g, R, a, p);
    }
  }
  for (i = 0; i < P->moves && R->missing.n > 0; i++) {
    upc_stride_move_t m = P->move[i];
    int same_when = m.when == R->when || (m.when == UPC_STRIDE_MOVE_EACH && R->when == UPC_STRIDE_MOVE_FINAL);
    if (m.region != R->region || !same_when || g->access[m.access].value != value) continue;
    if (!misses(R, &m.box)) continue;
    upc_stride_boxes_remove(&R->missing, &m.box);
    need_move(P, g, R, &m);
  }
}

/* Elements that part p of a writing access has, its box moved by `shift`. */
static void move_from(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, reading_t *R, int a, int p,
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

/* With `own`, from the thread's own parts; else from those of others. */
static void find_elsewhere(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, reading_t *R, int value, int own) {
  const upc_stride_graph_value_t *v = &g->value[value];
  int periodic = g->access[R->access].d->periodic, a, p, k, turn, turns = 1;
  for (k = 0; k < v->ndims; k++)
    if (periodic >> k & 1) turns *= 3;
  for (turn = 0; turn < turns && R->missing.n > 0; turn++) {
    long long shift[UPC_STRIDE_DIMS] = {0};
    int rest = turn;
    for (k = 0; k < v->ndims; k++)
      if (periodic >> k & 1) {
        shift[k] = rest % 3 == 0 ? 0 : rest % 3 == 1 ? v->extent[k] : -v->extent[k];
        rest /= 3;
      }
    for (a = 0; a < g->accesses; a++) {
      const upc_stride_distribution_t *d = g->access[a].d;
      if (!g->access[a].writes || g->access[a].value != value) continue;
      for (p = 0; p < d->parts && R->missing.n > 0; p++)
        if ((d->thread[p] == P->thread) == own) move_from(P, g, R, a, p, shift);
    }
  }
}

/* Finds who writes what the reader reads: a value, or for a carried one the value that it was. */
static int find_writers(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, reading_t *R, int value,
                        upc_stride_move_when_t when, upc_stride_needs_t *needs, char *complaint) {
  const upc_stride_access_t *a = &g->access[R->access];
  const upc_stride_local_part_t *part = &P->part[R->index];
  char text[200];
  R->when = when;
  R->needs = needs;
  R->missing.n = 0;
  upc_stride_boxes_add(&R->missing, &a->d->box[part->part]);
  find_in_place(P, g, R, value);
  find_elsewhere(P, g, R, value, 1);
  find_elsewhere(P, g, R, value, 0);
  if (R->missing.n == 0) return 1;
  snprintf(complaint, UPC_STRIDE_COMPLAINT, "value %.40s: element %s is read by part %d of step %.40s, but no step "
           "writes it", g->value[value].name, upc_stride_graph_spell(&g->value[value], &R->missing.box[0], text),
           part->part, g->step[part->step].name);
  return 0;
}

static int find_for(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, reading_t *R, char *complaint) {
  const upc_stride_graph_value_t *v = value_of(g, R->access);
  int value = g->access[R->access].value, when = g->step[g->access[R->access].step].when;
  upc_stride_needs_t *first = &P->part[R->index].first, *later = &P->part[R->index].later;
  if (v->when != UPC_STRIDE_EACH && !find_writers(P, g, R, value, UPC_STRIDE_MOVE_ONCE, first, complaint)) return 0;
  if (v->source >= 0 && when == UPC_STRIDE_EACH)
    return find_writers(P, g, R, v->source, UPC_STRIDE_MOVE_EACH, later, complaint);
  if (v->when != UPC_STRIDE_EACH) return 1;
  if (when == UPC_STRIDE_LAST) return find_writers(P, g, R, value, UPC_STRIDE_MOVE_FINAL, first, complaint);
  if (!find_writers(P, g, R, value, UPC_STRIDE_MOVE_EACH, later, complaint)) return 0;
  return find_writers(P, g, R, value, UPC_STRIDE_MOVE_EACH, first, complaint); /* finds the same moves */
}

static int make_moves(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, char *complaint) {
  reading_t R;
  int i, k, right = 1;
  memset(&R, 0, sizeof R);
  for (i = 0; i < P->parts && right; i++)
    for (k = 0; k < g->step[P->part[i].step].accesses && right; k++) {
      R.index = i;
      R.access = g->step[P->part[i].step].access[k];
      R.region = P->part[i].region[k];
      if (!g->access[R.access].writes && R.region >= 0) right = find_for(P, g, &R, complaint);
    }
  free(R.missing.box);
  return right;
}

/* ---- what is still read ---- */

/* A part that writes generation g + 1 of a carried value waits for those that read generation g - 1 in the same place:
 * they have run g times. All else that is written has been read by then, since a thread begins no part for the
 * second time before all have begun the first time, and so on. */
static void wait_for_readers(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int writer, int region,
                             const upc_stride_box_t *box) {
  upc_stride_box_t common;
  int i, k;
  for (i = 0; i < P->parts; i++) {
    const upc_stride_graph_step_t *s = &g->step[P->part[i].step];
    if (i == writer || s->when != UPC_STRIDE_EACH) continue;
    for (k = 0; k < s->accesses; k++) {
      const upc_stride_access_t *a = &g->access[s->access[k]];
      if (a->writes || P->part[i].region[k] != region || g->value[a->value].ahead) continue;
      if (upc_stride_box_common(&common, box, &a->d->box[P->part[i].part]))
        add_need(&P->part[writer].later, 0, i, 1, 0);
    }
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
      wait_for_readers(P, g, local_part(P, g->access[m->access].step, m->part), m->region, &m->box);
  }
}

int upc_stride_graph_plan(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int thread, char *complaint) {
  memset(P, 0, sizeof *P);
  P->thread = thread;
  make_regions(P, g);
  make_parts(P, g);
  if (!make_moves(P, g, complaint)) return 0;
  make_waits(P, g);
  return 1;
}

void upc_stride_graph_plan_free(upc_stride_graph_plan_t *P) {
  int i;
  for (i = 0; i < P->parts; i++) {
    free(P->part[i].first.need);
    free(P->part[i].later.need);
  }
  for (i = 0; i < P->messages; i++) free(P->message[i].reader);
  free(P->region);
  free(P->move);
  free(P->message);
  free(P->part);
}

/* Boxes that reach over the edges of a periodic value may meet any other. */
int upc_stride_graph_meets(const upc_stride_graph_t *g, int thread, int writer) {
  upc_stride_box_t common;
  int a, b, p, q;
  for (a = 0; a < g->accesses; a++) {
    const upc_stride_distribution_t *r = g->access[a].d;
    for (b = 0; b < g->accesses && !g->access[a].writes; b++) {
      const upc_stride_distribution_t *w = g->access[b].d;
      if (!g->access[b].writes || value_of(g, a)->storage != value_of(g, b)->storage) continue;
      for (p = 0; p < r->parts; p++) {
        if (r->thread[p] != thread) continue;
        for (q = 0; q < w->parts; q++)
          if (w->thread[q] == writer && (r->periodic != 0 || upc_stride_box_common(&common, &r->box[p], &w->box[q])))
            return 1;
      }
    }
  }
  return 0;
}
