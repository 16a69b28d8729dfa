/* SPDX-License-Identifier: BSD-3-Clause
 * Making and dropping plans. A plan has its own copies of all that the call's arguments point to, since the call may
 * still be in flight, or come again, when the program's are gone. */
#include "plan/plan.h"
#include "base/allocate.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The plan's memory is a list of blocks. Each starts with a pointer to the next one. */
enum { HEAD = 16 };

void *upc_stride_plan_alloc(upc_stride_plan_t *P, size_t bytes) {
  char *block = upc_stride_alloc(bytes + HEAD, 1, "a plan");
  *(void **)block = P->allocations;
  P->allocations = block;
  P->allocated += bytes + HEAD;
  return block + HEAD;
}

void *upc_stride_plan_copy_of(upc_stride_plan_t *P, const void *from, size_t bytes) {
  return from == NULL ? NULL : memcpy(upc_stride_plan_alloc(P, bytes), from, bytes);
}

upc_stride_site_t upc_stride_plan_site(const upc_stride_args_t *args) {
  return upc_stride_site(args->name, args->dst != NULL ? args->dst : args->src);
}

/* Without the intervals that it does not have: a thread of a simulated machine may keep many plans. */
static const upc_stride_section_t *copy_of_section(upc_stride_plan_t *P, const upc_stride_section_t *S) {
  size_t bytes = offsetof(upc_stride_section_t, interval);
  if (S == NULL) return NULL;
  if (S->intervals > 0)
    bytes += sizeof S->interval[0] * (size_t)(S->intervals < UPC_STRIDE_MAX_DIMS ? S->intervals : UPC_STRIDE_MAX_DIMS);
  return upc_stride_plan_copy_of(P, S, bytes);
}

/* What a plan is written into. The next plan takes it over, and a finished one has copies without the space behind the
 * last entries: so there are no gaps of freed memory between plans that are kept. Long lists are not left. */
enum { MOST_LEFT = 4096 };
typedef struct list {
  void *entries;
  int capacity;
} list_t;
static list_t steps, pieces, peers, sent;
static upc_stride_flow_t *flow;
static upc_stride_expected_t *expected;

static void *take(list_t *left, int *capacity) {
  void *entries = left->entries;
  *capacity = left->capacity;
  left->entries = NULL;
  left->capacity = 0;
  return entries;
}

static void take_all(upc_stride_plan_t *P) {
  P->steps = take(&steps, &P->steps_capacity);
  P->pieces = take(&pieces, &P->pieces_capacity);
  P->peers = take(&peers, &P->peers_capacity);
  P->sent = take(&sent, &P->sent_capacity);
  P->flow = flow != NULL ? memset(flow, 0, sizeof *flow) : upc_stride_alloc(1, sizeof *flow, "a plan");
  P->expected = expected != NULL ? memset(expected, 0, UPC_STRIDE_MOST_AT_ONCE * sizeof *expected) : NULL;
  flow = NULL;
  expected = NULL;
}

upc_stride_plan_t *upc_stride_plan_new(const upc_stride_args_t *args) {
  upc_stride_plan_t *P = upc_stride_alloc(1, sizeof *P, "a plan");
  take_all(P);
  P->site = upc_stride_plan_site(args);
  P->kept = -1;
  P->at_once = UPC_STRIDE_EXPECTED;
  P->args = *args;
  P->flow->dst.kind = P->flow->src.kind = UPC_STRIDE_AT_SECTION;
  P->args.dst = copy_of_section(P, args->dst);
  P->args.src = copy_of_section(P, args->src);
  if (args->dst != NULL) P->dst.array = args->dst->array;
  if (args->src != NULL) P->src.array = args->src->array;
  P->args.counts = P->args.displs = P->args.src_displs = NULL; /* upc_stride_plan_keep makes copies, once checked */
  P->args.perm = NULL;
  P->args.alpha = P->args.beta = NULL;
  return P;
}

void upc_stride_plan_keep(upc_stride_plan_t *P, const upc_stride_args_t *args, size_t entries) {
  P->entries = entries;
  P->args.counts = upc_stride_plan_copy_of(P, args->counts, entries * sizeof(size_t));
  P->args.displs = upc_stride_plan_copy_of(P, args->displs, entries * sizeof(size_t));
  P->args.src_displs = upc_stride_plan_copy_of(P, args->src_displs, entries * sizeof(size_t));
  P->args.perm = upc_stride_plan_copy_of(P, args->perm, entries * sizeof(int));
}

/* The list without the space behind its last entry; null if it has none. */
static void *trimmed(list_t *left, void *entries, int n, int *capacity, size_t size) {
  const int leave = (size_t)*capacity * size <= MOST_LEFT;
  void *list = n == 0 ? NULL : upc_stride_resize(leave ? NULL : entries, (size_t)n, size, "a plan");
  if (leave) {
    if (n > 0) memcpy(list, entries, (size_t)n * size);
    left->entries = entries;
    left->capacity = *capacity;
  } else if (n == 0) {
    free(entries);
  }
  *capacity = n;
  return list;
}

static int reads_flow(const upc_stride_step_t *s) {
  switch (s->kind) {
    case UPC_STRIDE_EAGER_SEND: case UPC_STRIDE_EAGER_RECV: case UPC_STRIDE_PACK: case UPC_STRIDE_UNPACK:
    case UPC_STRIDE_MOVE: case UPC_STRIDE_ACTION: return 1;
    default: return 0;
  }
}

static void leave_all(upc_stride_plan_t *P) {
  const upc_stride_step_t *s;
  P->steps = trimmed(&steps, P->steps, P->step_words, &P->steps_capacity, sizeof(upc_stride_step_word_t));
  P->pieces = trimmed(&pieces, P->pieces, P->npieces, &P->pieces_capacity, sizeof(upc_stride_piece_t));
  P->peers = trimmed(&peers, P->peers, P->npeers, &P->peers_capacity, sizeof(upc_stride_peer_t));
  P->sent = trimmed(&sent, P->sent, 0, &P->sent_capacity, sizeof(upc_stride_sent_t));
  expected = P->expected;
  P->expected = NULL;
  for (s = P->steps; s->kind != UPC_STRIDE_END; s = upc_stride_step_next(s))
    if (reads_flow(s)) return;
  flow = P->flow;
  P->flow = NULL;
}

void upc_stride_plan_finish(upc_stride_plan_t *P) {
  upc_stride_plan_wait_sent(P, 0);
  if (P->last != NULL) upc_stride_plan_action(P, P->last, 0, 0, 0);
  upc_stride_plan_step(P, UPC_STRIDE_END);
  upc_stride_hash_map_end(&P->peer_numbers);
  leave_all(P);
}

size_t upc_stride_plan_memory(const upc_stride_plan_t *P) {
  return sizeof *P + (P->flow != NULL ? sizeof *P->flow : 0) + P->allocated +
         (size_t)P->step_words * sizeof(upc_stride_step_word_t) + (size_t)P->npieces * sizeof *P->pieces +
         (size_t)P->npeers * sizeof *P->peers + (size_t)P->copied_capacity * sizeof *P->copied;
}

void upc_stride_plan_free(upc_stride_plan_t *P) {
  while (P->allocations != NULL) {
    void *next = *(void **)P->allocations;
    free(P->allocations);
    P->allocations = next;
  }
  free(P->flow);
  free(P->steps);
  free(P->pieces);
  free(P->peers);
  free(P->copied);
  upc_stride_hash_map_end(&P->peer_numbers);
  free(P->sent);
  free(P->expected);
  free(P);
}
