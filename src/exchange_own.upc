/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_exchange_own, gather_all_own, gather_own and scatter_own: which end is a section, and which a place. The
 * lists are looked at when the call is carried out (schedules/own.h). */
#include "operations.h"
#include "base/port.h"

/* The bytes of the object behind the place matter to its thread alone, which knows the pieces there. */
static void check_own_place(upc_stride_prepared_t *P, const char *argument, upc_stride_base_t *base,
                            upc_stride_end_t *end) {
  upc_stride_check_place(P, argument, base, end);
  if (P->args.place_view != 0)
    upc_stride_fail(&P->site, argument, "in a view of the program's memory, must be in memory of the library");
  if (end->thread == MYTHREAD) P->builder->flow->len = upc_stride_object_rest(P->args.place);
}

static void check_blocks(upc_stride_prepared_t *P, const char *argument, const upc_stride_section_t *S,
                         upc_stride_end_t *end) {
  upc_stride_check_end(P, argument, S, end);
  upc_stride_check_contiguous(&P->site, argument, end->picks.layout);
}

/* The bytes by which a schedule is chosen: what a piece may have, if all of them are alike. All members know only how
 * large the blocks are. */
static size_t bytes_of_piece(const upc_stride_flow_t *F) {
  if (F->kind != UPC_STRIDE_PIECES_ALL) return 1;
  return F->dst.picks.layout->blockbytes / F->src.picks.blocks;
}

static void build(upc_stride_prepared_t *P, const upc_stride_args_t *args, int kind) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_flow_t *F = B->flow;
  upc_stride_members_t M;
  upc_stride_choice_t choice;
  F->kind = kind;
  F->later = 1;
  if (kind != UPC_STRIDE_PIECES_IN) check_blocks(P, "dst", args->dst, &F->dst);
  if (kind != UPC_STRIDE_PIECES_OUT) check_blocks(P, "src", args->src, &F->src);
  if (kind == UPC_STRIDE_PIECES_IN) check_own_place(P, "dst", &B->dst, &F->dst);
  if (kind == UPC_STRIDE_PIECES_OUT) check_own_place(P, "src", &B->src, &F->src);
  if (kind == UPC_STRIDE_PIECES_EXCHANGED) upc_stride_check_counts(P);
  if (args->dst != NULL && args->src != NULL) upc_stride_check_in_place(P);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  if (upc_stride_flow_is_empty(F) || !upc_stride_members(&M, F, MYTHREAD)) return;
  upc_stride_choose_for(&choice, P, &M, bytes_of_piece(F), 0);
  upc_stride_write_plan(B, &M, &choice);
  upc_stride_members_end(&M, F);
}

void upc_stride_build_exchange_own(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  build(P, args, UPC_STRIDE_PIECES_EXCHANGED);
}
void upc_stride_build_gather_all_own(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  build(P, args, UPC_STRIDE_PIECES_ALL);
}
void upc_stride_build_gather_own(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  build(P, args, UPC_STRIDE_PIECES_IN);
}
void upc_stride_build_scatter_own(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  build(P, args, UPC_STRIDE_PIECES_OUT);
}
