/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_copy: looks at the arguments, finds who owns picked elements, and hands over to the schedule. */
#include "pieces.h"

static void check_alike(const upc_stride_plan_t *P) {
  const upc_stride_picks_t *D = &P->flow.dst.picks, *S = &P->flow.src.picks;
  int k;
  if (D->layout->elemsize != S->layout->elemsize)
    upc_stride_fail(&P->site, "src", "elements of %zu bytes, must be as large as those of dst (%zu bytes)",
                    S->layout->elemsize, D->layout->elemsize);
  if (D->ndims != S->ndims)
    upc_stride_fail(&P->site, "src", "%d dimensions, must be as many as in dst (%d)", S->ndims, D->ndims);
  for (k = 0; k < D->ndims; k++)
    if (S->count[k] != D->count[k])
      upc_stride_fail(&P->site, "src", "%zu elements in dimension %d, must be as many as in dst (%zu)", S->count[k], k,
                      D->count[k]);
}

void upc_stride_build_copy(upc_stride_plan_t *P, const upc_stride_args_t *args) {
  upc_stride_picks_t to_blocks, from_blocks;
  upc_stride_team_t to, from;
  upc_stride_group_t group;
  upc_stride_choice_t choice;
  upc_stride_check_elements(&P->site, "dst", args->dst, &P->flow.dst.picks);
  upc_stride_check_elements(&P->site, "src", args->src, &P->flow.src.picks);
  check_alike(P);
  P->sync = upc_stride_check_flags(&P->site, args->flags);
  P->flow.kind = UPC_STRIDE_ELEMENTS;
  if (P->flow.dst.picks.blocks == 0 || P->flow.src.picks.blocks == 0) return;
  upc_stride_team_of_elements(&to, &to_blocks, &P->flow.dst.picks);
  upc_stride_team_of_elements(&from, &from_blocks, &P->flow.src.picks);
  upc_stride_group_teams(&group, &to, &from);
  if (upc_stride_group_rank(&group, MYTHREAD) >= 0) {
    size_t bytes = P->flow.dst.picks.blocks * P->flow.dst.picks.layout->elemsize / (size_t)to.n / (size_t)from.n;
    upc_stride_choose_for(&choice, P, &to, &group, bytes, 0);
    upc_stride_flow_by(P, &group, &choice);
  }
  upc_stride_group_end(&group);
  upc_stride_team_end(&to);
  upc_stride_team_end(&from);
}
