/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Who takes part in a call: the owners of the blocks of its sections, and the thread that has its place. The members
 * are numbered as a group: first the owners of dst, or of src if dst is a place; then the others. */
#include "operations.h"
#include "engine/freed.h"
#include "plan/plan.h"
#include "base/near.h"
#include "base/number.h"
#include "base/port.h"

#include <string.h>

void upc_stride_check_end(upc_stride_prepared_t *P, const char *argument, const upc_stride_section_t *S,
                          upc_stride_end_t *end) {
  upc_stride_check_array_of(&P->site, argument, S);
  upc_stride_check_section(&P->site, argument, S, &end->picks);
  end->kind = UPC_STRIDE_AT_SECTION;
}

static int same_picks(const upc_stride_picks_t *a, const upc_stride_picks_t *b) {
  int k;
  for (k = 0; k < a->ndims; k++)
    if (a->count[k] != b->count[k] || a->first[k] != b->first[k] || (a->count[k] > 1 && a->step[k] != b->step[k]))
      return 0;
  return 1;
}

/* 1 if the place is the start of a block. */
static int is_block(upc_stride_array_t A, const upc_stride_picks_t *picks, shared const void *place) {
  const size_t thread = upc_threadof((shared void *)place), at = upc_addrfield((shared void *)place);
  const size_t start = upc_addrfield((shared void *)upc_stride_part(A, (int)thread));
  upc_stride_own_t own;
  int more;
  for (more = upc_stride_own_first(&own, picks, thread); more; more = upc_stride_own_next(&own))
    if (start + own.offset == at) return 1;
  return 0;
}

static int same_blocks(upc_stride_array_t a, upc_stride_array_t b) {
  return upc_stride_same_memory(a, b) && upc_stride_layout_same(&a->layout, &b->layout);
}

void upc_stride_check_in_place(upc_stride_prepared_t *P) {
  upc_stride_builder_t *B = P->builder;
  const upc_stride_args_t *a = &P->args;
  if (a->dst != NULL)
    B->in_place = same_blocks(a->dst->array, a->src->array) && same_picks(&B->flow->dst.picks, &B->flow->src.picks);
  else if (a->place != NULL) B->in_place = is_block(a->src->array, &B->flow->src.picks, a->place);
}

static void check_mapped_at(const upc_stride_prepared_t *P, const char *argument, shared const void *place) {
  upc_stride_check_mapped(&P->site, argument, upc_stride_ignored_at(upc_addrfield((shared void *)place)));
}

void upc_stride_check_place(upc_stride_prepared_t *P, const char *argument, upc_stride_base_t *base,
                            upc_stride_end_t *end) {
  upc_stride_check_given(&P->site, argument, P->args.place);
  check_mapped_at(P, argument, P->args.place);
  end->kind = UPC_STRIDE_AT_PLACE;
  end->thread = (int)upc_threadof((shared void *)P->args.place);
  base->array = NULL;
  base->is_place = 1;
  base->thread = end->thread;
  if (upc_stride_near(end->thread)) base->address = upc_stride_address(P->args.place);
}

/* Bytes that the call moves from or to its place, with pieces of at most `bytes`. */
static size_t bytes_at_place(const upc_stride_flow_t *F, size_t bytes) {
  size_t i, k = F->dst.kind == UPC_STRIDE_AT_SECTION ? F->dst.picks.blocks : F->src.picks.blocks, most = 0;
  if (F->kind != UPC_STRIDE_PIECES_OUT && F->kind != UPC_STRIDE_PIECES_IN) return bytes;
  if (F->counts == NULL) return upc_stride_product(k, bytes);
  for (i = 0; i < k; i++) {
    size_t end = F->counts[i] > 0 ? upc_stride_added(F->displs[i], F->counts[i]) : 0;
    if (end > most) most = end;
  }
  return most;
}

/* The place is at the end that has no section. */
static const char *name_of_place(const upc_stride_prepared_t *P) { return P->args.dst != NULL ? "src" : "dst"; }

/* A root may free its place when its own call has returned. So others look at the object there only if they are members
 * of a call that no member leaves before all have entered. */
static int looks_at_object(const upc_stride_prepared_t *P, const upc_stride_end_t *section) {
  const upc_stride_sync_t sync = upc_stride_check_flags(&P->site, P->args.flags);
  if (upc_threadof((shared void *)P->args.place) == (size_t)MYTHREAD) return 1;
  if (sync.in != UPC_STRIDE_ALL_MEMBERS && sync.out != UPC_STRIDE_ALL_MEMBERS && !P->args.agrees) return 0;
  return upc_stride_has_part(section, MYTHREAD);
}

/* Our compiler marks an address &A[i][j] whose subscripts lie outside of A. Bytes of an object that was looked at are
 * there as long as nothing is freed. */
static void check_taken(upc_stride_prepared_t *P, shared const void *place, size_t moved) {
  const char *argument = name_of_place(P);
  const unsigned long frees = upc_stride_frees_seen(1);
  size_t rest, at = upc_addrfield((shared void *)place);
  if (upc_phaseof((shared void *)place) == (unsigned)-1)
    upc_stride_fail(&P->site, argument,
                    "an address with a subscript outside of its array, must be the address of an element");
  if (!P->looks) return;
  if (P->frees == frees && P->object_from <= at && at < P->object_to && moved <= P->object_to - at) return;
  rest = upc_stride_object_rest(place);
  if (rest == 0)
    upc_stride_fail(&P->site, argument, "an address outside of all shared objects, must be that of %zu bytes of one",
                    moved);
  if (moved > rest)
    upc_stride_fail(&P->site, argument, "an address with %zu bytes up to the end of its shared object, must have %zu",
                    rest, moved);
  P->frees = frees;
  P->object_from = at;
  P->object_to = rest < (size_t)-1 - at ? at + rest : (size_t)-1;
}

/* A call that moves nothing may have any address. */
static void check_place(upc_stride_prepared_t *P, size_t bytes) {
  upc_stride_builder_t *B = P->builder;
  const upc_stride_flow_t *F = B->flow;
  size_t moved;
  if (F->dst.kind != UPC_STRIDE_AT_PLACE && F->src.kind != UPC_STRIDE_AT_PLACE) return;
  moved = P->at_place = bytes_at_place(F, bytes);
  P->looks = looks_at_object(P, F->dst.kind == UPC_STRIDE_AT_PLACE ? &F->src : &F->dst);
  check_taken(P, P->args.place, moved);
  upc_stride_prepared_any_place(P, moved);
}

void upc_stride_check_other_place(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  P->site = upc_stride_prepared_site(args);
  check_mapped_at(P, name_of_place(P), args->place);
  check_taken(P, args->place, P->plan->place_bytes);
}

void upc_stride_check_same_place(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  if (!P->looks || P->frees == upc_stride_frees_seen(1)) return;
  if (args != NULL) P->site = upc_stride_prepared_site(args);
  check_taken(P, P->args.place, P->at_place);
}

int upc_stride_takes_part(upc_stride_members_t *M, upc_stride_prepared_t *P, size_t bytes) {
  upc_stride_builder_t *B = P->builder;
  if (upc_stride_flow_is_empty(B->flow)) return 0;
  check_place(P, bytes);
  return upc_stride_members(M, B->flow, MYTHREAD);
}
