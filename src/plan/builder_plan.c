/* SPDX-License-Identifier: BSD-3-Clause
 * A builder from its beginning to its plan. */
#include "plan/builder.h"
#include "base/allocate.h"
#include "base/keep_list.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

/* ---- memory that lives as long as the plan: a list of blocks, each of which starts with a pointer to the next ---- */

enum { HEAD = 16 };

static void *block_of(void **list, size_t bytes) {
  char *block = upc_stride_alloc(bytes + HEAD, 1, "a plan");
  *(void **)block = *list;
  *list = block;
  return block + HEAD;
}

void *upc_stride_plan_alloc(upc_stride_builder_t *B, size_t bytes) {
  B->allocated += upc_stride_block_memory(bytes + HEAD);
  return block_of(&B->allocations, bytes);
}

void *upc_stride_plan_scratch(upc_stride_builder_t *B, size_t bytes) { return block_of(&B->scratch, bytes); }

void *upc_stride_plan_copy_of(upc_stride_builder_t *B, const void *from, size_t bytes) {
  return from == NULL ? NULL : memcpy(upc_stride_plan_alloc(B, bytes), from, bytes);
}

/* ---- lists, which the builder keeps for the next plan unless they are long ---- */

enum { MOST_KEPT = 1024 };            /* bytes */

static void *shorten(void *list, int *capacity, size_t size) {
  if ((size_t)*capacity * size <= MOST_KEPT) return list;
  free(list);
  *capacity = 0;
  return NULL;
}

static void empty_lists(upc_stride_builder_t *B) {
  free(B->flow);
  free(B->expected);
  upc_stride_plan_free_allocations(B->scratch);
  B->scratch = NULL;
  B->flow = NULL;
  B->expected = NULL;
  B->step_words = B->npieces = B->npeers = B->nfunctions = 0;
  B->steps = shorten(B->steps, &B->steps_capacity, sizeof(upc_stride_step_word_t));
  B->pieces = shorten(B->pieces, &B->pieces_capacity, sizeof *B->pieces);
  B->peers = shorten(B->peers, &B->peers_capacity, sizeof *B->peers);
  B->sent = shorten(B->sent, &B->sent_capacity, sizeof *B->sent);
  upc_stride_hash_map_end(&B->peer_numbers);
}

void upc_stride_builder_free_lists(upc_stride_builder_t *B) {
  free(B->flow);
  free(B->steps);
  free(B->pieces);
  free(B->peers);
  free(B->functions);
  free(B->sent);
  free(B->expected);
}

void upc_stride_builder_begin(upc_stride_builder_t *B, const upc_stride_setting_t *setting, int me) {
  upc_stride_builder_t before = *B;
  upc_stride_plan_free_allocations(B->allocations);   /* of a plan that was given up after an error */
  upc_stride_plan_free_allocations(B->scratch);
  upc_stride_hash_map_end(&B->peer_numbers);
  memset(B, 0, sizeof *B);
  B->setting = setting;
  B->me = me;
  B->steps_capacity = before.steps_capacity, B->pieces_capacity = before.pieces_capacity;
  B->peers_capacity = before.peers_capacity, B->sent_capacity = before.sent_capacity;
  B->functions_capacity = before.functions_capacity;
  B->steps = before.steps, B->pieces = before.pieces, B->peers = before.peers, B->sent = before.sent;
  B->functions = before.functions;
  free(before.expected);
  B->flow = before.flow != NULL ? before.flow : upc_stride_alloc(1, sizeof *B->flow, "a plan");
  memset(B->flow, 0, sizeof *B->flow);
  B->flow->dst.kind = B->flow->src.kind = UPC_STRIDE_AT_SECTION;
  B->dst.end = UPC_STRIDE_DST;
  B->src.end = UPC_STRIDE_SRC;
  B->at_once = UPC_STRIDE_EXPECTED;
}

void upc_stride_builder_end(upc_stride_builder_t *B) {
  upc_stride_plan_wait_sent(B, 0);
  if (B->last != NULL) upc_stride_plan_action(B, B->last, 0, 0, 0);
  upc_stride_plan_step(B, UPC_STRIDE_END);
}

/* A step with listed pieces needs nothing else. An action that is told both of its memories touches nothing else. */
static int reads_flow(const upc_stride_step_t *s) {
  if (upc_stride_step_has_pieces(s->kind)) return s->data.pieces.count < 0;
  return s->kind == UPC_STRIDE_ACTION && (s->at_place & UPC_STRIDE_TWO_MEMORIES) == 0;
}

static int any_reads_flow(const upc_stride_plan_t *P) {
  const upc_stride_step_t *s;
  for (s = P->steps; s->kind != UPC_STRIDE_END; s = upc_stride_step_next(s))
    if (reads_flow(s)) return 1;
  return 0;
}

/* A copy without the space behind the last entry; null if there is none. So there are no gaps of freed memory between
 * plans that are kept. */
static void *trimmed(const void *list, int n, size_t size) {
  return n == 0 ? NULL : memcpy(upc_stride_resize(NULL, (size_t)n, size, "a plan"), list, (size_t)n * size);
}

/* The same of a list that threads may have in common. */
static void *kept(const void *list, int n, size_t size) {
  return upc_stride_keep_list(trimmed(list, n, size), (size_t)n * size);
}

/* Where pieces are listed, nobody reads between which threads they go, but observers of moves. Without these numbers
 * the steps of many threads are alike. */
static void forget_threads(const upc_stride_builder_t *B) {
  int at;
  for (at = 0; at < B->step_words; at += upc_stride_plan_step_of(B, at)->words) {
    upc_stride_step_t *s = upc_stride_plan_step_of(B, at);
    upc_stride_pieces_step_t *m = &s->data.pieces;
    if (!upc_stride_step_has_pieces(s->kind) || m->count < 0) continue;
    if (s->kind != UPC_STRIDE_MOVE || m->s == m->d) m->s = m->d = 0;
  }
}

void upc_stride_builder_give(upc_stride_builder_t *B, upc_stride_plan_t *P) {
  memset(P, 0, sizeof *P);
  P->origin = B->setting->origin();
  if (P->origin != NULL) forget_threads(B);
  P->steps = kept(B->steps, B->step_words, sizeof(upc_stride_step_word_t));
  P->step_words = B->step_words;
  P->pieces = kept(B->pieces, B->npieces, sizeof *B->pieces);
  P->npieces = B->npieces;
  P->peers = trimmed(B->peers, B->npeers, sizeof *B->peers);
  P->npeers = B->npeers;
  P->functions = trimmed(B->functions, B->nfunctions, sizeof *B->functions);
  P->nfunctions = B->nfunctions;
  P->dst = B->dst;
  P->src = B->src;
  P->split = B->split;
  P->place_bytes = B->place_bytes;
  P->here = upc_stride_plan_here(B);
  P->stream_ids = B->stream_ids;
  P->has_messages = B->has_messages;
  P->buffer_bytes = B->buffer_bytes;
  P->values = B->values;
  P->scaling = B->scaling;
  P->own = B->own;
  P->last = B->last;
  P->allocations = B->allocations;
  P->allocated = B->allocated;
  B->allocations = NULL;
  if (any_reads_flow(P)) P->flow = B->flow, B->flow = NULL;
  empty_lists(B);
}
