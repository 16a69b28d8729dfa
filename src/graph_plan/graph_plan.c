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
  int i;
  for (i = 0; i < needs->n; i++) {
    n = &needs->need[i];
    if (n->is_message != is_message || n->index != index || n->iterates != iterates) continue;
    if (n->add < add) n->add = add;
    return;
  }
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

/* Readers are added in the order of parts, or twice in the same order. */
void upc_stride_graph_plan_reader(upc_stride_message_t *m, int part, int ahead) {
  int i;
  for (i = m->readers - 1; i >= 0; i--)
    if (m->reader[i].part == part && m->reader[i].ahead == ahead) return;
  m->reader = upc_stride_graph_plan_grown(m->reader, m->readers, &m->readers_capacity, sizeof *m->reader);
  m->reader[m->readers].part = part;
  m->reader[m->readers++].ahead = ahead;
}

static int message_for(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_move_t *m) {
  const upc_stride_graph_value_t *v = upc_stride_value_of(g, m->access);
  int step = g->access[m->access].step, part = g->step[step].merged ? -1 : m->part, i;
  upc_stride_message_t *message;
  for (i = P->newest_message[step]; i >= 0; i = message->older) {
    message = &P->message[i];
    if (message->when == m->when && message->thread == m->thread && message->part == part &&
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
  message->older = P->newest_message[step];
  P->newest_message[step] = P->messages;
  return P->messages++;
}

int upc_stride_graph_plan_move(upc_stride_graph_plan_t *P, const upc_stride_graph_t *g, const upc_stride_reading_t *R,
                         int access, int part, const upc_stride_box_t *box, const long long *shift) {
  upc_stride_move_t *m;
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
  upc_stride_graph_move_branch(g, R->access, access, &m->branch);
  m->message = -1;
  m->older = P->region[R->region].newest_move;
  P->region[R->region].newest_move = P->moves;
  if (m->thread != P->thread) {
    upc_stride_message_t *message;
    m->message = message_for(P, g, m);
    message = &P->message[m->message];
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
  for (i = 0; i < P->messages; i++) free(P->message[i].reader);
  free(P->region);
  free(P->move);
  free(P->message);
  free(P->part);
  free(P->first_region);
  free(P->first_part);
  free(P->touch);
  free(P->first_touch);
  free(P->newest_message);
  free(P->read_from);
}
