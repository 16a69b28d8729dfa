/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plans for another place. The steps of a broadcast from a place, of a scatter, of a gather (also of pieces of any
 * size) or of a reduction to a place hold addresses at the place. If a later call differs from the plan's in the place
 * alone, and both places are of one thread, then its plan would differ in these addresses alone: they are moved.
 *
 *   thread 0, broadcast of 2,048 bytes to another thread    MOVE from 0x1000        EAGER_SEND_BYTES at 0x1000
 *   the same from the next block                            MOVE from 0x1800        EAGER_SEND_BYTES at 0x1800
 *
 * Addresses are told apart by where they lie. So neither place may lie in the memory of the section's array. There a
 * plan may differ in more, since bytes that are both source and destination stay as they are. */
#include "plan/plan.h"
#include "base/near.h"
#include "base/port.h"
#include "plan/values.h"

static upc_stride_base_t *base_of(upc_stride_plan_t *P) {
  return P->flow.src.kind == UPC_STRIDE_AT_PLACE ? &P->src : &P->dst;
}

static int thread_of(shared const void *place) { return (int)upc_threadof((shared void *)place); }
static size_t field_of(shared const void *place) { return upc_addrfield((shared void *)place); }

static upc_stride_array_t array_of(const upc_stride_args_t *a) {
  return a->dst != NULL ? a->dst->array : a->src->array;
}

/* 1 if the bytes at a place lie outside of the memory that the section's array has on that thread. */
static int apart(const upc_stride_args_t *a, shared const void *place, size_t bytes) {
  upc_stride_array_t A = array_of(a);
  shared [] char *part = upc_stride_part(A, thread_of(place));
  size_t from = field_of((shared const void *)part), at = field_of(place);
  return at + bytes <= from || at >= from + upc_stride_layout_bytes(&A->layout);
}

int upc_stride_args_any_place(const upc_stride_args_t *a) {
  if (a->place == NULL || (a->dst != NULL && a->src != NULL)) return 0;
  return upc_stride_array_is_live(array_of(a)) && apart(a, a->place, 1); /* arguments are not checked yet */
}

void upc_stride_plan_any_place(upc_stride_plan_t *P, size_t bytes) {
  if (upc_stride_args_any_place(&P->args) && apart(&P->args, P->args.place, bytes)) P->place_bytes = bytes;
}

int upc_stride_plan_serves(const upc_stride_plan_t *P, shared const void *place) {
  return P->in_flight == 0 && P->record == NULL && place != NULL && thread_of(place) == thread_of(P->args.place) &&
         apart(&P->args, place, P->place_bytes);
}

/* ---- moving addresses ---- */

/* From the old place to the new one; `from` and `by` are null and 0 if the place is far. */
typedef struct change {
  const upc_stride_plan_t *plan;
  long long by_field, by;
  const char *from;
} change_t;

static void move_address(const change_t *c, char **address) {
  if (c->from == NULL || *address < c->from || *address >= c->from + c->plan->place_bytes) return;
  *address += c->by;
}

static void move_bytes(const change_t *c, upc_stride_bytes_step_t *b) {
  shared const void *old = c->plan->args.place, *at = (shared const void *)b->place;
  size_t field, start = field_of(old);
  if (b->place == NULL || thread_of(at) != thread_of(old)) return;
  field = field_of(at);
  if (field < start || field >= start + c->plan->place_bytes) return;
  b->place += c->by_field;
  if (b->address != NULL) b->address += c->by;
}

static void move_step(const change_t *c, upc_stride_step_t *s) {
  switch (s->kind) {
    case UPC_STRIDE_EAGER_SEND: case UPC_STRIDE_EAGER_RECV: case UPC_STRIDE_PACK: case UPC_STRIDE_UNPACK:
    case UPC_STRIDE_MOVE:
      move_address(c, &s->data.pieces.src);
      move_address(c, &s->data.pieces.dst);
      break;
    case UPC_STRIDE_EAGER_SEND_BYTES: case UPC_STRIDE_EAGER_RECV_BYTES: case UPC_STRIDE_RENDEZVOUS_OFFER:
    case UPC_STRIDE_RENDEZVOUS_GET: case UPC_STRIDE_STREAM_SEND: case UPC_STRIDE_STREAM_RECV:
      move_bytes(c, &s->data.bytes);
      break;
    case UPC_STRIDE_ACTION:
      move_address(c, &s->data.action.to_address);
      move_address(c, &s->data.action.from_address);
  }
}

/* A slice of a reduction is written at the place by its address. */
static void move_result(const change_t *c) {
  const upc_stride_values_t *v = c->plan->extra;
  if (c->plan->args.operation == UPC_STRIDE_OP_REDUCE && v->to != NULL) move_address(c, &v->to[0]);
}

void upc_stride_plan_change(upc_stride_plan_t *P, shared const void *place) {
  upc_stride_base_t *base = base_of(P);
  change_t c;
  int i;
  c.plan = P;
  c.by_field = (long long)(field_of(place) - field_of(P->args.place));
  c.from = NULL;
  c.by = 0;
  if (upc_stride_near(thread_of(place))) {
    c.from = upc_stride_address(P->args.place);
    c.by = upc_stride_address(place) - c.from;
  }
  for (i = 0; i < P->nsteps; i++) move_step(&c, &P->steps[i]);
  move_result(&c);
  base->place = (shared [] char *)place;
  P->args.place = place;
}
