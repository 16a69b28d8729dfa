/* SPDX-License-Identifier: BSD-3-Clause
 * Which part of a thread runs next: explained in graph_thread.h. */
#include "graph/graph_thread.h"
#include "base/port.h"

typedef upc_stride_run_part_t part_t;

/* ---- the next runs of parts, in the order of the program ---- */

static int is_before(const part_t *a, const part_t *b) {
  return a->done != b->done ? a->done < b->done : a->number < b->number;
}

static void next_place(upc_stride_run_place_t *at, int parts) {
  if (++at->number < parts) return;
  at->number = 0;
  at->round++;
}

static int rounds(const upc_stride_graph_run_t *R) { return R->ready.when == UPC_STRIDE_EACH ? R->iterations : 1; }

static part_t *part_at(const upc_stride_graph_run_t *R, const upc_stride_run_place_t *at) {
  return &R->part[R->ready.order[at->number]];
}

/* ---- those that can run: a heap ---- */

static void push(upc_stride_ready_t *S, part_t *p) {
  int i = S->count++;
  for (; i > 0 && is_before(p, S->heap[(i - 1) / 2]); i = (i - 1) / 2) S->heap[i] = S->heap[(i - 1) / 2];
  S->heap[i] = p;
}

static part_t *pop(upc_stride_ready_t *S) {
  part_t *first = S->heap[0], *p = S->heap[--S->count];
  int i = 0, child;
  for (; (child = 2 * i + 1) < S->count; i = child) {
    if (child + 1 < S->count && is_before(S->heap[child + 1], S->heap[child])) child++;
    if (!is_before(S->heap[child], p)) break;
    S->heap[i] = S->heap[child];
  }
  S->heap[i] = p;
  return first;
}

/* ---- conditions ---- */

static int iteration_of(const upc_stride_graph_run_t *R, const part_t *p) {
  return p->step->when == UPC_STRIDE_LAST ? R->iterations - 1 : p->done;
}

/* What a part waits for before its next run. */
static const upc_stride_needs_t *needs_of(const part_t *p) { return p->done == 0 ? &p->plan->first : &p->plan->later; }

/* Goes on to the first condition of a part that does not hold: 1 if all do. *awaited is the part that has not run, or
 * null if it is for another thread to do something. What holds stays so until the part has run. */
static int can_run(upc_stride_graph_run_t *R, part_t *p, part_t **awaited) {
  const upc_stride_needs_t *needs = needs_of(p);
  const int iteration = iteration_of(R, p);
  *awaited = NULL;
  for (; p->condition < needs->n; p->condition++) {
    const upc_stride_need_t *n = &needs->need[p->condition];
    const int count = n->iterates ? n->add + iteration : n->add;
    upc_stride_looked_at++;
    if (!n->is_message && R->part[n->index].done < count) *awaited = &R->part[n->index];
    if (*awaited != NULL || (n->is_message && !upc_stride_incoming_there(&R->incoming[n->index], R->base, count)))
      return 0;
  }
  for (; p->condition < needs->n + p->deliveries; p->condition++) {
    upc_stride_looked_at++;
    if (!upc_stride_graph_can_deliver(R, &p->delivery[p->condition - needs->n], iteration)) return 0;
  }
  return 1;
}

/* 0: the part can run. Else it is put where it waits. */
static int waits(upc_stride_graph_run_t *R, part_t *p) {
  part_t *awaited;
  const int can = can_run(R, p, &awaited);
  if (!can && awaited == NULL) {
    upc_stride_turns_join(&R->ready.waiting, &p->turn);
    return 1;
  }
  upc_stride_turns_leave(&R->ready.waiting, &p->turn);
  if (can) return 0;
  p->next = awaited->waiting;
  awaited->waiting = p;
  return 1;
}

/* ---- turns ---- */

void upc_stride_graph_ready_begin(upc_stride_graph_run_t *R, int when) {
  upc_stride_ready_t *S = &R->ready;
  S->when = when;
  S->order = R->order[when];
  S->parts = R->count[when];
  S->first.round = S->first.number = S->begun.round = S->begun.number = 0;
}

int upc_stride_graph_ready_end(const upc_stride_graph_run_t *R) {
  return R->ready.parts == 0 || R->ready.first.round >= rounds(R);
}

/* 1: the next part may begin to wait: before its last run, all have run as often. */
static int may_begin(const upc_stride_graph_run_t *R) {
  const upc_stride_run_place_t *next = &R->ready.begun, *first = &R->ready.first;
  if (next->round >= rounds(R)) return 0;
  return next->round == first->round || (next->round == first->round + 1 && next->number < first->number);
}

static void look(upc_stride_turn_t *entry, void *run) {
  upc_stride_graph_run_t *R = run;
  part_t *p = UPC_STRIDE_OF_TURN(part_t, turn, entry);
  if (!waits(R, p)) push(&R->ready, p);
}

/* Looks at the first part, for which the others may wait, and at some more that wait for other threads. */
static void look_at_some(upc_stride_graph_run_t *R) {
  upc_stride_turn_t *first = &part_at(R, &R->ready.first)->turn;
  if (upc_stride_has_turn(first)) look(first, R);
  upc_stride_turns_take(&R->ready.waiting, upc_stride_waits_for_events(), look, R);
}

/* Those that can run are before all that have not begun to wait. */
static part_t *next_part(upc_stride_graph_run_t *R) {
  upc_stride_ready_t *S = &R->ready;
  if (S->waiting != NULL) look_at_some(R);
  if (S->count > 0) return pop(S);
  while (may_begin(R)) {
    part_t *p = part_at(R, &S->begun);
    p->condition = 0;
    next_place(&S->begun, S->parts);
    if (!waits(R, p)) return p;
  }
  return NULL;
}

upc_stride_run_part_t *upc_stride_graph_ready_next(upc_stride_graph_run_t *R, int *iteration) {
  part_t *p = next_part(R);
  if (p != NULL) *iteration = iteration_of(R, p);
  return p;
}

void upc_stride_graph_ready_ran(upc_stride_graph_run_t *R, upc_stride_run_part_t *p) {
  upc_stride_ready_t *S = &R->ready;
  part_t *waiting = p->waiting, *next;
  p->waiting = NULL;
  for (; waiting != NULL; waiting = next) {
    next = waiting->next;
    waiting->next = NULL;
    if (!waits(R, waiting)) push(S, waiting);
  }
  while (S->first.round < rounds(R) && part_at(R, &S->first)->done > S->first.round)
    next_place(&S->first, S->parts);
}

const upc_stride_incoming_t *upc_stride_graph_ready_missing(const upc_stride_graph_run_t *R) {
  const part_t *p = part_at(R, &R->ready.first);
  const upc_stride_needs_t *needs = needs_of(p);
  if (!upc_stride_has_turn(&p->turn) || p->condition >= needs->n) return NULL;
  return &R->incoming[needs->need[p->condition].index];
}
