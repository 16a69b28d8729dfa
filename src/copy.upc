/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_copy. */
#include "operations.h"

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
  const upc_stride_picks_t *elements = &P->flow.dst.picks;
  upc_stride_check_elements(&P->site, "dst", args->dst, &P->flow.dst.picks);
  upc_stride_check_elements(&P->site, "src", args->src, &P->flow.src.picks);
  check_alike(P);
  P->sync = upc_stride_check_flags(&P->site, args->flags);
  P->flow.kind = UPC_STRIDE_ELEMENTS;
  upc_stride_hand_over(P, elements->blocks * elements->layout->elemsize, 0);
}
