/* SPDX-License-Identifier: BSD-3-Clause
 * From the arguments of a call to the plans of its members. */
#include "player/player.h"
#include "base/allocate.h"
#include "choice/rule.h"
#include "base/of_thread.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc_collective.h> /* UPC_NONCOMM_FUNC */

/* ---- the setting that plans are for: one at a time ---- */

static UPC_STRIDE_OF_THREAD const upc_stride_played_call_t *job_call;

static int near(int me, int thread) { return me / job_call->per_node == thread / job_call->per_node; }
static int all_near(void) { return job_call->per_node >= job_call->threads; }
static int node(int thread) { return thread / job_call->per_node * job_call->per_node; }
static int same_core(int me, int thread) { return me == thread; }
static int streams(int me, int thread, size_t bytes) {
  return !job_call->rendezvous && !near(me, thread) && bytes > job_call->eager;
}
static size_t eager(void) { return job_call->eager; }

/* Without data, addresses are only compared: thread t has everything t bytes further. */
enum { NOWHERE = 1 << 28 };
static char *part(const void *opaque, int thread) {
  const upc_stride_played_array_t *array = opaque;
  return array->part != NULL ? array->part[thread] : (char *)(uintptr_t)(NOWHERE + thread);
}

static char *origin(void) { return NULL; }

static const upc_stride_setting_t setting = {near, all_near, node, same_core, streams, eager, part, origin};

/* ---- operations as flows ---- */

enum { HAS_DST = 1, HAS_SRC = 2 };     /* ends with a section; the other has a place, or nothing */
typedef struct form {
  int ends, kind, reduces, prefix;
} form_t;

/* By operation. Others cannot be played: null `ends`. */
static const form_t forms[UPC_STRIDE_OPS] = {
  [UPC_STRIDE_OP_BROADCAST] = {HAS_DST, UPC_STRIDE_TO_ALL, 0, 0},
  [UPC_STRIDE_OP_SCATTER] = {HAS_DST, UPC_STRIDE_PIECES_OUT, 0, 0},
  [UPC_STRIDE_OP_GATHER] = {HAS_SRC, UPC_STRIDE_PIECES_IN, 0, 0},
  [UPC_STRIDE_OP_GATHER_ALL] = {HAS_DST | HAS_SRC, UPC_STRIDE_PIECES_ALL, 0, 0},
  [UPC_STRIDE_OP_EXCHANGE] = {HAS_DST | HAS_SRC, UPC_STRIDE_PIECES_EXCHANGED, 0, 0},
  [UPC_STRIDE_OP_PERMUTE] = {HAS_DST | HAS_SRC, UPC_STRIDE_BLOCKS, 0, 0},
  [UPC_STRIDE_OP_REDUCE] = {HAS_SRC, UPC_STRIDE_TO_ALL, 1, 0},
  [UPC_STRIDE_OP_REDUCE_ALL] = {HAS_DST | HAS_SRC, UPC_STRIDE_TO_ALL, 1, 0},
  [UPC_STRIDE_OP_PREFIX_REDUCE] = {HAS_DST | HAS_SRC, UPC_STRIDE_TO_ALL, 1, UPC_STRIDE_INCLUSIVE},
  [UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE] = {HAS_DST | HAS_SRC, UPC_STRIDE_TO_ALL, 1, UPC_STRIDE_EXCLUSIVE},
  [UPC_STRIDE_OP_REDUCE_SCATTER] = {HAS_DST | HAS_SRC, UPC_STRIDE_PIECES_EXCHANGED, 1, 0},
  [UPC_STRIDE_OP_BARRIER] = {HAS_DST | HAS_SRC, UPC_STRIDE_TO_ALL, 0, 0},
  [UPC_STRIDE_OP_COPY] = {HAS_DST | HAS_SRC, UPC_STRIDE_ELEMENTS, 0, 0},
};

/* Exchange_own and its kin are of several kinds. */
static form_t form_of(const upc_stride_played_call_t *c) {
  form_t form = forms[c->operation];
  if (c->own == NULL) return form;
  form.kind = c->own_kind;
  form.ends = c->own_kind == UPC_STRIDE_PIECES_IN    ? HAS_SRC
              : c->own_kind == UPC_STRIDE_PIECES_OUT ? HAS_DST
                                                     : HAS_DST | HAS_SRC;
  return form;
}

int upc_stride_played_knows(int operation) { return forms[operation].ends != 0; }
int upc_stride_played_reduces(int operation) { return forms[operation].reduces; }

static void pick(upc_stride_end_t *end, const upc_stride_played_end_t *given, int elements, char *wrong, size_t size) {
  upc_stride_mistake_t mistake;
  int what = elements ? upc_stride_pick_elements(&end->picks, given->layout, given->intervals, given->interval,
                                                 &mistake)
                      : upc_stride_pick(&end->picks, given->layout, given->intervals, given->interval, &mistake);
  if (what != UPC_STRIDE_FINE) snprintf(wrong, size, "the section picks what is not there");
}

/* What a call moves: as the operation's own file says it after its checks. */
/* A prepared fetch: from all blocks of the array to a buffer of each thread, by the member's lists. */
static void set_lists(upc_stride_builder_t *B, const upc_stride_played_call_t *c, upc_stride_played_arrays_t *A,
                      char *wrong, size_t size) {
  upc_stride_flow_t *F = B->flow;
  pick(&F->src, &c->src, 0, wrong, size);
  F->dst = F->src;
  F->kind = UPC_STRIDE_LISTS;
  F->lists = &c->lists[B->me].lists;
  B->operation = c->operation;
  B->split = c->split;
  B->sync = c->sync;
  B->src.array = &A->src;
  B->dst.is_private = 1;
  B->dst.address = part(&A->dst, B->me);
}

static void set_flow(upc_stride_builder_t *B, const upc_stride_played_call_t *c, upc_stride_played_arrays_t *A,
                     char *wrong, size_t size) {
  const form_t form = form_of(c);
  upc_stride_flow_t *F = B->flow;
  int elements = c->operation == UPC_STRIDE_OP_COPY, from_place = (form.ends & HAS_SRC) == 0;
  upc_stride_base_t *at = from_place ? &B->src : &B->dst;
  upc_stride_end_t *end = from_place ? &F->src : &F->dst;
  if (c->lists != NULL) {
    set_lists(B, c, A, wrong, size);
    return;
  }
  B->operation = c->operation;
  B->split = c->split;
  B->sync = c->sync;
  B->in_place = c->in_place;
  F->kind = form.kind;
  F->prefix = form.prefix;
  F->len = c->operation == UPC_STRIDE_OP_BARRIER ? 0 : c->len;
  F->lends = c->lends;
  F->perm = c->perm;
  F->later = c->own != NULL;
  if (!F->later) F->counts = c->counts, F->displs = c->displs, F->src_displs = c->src_displs;
  F->piecewise = c->same_array;
  if ((form.ends & HAS_DST) != 0) pick(&F->dst, &c->dst, elements, wrong, size), B->dst.array = &A->dst;
  if ((form.ends & HAS_SRC) != 0) pick(&F->src, &c->src, elements, wrong, size);
  if ((form.ends & HAS_SRC) != 0) B->src.array = c->same_array ? &A->dst : &A->src;
  if (form.ends != (HAS_DST | HAS_SRC)) {
    end->kind = UPC_STRIDE_AT_PLACE;
    end->thread = at->thread = c->root;
    at->is_place = 1;
    if (near(B->me, c->root)) at->address = A->place != NULL ? A->place : (char *)(uintptr_t)(NOWHERE + c->root);
  }
}

/* The values of a reduction; null for other operations. */
static upc_stride_values_t *values_of(upc_stride_builder_t *B, const upc_stride_played_call_t *c) {
  upc_stride_values_t *v;
  if (!forms[c->operation].reduces) return NULL;
  v = upc_stride_plan_alloc(B, sizeof *v);
  v->op = c->op;
  v->type = c->type;
  v->func = c->func;
  v->with = c->with;
  v->context = c->context;
  v->size = c->size > 0 ? c->size : upc_stride_operand_bytes(c->op, c->type);
  v->n = c->operation == UPC_STRIDE_OP_REDUCE_SCATTER ? c->len * B->flow->dst.picks.blocks : c->len;
  v->bytes = v->n * v->size;
  v->ordered = c->op == UPC_NONCOMM_FUNC;
  if (c->operation == UPC_STRIDE_OP_REDUCE_SCATTER) B->flow->len = c->len * v->size;
  return v;
}

/* The bytes by which a schedule is chosen: of a piece, of all values, of all elements. */
static size_t bytes_of(const upc_stride_builder_t *B, const upc_stride_played_call_t *c) {
  const upc_stride_picks_t *picks = &B->flow->dst.picks;
  if (B->values != NULL) return B->values->bytes;
  if (c->operation == UPC_STRIDE_OP_COPY) return picks->blocks * picks->layout->elemsize;
  return c->operation == UPC_STRIDE_OP_BARRIER ? 1 : c->len;
}

/* Of a copy of all elements: parts in which neither array's block changes. */
static double common_parts(const upc_stride_layout_t *a, const upc_stride_layout_t *b) {
  double parts = 1;
  for (int k = 0; k < a->ndims; k++)
    parts *= (double)(a->block[k] == b->block[k] ? a->nblocks[k] : a->nblocks[k] + b->nblocks[k] - 1);
  return parts;
}

double upc_stride_played_pieces(const upc_stride_played_call_t *c) {
  upc_stride_end_t end;
  char wrong[60] = "";
  double k;
  memset(&end, 0, sizeof end);
  if (c->operation == UPC_STRIDE_OP_COPY) return common_parts(c->dst.layout, c->src.layout);
  pick(&end, (forms[c->operation].ends & HAS_SRC) != 0 ? &c->src : &c->dst, 0, wrong, sizeof wrong);
  k = wrong[0] != '\0' ? 0 : (double)end.picks.blocks;
  switch (c->operation) {
    case UPC_STRIDE_OP_EXCHANGE: case UPC_STRIDE_OP_REDUCE_SCATTER: case UPC_STRIDE_OP_GATHER_ALL: return k * k;
    default: return k;
  }
}

/* ---- the choice, and a member's plan ---- */

static void choose(upc_stride_choice_t *choice, upc_stride_selector_t *m, const upc_stride_builder_t *B,
                   const upc_stride_members_t *M, const upc_stride_played_call_t *c) {
  upc_stride_selector(m, B, M, bytes_of(B, c), B->values != NULL && B->values->ordered, c->per_node,
                      (c->threads + c->cores - 1) / c->cores, c->cores);
  m->conduit = c->conduit;
  m->helped = 0;
  if (c->schedule == NULL && c->choice == NULL) upc_stride_choose(choice, m);
}

/* 1 if the given schedule can serve the call. */
static int given(upc_stride_choice_t *choice, const upc_stride_selector_t *m, const upc_stride_played_call_t *c) {
  memset(choice, 0, sizeof *choice);
  if (c->choice != NULL) {
    *choice = *c->choice;
    return !upc_stride_choice_cannot_serve(choice, m);
  }
  choice->by = "the player", choice->why = "";
  if (!upc_stride_schedule_named(c->operation, c->schedule, choice)) return 0;
  if (c->segment > 0 && choice->segment > 0) choice->segment = c->segment;
  if (c->under_way > 0) choice->under_way = c->under_way;
  if (c->ahead > 0) choice->ahead = c->ahead;
  if (c->rounds > 0) choice->rounds = c->rounds;
  return !upc_stride_choice_cannot_serve(choice, m);
}

/* Begins a builder for a thread; 1 if it takes part: *M must be ended then. */
static int begin(upc_stride_builder_t *B, upc_stride_members_t *M, upc_stride_played_arrays_t *A,
                 const upc_stride_played_call_t *c, int thread, char *wrong, size_t size) {
  upc_stride_builder_begin(B, &setting, thread);
  set_flow(B, c, A, wrong, size);
  if (wrong[0] != '\0') return 0;
  B->values = values_of(B, c);
  return bytes_of(B, c) > 0 && upc_stride_members(M, B->flow, thread);
}

static int same_choice(const upc_stride_choice_t *a, const upc_stride_choice_t *b) {
  return a->schedule == b->schedule && a->parts == b->parts && memcmp(a->part, b->part, sizeof a->part) == 0 &&
         a->segment == b->segment && a->rounds == b->rounds && a->under_way == b->under_way;
}

typedef struct playing {
  upc_stride_played_t *result;
  const upc_stride_played_call_t *call;
  upc_stride_builder_t builder;
  upc_stride_played_arrays_t arrays;
  upc_stride_played_member_t *member;
  int n;
} playing_t;

/* Adds thread t's plan, if it takes part. 0: the schedule cannot serve the call. */
static int add_member(playing_t *p, int t) {
  upc_stride_played_t *R = p->result;
  upc_stride_builder_t *B = &p->builder;
  upc_stride_members_t M;
  upc_stride_choice_t choice;
  upc_stride_selector_t selector;
  char text[100];
  if (!begin(B, &M, &p->arrays, p->call, t, R->wrong, sizeof R->wrong)) return R->wrong[0] == '\0';
  choose(&choice, &selector, B, &M, p->call);
  if ((p->call->schedule != NULL || p->call->choice != NULL) && !given(&choice, &selector, p->call)) {
    upc_stride_members_end(&M, B->flow);
    return 0;
  }
  if (p->n > 0 && !same_choice(&choice, &R->choice))
    snprintf(R->wrong, sizeof R->wrong, "thread %d chooses another schedule than thread %d", t, p->member[0].thread);
  R->choice = choice;
  R->selector = selector;
  upc_stride_write_plan(B, &M, &choice);
  upc_stride_members_end(&M, B->flow);
  upc_stride_builder_end(B);
  p->member[p->n].thread = t;
  upc_stride_builder_give(B, &p->member[p->n].plan);
  if (p->call->most_words > 0 &&
      (size_t)p->member[p->n].plan.step_words > p->call->most_words / (size_t)p->call->threads) {
    p->n++;
    R->too_long = 1;
    return 0;
  }
  if (p->call->data && upc_stride_plan_uses_in_flight(&setting, t, &p->member[p->n].plan, text, sizeof text) != NULL)
    snprintf(R->wrong, sizeof R->wrong, "%s: thread %d: %s", choice.schedule->name, t, text);
  p->n++;
  return 1;
}

static void begin_play(playing_t *p, upc_stride_played_t *result, const upc_stride_played_call_t *call) {
  memset(p, 0, sizeof *p);
  memset(result, 0, sizeof *result);
  job_call = call;
  p->result = result;
  p->call = call;
  upc_stride_schedules_open();
  if (!upc_stride_played_knows(call->operation) && call->own == NULL)
    snprintf(result->wrong, sizeof result->wrong, "%s cannot be played", upc_stride_operation_name(call->operation));
}

static void end_builder(upc_stride_builder_t *B) {
  upc_stride_plan_t nothing;
  upc_stride_plan_step(B, UPC_STRIDE_END);
  upc_stride_builder_give(B, &nothing);
  upc_stride_plan_free(&nothing);
  upc_stride_builder_free_lists(B);
  upc_stride_hash_map_end(&B->peer_numbers);
}

/* The bytes of the arrays, from the definition. They depend on what one builder says of the call. */
static void make_arrays(playing_t *p) {
  upc_stride_builder_t *B = &p->builder;
  upc_stride_builder_begin(B, &setting, 0);
  set_flow(B, p->call, &p->arrays, p->result->wrong, sizeof p->result->wrong);
  if (p->result->wrong[0] == '\0')
    upc_stride_played_arrays_begin(&p->arrays, p->call, B->flow, B->values = values_of(B, p->call));
}

static int play_plans(playing_t *p, upc_stride_carry_out_t *carry_out, void *context) {
  const upc_stride_played_call_t *call = p->call;
  upc_stride_played_t *R = p->result;
  int can = 1, t, i;
  p->member = upc_stride_alloc((size_t)call->threads, sizeof *p->member, "members");
  if (R->wrong[0] == '\0' && call->data) make_arrays(p);
  for (t = 0; t < call->threads && can && R->wrong[0] == '\0'; t++) can = add_member(p, t);
  R->members = p->n;
  if (can && R->wrong[0] == '\0') carry_out(context, &setting, p->member, p->n);
  for (i = 0; i < p->n; i++) upc_stride_plan_free(&p->member[i].plan);
  free(p->member);
  if (call->data) upc_stride_played_arrays_end(&p->arrays);
  if (p->builder.flow != NULL || p->builder.steps != NULL) end_builder(&p->builder);
  return can;
}

int upc_stride_play_plans(upc_stride_played_t *result, const upc_stride_played_call_t *call,
                          upc_stride_carry_out_t *carry_out, void *context) {
  playing_t p;
  begin_play(&p, result, call);
  return play_plans(&p, carry_out, context);
}

static void play_steps(void *context, const upc_stride_setting_t *of, const upc_stride_played_member_t *member, int n) {
  playing_t *p = context;
  upc_stride_play_steps(p->result, p->call, of, member, n, &p->arrays);
}

int upc_stride_play(upc_stride_played_t *result, const upc_stride_played_call_t *call) {
  playing_t p;
  begin_play(&p, result, call);
  return play_plans(&p, play_steps, &p);
}

void upc_stride_play_choice(upc_stride_played_t *result, const upc_stride_played_call_t *call) {
  playing_t p;
  upc_stride_members_t M;
  int t;
  begin_play(&p, result, call);
  for (t = 0; t < call->threads && result->wrong[0] == '\0' && result->selector.members == 0; t++)
    if (begin(&p.builder, &M, &p.arrays, call, t, result->wrong, sizeof result->wrong)) {
      choose(&result->choice, &result->selector, &p.builder, &M, call);
      upc_stride_members_end(&M, p.builder.flow);
    }
  if (p.builder.flow != NULL) end_builder(&p.builder);
}
