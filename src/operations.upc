/* SPDX-License-Identifier: BSD-3-Clause
 * What the operations have in common: looking at their ends, and choosing. */
#include "operations.h"
#include "checked/checked.h"
#include "base/environment.h"
#include "base/near.h"
#include "base/port.h"
#include "schedules/verbose.h"

void upc_stride_check_end(upc_stride_plan_t *P, const char *argument, const upc_stride_section_t *S,
                          upc_stride_end_t *end) {
  upc_stride_check_section(&P->site, argument, S, &end->picks);
  end->kind = UPC_STRIDE_AT_SECTION;
}

void upc_stride_check_place(upc_stride_plan_t *P, const char *argument, upc_stride_base_t *base,
                            upc_stride_end_t *end) {
  upc_stride_check_given(&P->site, argument, P->args.place);
  base->array = NULL;
  base->place = (shared [] char *)P->args.place;
  end->kind = UPC_STRIDE_AT_PLACE;
  end->thread = (int)upc_threadof((shared void *)P->args.place);
}

int upc_stride_owns(const upc_stride_end_t *end) {
  return upc_stride_has_part(end, MYTHREAD);
}

/* Dimensions of the team's box with more than one coordinate. */
static int dimensions(const upc_stride_team_t *T) {
  int k, n = 0;
  for (k = 0; k < T->ndims; k++) n += T->size[k] > 1;
  return n;
}

/* Bytes for all blocks and pieces together; of the largest, where they are uneven. */
static double work(const upc_stride_plan_t *P, size_t bytes) {
  double d = P->flow.dst.kind == UPC_STRIDE_AT_SECTION ? (double)P->flow.dst.picks.blocks : 1;
  double s = P->flow.src.kind == UPC_STRIDE_AT_SECTION ? (double)P->flow.src.picks.blocks : 1;
  switch (P->flow.kind) {
    case UPC_STRIDE_PIECES_ALL: case UPC_STRIDE_SLOTS: return d * s * (double)bytes;
    case UPC_STRIDE_ELEMENTS: return d * (double)P->flow.dst.picks.layout->elemsize;
    default: return (d > s ? d : s) * (double)bytes;
  }
}

void upc_stride_choose_for(upc_stride_choice_t *choice, upc_stride_plan_t *P, const upc_stride_team_t *T,
                           const upc_stride_group_t *G, size_t bytes, int ordered) {
  upc_stride_selector_t m;
  m.operation = P->args.operation;
  m.bytes = bytes;
  m.members = G->n;
  m.dimensions = dimensions(T);
  m.near = upc_stride_all_near();
  m.ordered = ordered;
  m.all = (P->sync.in == UPC_STRIDE_ALL_MEMBERS) + (P->sync.out == UPC_STRIDE_ALL_MEMBERS);
  m.oversubscribed = upc_stride_oversubscribed();
  m.work = work(P, bytes);
  m.conduit = upc_stride_conduit();
  upc_stride_choose(choice, &m);
  if (upc_stride_environment()->verbose && upc_stride_group_rank(G, MYTHREAD) == 0) upc_stride_verbose_choice(choice, &m);
  if (upc_stride_environment()->check) upc_stride_plan_check(P, G);
}
