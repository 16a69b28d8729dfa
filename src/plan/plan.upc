/* SPDX-License-Identifier: BSD-3-Clause
 * Writing plans: the steps. */
#include "plan/plan.h"
#include "engine/last_arriver.h"
#include "base/near.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void *upc_stride_plan_more(const upc_stride_plan_t *P, void *list, int used, int *room, size_t size) {
  if (used < *room) return list;
  *room = *room == 0 ? 8 : 2 * *room;
  list = realloc(list, (size_t)*room * size);
  if (list == NULL) upc_stride_fail(&P->site, "memory", "none for a plan of %d steps, must be there", P->nsteps);
  return list;
}

upc_stride_step_t *upc_stride_plan_step(upc_stride_plan_t *P, int kind) {
  upc_stride_step_t *s;
  P->steps = upc_stride_plan_more(P, P->steps, P->nsteps, &P->steps_capacity, sizeof(upc_stride_step_t));
  s = &P->steps[P->nsteps++];
  memset(s, 0, sizeof *s);
  s->kind = kind;
  s->peer = s->pieces = -1;
  return s;
}

void upc_stride_plan_signal(upc_stride_plan_t *P, int thread) {
  int i = upc_stride_plan_peer(P, thread);
  upc_stride_plan_step(P, UPC_STRIDE_SIGNAL)->peer = i;
}

void upc_stride_plan_await(upc_stride_plan_t *P, int thread) {
  int i = upc_stride_plan_peer(P, thread);
  upc_stride_plan_step(P, UPC_STRIDE_AWAIT)->peer = i;
}

void upc_stride_plan_signal_done(upc_stride_plan_t *P, int thread) {
  upc_stride_plan_signal(P, thread);
  P->steps[P->nsteps - 1].reply = 1;
}

void upc_stride_plan_await_done(upc_stride_plan_t *P, int thread) {
  upc_stride_plan_await(P, thread);
  P->steps[P->nsteps - 1].reply = 1;
}

void upc_stride_plan_bytes(upc_stride_plan_t *P, int kind, int thread, size_t at, size_t bytes) {
  int i = upc_stride_plan_peer(P, thread);
  upc_stride_step_t *s = upc_stride_plan_step(P, kind);
  s->peer = i;
  s->at = at;
  s->bytes = bytes;
}

void upc_stride_plan_copy_in_buffer(upc_stride_plan_t *P, size_t at, size_t from, size_t bytes) {
  upc_stride_step_t *s = upc_stride_plan_step(P, UPC_STRIDE_COPY_IN_BUFFER);
  s->at = at;
  s->from = from;
  s->bytes = bytes;
}

upc_stride_step_t *upc_stride_plan_action(upc_stride_plan_t *P, upc_stride_action_t *act) {
  upc_stride_step_t *s = upc_stride_plan_step(P, UPC_STRIDE_ACTION);
  s->act = act;
  return s;
}

void upc_stride_plan_action_with(upc_stride_plan_t *P, upc_stride_action_t *act, int thread) {
  int i = upc_stride_plan_peer(P, thread);
  upc_stride_plan_action(P, act)->peer = i;
}

enum { FEW = 8 };

static int round_from(const upc_stride_group_t *G, long long steps) {
  long long rank = upc_stride_group_rank(G, MYTHREAD) + steps + G->n;
  return upc_stride_group_thread(G, (int)(rank % G->n));
}

/* Few members: everybody tells everybody at once, so that with more threads than cores each must be given a core only
 * once. Many: dissemination (Hensgen, Finkel and Manber, 1988): after round j everyone has heard, through others, of
 * 2^j members before it. */
void upc_stride_plan_barrier(upc_stride_plan_t *P, const upc_stride_group_t *G) {
  long long by;
  if (G->n <= FEW) {
    for (by = 1; by < G->n; by++) upc_stride_plan_signal(P, round_from(G, by));
    for (by = 1; by < G->n; by++) upc_stride_plan_await(P, round_from(G, -by));
    return;
  }
  for (by = 1; by < G->n; by *= 2) {
    upc_stride_plan_signal(P, round_from(G, by));
    upc_stride_plan_await(P, round_from(G, -by));
  }
}

/* ---- the last for all (last.upc) ---- */

void upc_stride_plan_last_arriver_begin(upc_stride_plan_t *P, const upc_stride_group_t *G) {
  upc_stride_step_t *s;
  long long by;
  for (by = 1; by < G->n; by++) upc_stride_plan_signal(P, round_from(G, by));
  if (G->n == 1) return;
  s = upc_stride_plan_step(P, UPC_STRIDE_LAST_ARRIVER);
  s->peer = 0;
  s->s = upc_stride_group_thread(G, 0);
}

void upc_stride_plan_last_arriver_end(upc_stride_plan_t *P, const upc_stride_group_t *G) {
  long long by;
  int i;
  for (by = 1; by < G->n; by++) upc_stride_plan_action_with(P, upc_stride_last_arriver_done, round_from(G, by));
  for (i = 0; i < P->nsteps; i++)
    if (P->steps[i].kind == UPC_STRIDE_LAST_ARRIVER) P->steps[i].at = (size_t)P->nsteps;
}

size_t upc_stride_plan_buffer(upc_stride_plan_t *P, size_t bytes) {
  size_t at = P->buffer;
  P->buffer += (bytes + 63) / 64 * 64;
  return at;
}

/* ---- where things are ---- */

shared [] char *upc_stride_base_far(const upc_stride_base_t *base, int thread) {
  if (base->array != NULL) return upc_stride_part(base->array, thread);
  return base->place;
}

upc_stride_memory_t upc_stride_base_memory(const upc_stride_base_t *base, int thread, size_t at, size_t bytes) {
  shared [] char *part;
  if (base->buffered) return upc_stride_in_buffer(base->at + at, bytes);
  part = upc_stride_base_far(base, thread); /* not added to in the call: to Berkeley's upcc that is shared [1] */
  return upc_stride_at_place(part + at, bytes);
}

char *upc_stride_base_near(const upc_stride_base_t *base, int thread) {
  shared [] char *part;
  if (base->buffered) return NULL;
  if (base->array == NULL) thread = (int)upc_threadof((shared void *)base->place);
  if (!upc_stride_near(thread)) return NULL;
  part = upc_stride_base_far(base, thread);
  return upc_stride_address((shared const void *)part);
}
