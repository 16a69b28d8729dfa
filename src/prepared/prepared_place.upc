/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Plans for another place: of a broadcast from a place, a scatter, a gather (also of pieces of any size) or a reduction
 * to a place. If a later call differs from the plan's in the place alone, and both places are of one thread, then its
 * plan would differ in addresses at the place alone. Steps have these as distances from it.
 *
 * Addresses are told apart by where they lie. So neither place may lie in the memory of the section's array. There a
 * plan may differ in more, since bytes that are both source and destination stay as they are. */
#include "prepared/prepared.h"
#include "plan/plan.h"
#include "base/near.h"
#include "base/port.h"

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
  if (a->place == NULL || a->place_view != 0 || (a->dst != NULL && a->src != NULL)) return 0;
  return upc_stride_array_is_live(array_of(a)) && apart(a, a->place, 1); /* arguments are not checked yet */
}

void upc_stride_prepared_any_place(upc_stride_prepared_t *P, size_t bytes) {
  if (upc_stride_args_any_place(&P->args) && apart(&P->args, P->args.place, bytes)) P->builder->place_bytes = bytes;
}

int upc_stride_prepared_serves(const upc_stride_prepared_t *P, shared const void *place) {
  return P->in_flight == 0 && P->record == NULL && P->meeting == NULL && place != NULL &&
         thread_of(place) == thread_of(P->args.place) && apart(&P->args, place, P->plan->place_bytes);
}

/* The place is at the end that has no section. */
void upc_stride_prepared_change(upc_stride_prepared_t *P, shared const void *place) {
  upc_stride_base_t *base = P->args.dst != NULL ? &P->plan->src : &P->plan->dst;
  P->args.place = place;
  P->plan->here = base->address = upc_stride_near(thread_of(place)) ? upc_stride_address(place) : NULL;
}
