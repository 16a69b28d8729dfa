/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_permute. */
#include "operations.h"

static void check_perm(const upc_stride_prepared_t *P, const int *perm, size_t k) {
  size_t i;
  char *seen;
  if (perm == NULL && k > 0) upc_stride_fail(&P->site, "perm", "null, must be %zu numbers of blocks", k);
  seen = upc_stride_plan_scratch(P->builder, k);
  for (i = 0; i < k; i++) {
    if (perm[i] < 0 || (size_t)perm[i] >= k)
      upc_stride_fail(&P->site, "perm", "%d for block %zu, must be in 0..%zu", perm[i], i, k - 1);
    if (seen[perm[i]])
      upc_stride_fail(&P->site, "perm", "%d for block %zu and one before, must be each number once", perm[i], i);
    seen[perm[i]] = 1;
  }
}

void upc_stride_build_permute(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  size_t k = upc_stride_check_both(P, args);
  check_perm(P, args->perm, k);
  upc_stride_check_len(&P->site, "dst", &B->flow->dst.picks, 1, args->len);
  upc_stride_check_len(&P->site, "src", &B->flow->src.picks, 1, args->len);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  P->args.perm = upc_stride_prepared_keep(P, args->perm, k * sizeof *args->perm);
  B->flow->kind = UPC_STRIDE_BLOCKS;
  B->flow->len = args->len;
  B->flow->perm = P->args.perm;
  upc_stride_check_in_place(P);
  upc_stride_plan_call(P, args->len, 0);
}
