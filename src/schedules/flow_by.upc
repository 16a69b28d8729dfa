/* SPDX-License-Identifier: BSD-3-Clause
 * Flows by the schedule that was chosen, between the barriers that ALLSYNC asks for. */
#include "operations.h"

void upc_stride_flow_by(upc_stride_plan_t *P, const upc_stride_group_t *G, const upc_stride_choice_t *choice) {
  int all = P->flow.kind == UPC_STRIDE_PIECES_ALL, in_to_one = P->flow.kind == UPC_STRIDE_PIECES_IN;
  if (choice->schedule->kind == UPC_STRIDE_LAST_ARRIVER_KIND) {
    upc_stride_flow_last_arriver(P, G);
    return;
  }
  if (P->sync.in == UPC_STRIDE_ALL_MEMBERS) upc_stride_plan_barrier(P, G);
  switch (choice->schedule->kind) {
    case UPC_STRIDE_BRUCK:
      if (all) upc_stride_gather_all_bruck(P, G);
      else upc_stride_flow_bruck(P, G);
      break;
    case UPC_STRIDE_HIERARCHICAL: upc_stride_flow_hierarchical(P, G); break;
    default: upc_stride_flow_pairwise(P, G, in_to_one);
  }
  upc_stride_plan_spread(P, MYTHREAD);
  if (P->sync.out == UPC_STRIDE_ALL_MEMBERS) upc_stride_plan_barrier(P, G);
}
