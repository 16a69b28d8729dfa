/* SPDX-License-Identifier: BSD-3-Clause
 * Plans of graphs, as lists: explained in graph_plan.h. */
#include "graph_plan/graph_plan.h"
#include "base/allocate.h"

#include <stdlib.h>
#include <string.h>

void *upc_stride_graph_plan_grown(void *list, int n, int *capacity, size_t size) {
  return upc_stride_grown(list, n, capacity, size, "the plan of a graph");
}

int upc_stride_graph_plan_part(const upc_stride_graph_plan_t *P, int step, int part) {
  int low = P->first_part[step], high = P->first_part[step + 1]; /* parts are sorted */
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (P->part[middle].part <= part) low = middle;
    else high = middle;
  }
  return low;
}

int upc_stride_graph_plan_region(const upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, int access, int part) {
  const upc_stride_graph_step_t *s = &g->step[g->access[access].step];
  int index = upc_stride_graph_plan_part(P, g->access[access].step, part), k = 0;
  while (s->access[k] != access) k++;
  return P->part[index].region[k];
}

void upc_stride_graph_plan_touching(upc_stride_graph_plan_t *P, int region, const upc_stride_box_t *box) {
  upc_stride_box_tree_t *t = &P->touches[region];
  const int first = P->first_touch[region];
  if (t->order == NULL) upc_stride_box_tree_new(t, P->touched + first, P->first_touch[region + 1] - first);
  upc_stride_box_tree_find(t, box, &P->found);
}

upc_stride_storage_t upc_stride_graph_plan_storage(const upc_stride_region_t *r) {
  upc_stride_storage_t s;
  s.box = r->box;
  memcpy(s.stride, r->stride, sizeof s.stride);
  return s;
}

size_t upc_stride_graph_plan_generation(const upc_stride_region_t *r) {
  if (r->generations == 2) return r->bytes;
  return 0;
}

void upc_stride_graph_plan_need(upc_stride_needs_t *needs, int is_message, int index, int iterates, int add) {
  upc_stride_need_t *n;
  needs->need = upc_stride_graph_plan_grown(needs->need, needs->n, &needs->capacity, sizeof *needs->need);
  n = &needs->need[needs->n++];
  n->is_message = is_message;
  n->index = index;
  n->iterates = iterates;
  n->add = add;
}

void upc_stride_graph_plan_relation(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g,
                                    const upc_stride_reading_t *R, int access) {
  P->read_from[(size_t)access * (size_t)g->accesses + (size_t)R->access] = 1;
}

void upc_stride_graph_plan_reader(upc_stride_message_t *m, int part, int ahead) {
  m->reader = upc_stride_graph_plan_grown(m->reader, m->readers, &m->readers_capacity, sizeof *m->reader);
  m->reader[m->readers].part = part;
  m->reader[m->readers++].ahead = ahead;
}

/* ---- complete lists ---- */

static int by_need(const void *a, const void *b) {
  const upc_stride_need_t *x = a, *y = b;
  if (x->is_message != y->is_message) return x->is_message - y->is_message;
  if (x->index != y->index) return x->index < y->index ? -1 : 1;
  if (x->iterates != y->iterates) return x->iterates - y->iterates;
  return (x->add < y->add) - (x->add > y->add);
}

static int by_reader(const void *a, const void *b) {
  const upc_stride_reader_t *x = a, *y = b;
  if (x->part != y->part) return x->part < y->part ? -1 : 1;
  return x->ahead - y->ahead;
}

static int by_part(const void *a, const void *b) {
  const int *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* Of what is needed twice, the larger count is the first one, and stays. */
static int same_need(const void *a, const void *b) {
  const upc_stride_need_t *x = a, *y = b;
  return x->is_message == y->is_message && x->index == y->index && x->iterates == y->iterates;
}

static int same_reader(const void *a, const void *b) { return by_reader(a, b) == 0; }
static int same_part(const void *a, const void *b) { return by_part(a, b) == 0; }

/* Sorts the entries of a list, and keeps the first of those that are the same. Returns how many it keeps. */
static int sort_once(void *list, int n, size_t size, int (*order)(const void *, const void *),
                     int (*same)(const void *, const void *)) {
  char *entry = list;
  int i, kept = 1;
  if (n < 2) return n;
  qsort(list, (size_t)n, size, order);
  for (i = 1; i < n; i++)
    if (!same(entry + (size_t)(kept - 1) * size, entry + (size_t)i * size))
      memmove(entry + (size_t)kept++ * size, entry + (size_t)i * size, size);
  return kept;
}

static void sort_needs(upc_stride_needs_t *needs) {
  needs->n = sort_once(needs->need, needs->n, sizeof *needs->need, by_need, same_need);
}

void upc_stride_graph_plan_sort(upc_stride_graph_plan_t *P) {
  int i;
  for (i = 0; i < P->parts; i++) {
    sort_needs(&P->part[i].first);
    sort_needs(&P->part[i].later);
  }
  for (i = 0; i < P->messages; i++) {
    upc_stride_message_t *m = &P->message[i];
    m->readers = sort_once(m->reader, m->readers, sizeof *m->reader, by_reader, same_reader);
    m->writers = sort_once(m->writer, m->writers, sizeof *m->writer, by_part, same_part);
  }
}

/* ---- moves and their messages ---- */

/* The keys of chains. Others may have the same key: their entries are in the same chain. */
static unsigned key(int a, int b, int c) {
  return (unsigned)upc_stride_mix(upc_stride_mix((unsigned)a, (unsigned)b), (unsigned)c);
}

static int message_for(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_move_t *m) {
  const upc_stride_graph_value_t *v = upc_stride_value_of(g, m->access);
  int step = g->access[m->access].step, part = g->step[step].merged ? -1 : m->part, i;
  const unsigned chain = key(step, part, m->thread);
  upc_stride_message_t *message;
  for (i = upc_stride_hash_map_find(&P->newest_message, chain); i >= 0; i = message->alike) {
    message = &P->message[i];
    if (message->step == step && message->when == m->when && message->thread == m->thread && message->part == part &&
        message->ahead == v->ahead && message->in_place == v->in_place &&
        upc_stride_branches_equal(&message->branch, &m->branch))
      return i;
  }
  P->message = upc_stride_graph_plan_grown(P->message, P->messages, &P->messages_capacity, sizeof *P->message);
  message = &P->message[P->messages];
  memset(message, 0, sizeof *message);
  message->when = m->when;
  message->thread = m->thread;
  message->step = step;
  message->part = part;
  message->ahead = v->ahead;
  message->in_place = v->in_place;
  message->branch = m->branch;
  if (m->branch.n > 0) message->bytes = UPC_STRIDE_MESSAGE_HEAD;
  message->alike = upc_stride_hash_map_find(&P->newest_message, chain);
  upc_stride_hash_map_set(&P->newest_message, chain, P->messages);
  return P->messages++;
}

static void add_writer(upc_stride_message_t *m, int part) {
  m->writer = upc_stride_graph_plan_grown(m->writer, m->writers, &m->writers_capacity, sizeof *m->writer);
  m->writer[m->writers++] = part;
}

int upc_stride_graph_plan_alike(const upc_stride_graph_plan_t *P, int region, int access, int part) {
  return upc_stride_hash_map_find(&P->newest_move, key(region, access, part));
}

int upc_stride_graph_plan_move(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_reading_t *R,
                         int access, int part, const upc_stride_box_t *box, const long long *shift) {
  upc_stride_move_t *m;
  int k;
  P->move = upc_stride_graph_plan_grown(P->move, P->moves, &P->moves_capacity, sizeof *P->move);
  m = &P->move[P->moves];
  memset(m, 0, sizeof *m);
  m->when = R->when;
  m->access = access;
  m->part = part;
  m->thread = g->access[access].d->thread[part];
  m->reader = R->access;
  m->region = R->region;
  m->box = *box;
  memcpy(m->shift, shift, sizeof m->shift);
  for (k = 0; k < UPC_STRIDE_DIMS; k++)
    if (shift[k] != 0) P->region[R->region].shifted |= 1 << k;
  upc_stride_graph_move_branch(g, R->access, access, &m->branch);
  m->message = -1;
  m->older = P->region[R->region].newest_move;
  P->region[R->region].newest_move = P->moves;
  m->alike = upc_stride_graph_plan_alike(P, R->region, access, part);
  upc_stride_hash_map_set(&P->newest_move, key(R->region, access, part), P->moves);
  if (m->thread != P->thread) {
    upc_stride_message_t *message;
    m->message = message_for(P, g, m);
    message = &P->message[m->message];
    if (message->part < 0) add_writer(message, part);
    m->offset = message->bytes;
    message->bytes += ((size_t)upc_stride_box_size(box) * upc_stride_value_of(g, access)->size + 15) / 16 * 16;
  }
  return P->moves++;
}

/* 1: some of the missing elements are in the box. */
int upc_stride_graph_plan_misses(const upc_stride_reading_t *R, const upc_stride_box_t *box) {
  upc_stride_box_t common;
  int i;
  for (i = 0; i < R->missing.n; i++)
    if (upc_stride_box_common(&common, &R->missing.box[i], box)) return 1;
  return 0;
}

void upc_stride_graph_plan_free(upc_stride_graph_plan_t *P) {
  int i;
  for (i = 0; i < P->parts; i++) {
    free(P->part[i].first.need);
    free(P->part[i].later.need);
  }
  for (i = 0; i < P->messages; i++) {
    free(P->message[i].reader);
    free(P->message[i].writer);
  }
  for (i = 0; i < P->storages; i++) upc_stride_box_tree_free(&P->holders[i]);
  for (i = 0; i < P->regions; i++) upc_stride_box_tree_free(&P->touches[i]);
  free(P->around);
  free(P->holders);
  free(P->region);
  free(P->move);
  free(P->message);
  free(P->part);
  free(P->first_region);
  free(P->first_part);
  free(P->touch);
  free(P->first_touch);
  free(P->touched);
  free(P->touches);
  free(P->found.number);
  upc_stride_hash_map_end(&P->newest_move);
  upc_stride_hash_map_end(&P->newest_message);
  free(P->read_from);
}
