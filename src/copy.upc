/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_copy and upc_stride_transform. */
#include "operations.h"
#include "arrays/spelling.h"

#include <stdio.h>

/* The dimension of src that belongs to dimension k of dst. */
static int of_src(const upc_stride_prepared_t *P, int k) {
  return P->builder->flow->order == NULL ? k : P->builder->flow->order[k];
}

/* "20 x 12": what an end picks, in the order of dst's dimensions. */
static const char *spell_counts(char *text, size_t size, const upc_stride_picks_t *E, const int *order) {
  size_t used = 0;
  int k;
  for (k = 0; k < E->ndims; k++) {
    size_t count = E->count[order == NULL ? k : order[k]];
    used += (size_t)snprintf(text + used, size - used, k > 0 ? " x %zu" : "%zu", count);
  }
  return text;
}

static void check_counts(const upc_stride_prepared_t *P) {
  const upc_stride_builder_t *B = P->builder;
  const upc_stride_picks_t *D = &B->flow->dst.picks, *S = &B->flow->src.picks;
  char src[200], dst[200];
  int k, equal = D->ndims == S->ndims;
  for (k = 0; equal && k < D->ndims; k++) equal = S->count[of_src(P, k)] == D->count[k];
  if (!equal)
    upc_stride_fail(&P->site, "src", "%s elements, must be as many in each dimension as in dst (%s)",
                    spell_counts(src, sizeof src, S, B->flow->order), spell_counts(dst, sizeof dst, D, NULL));
}

static void check_sections(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  const upc_stride_picks_t *D = &B->flow->dst.picks, *S = &B->flow->src.picks;
  upc_stride_check_array_of(&P->site, "dst", args->dst);
  upc_stride_check_array_of(&P->site, "src", args->src);
  upc_stride_check_elements(&P->site, "dst", args->dst, &B->flow->dst.picks);
  upc_stride_check_elements(&P->site, "src", args->src, &B->flow->src.picks);
  if (D->layout->elemsize != S->layout->elemsize)
    upc_stride_fail(&P->site, "src", "elements of %zu byte%s, must be as large as those of dst (%zu byte%s)",
                    S->layout->elemsize, UPC_STRIDE_S(S->layout->elemsize), D->layout->elemsize,
                    UPC_STRIDE_S(D->layout->elemsize));
}

static void plan_call(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  const upc_stride_picks_t *elements = &B->flow->dst.picks;
  check_counts(P);
  B->sync = upc_stride_check_flags(&P->site, args->flags);
  B->flow->kind = UPC_STRIDE_ELEMENTS;
  upc_stride_plan_call(P, elements->blocks * elements->layout->elemsize, 0);
}

void upc_stride_build_copy(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  check_sections(P, args);
  plan_call(P, args);
}

/* ---- transform ---- */

static void check_order(const upc_stride_prepared_t *P, const int *order) {
  const upc_stride_builder_t *B = P->builder;
  int ndims = B->flow->src.picks.ndims, k, seen = 0;
  for (k = 0; k < ndims && order != NULL; k++) {
    if (order[k] < 0 || order[k] >= ndims)
      upc_stride_fail(&P->site, "order", "%d for dimension %d, must be in 0..%d", order[k], k, ndims - 1);
    if (seen >> order[k] & 1)
      upc_stride_fail(&P->site, "order", "%d for dimension %d and one before, must be each number once", order[k], k);
    seen |= 1 << order[k];
  }
}

static size_t check_type(const upc_stride_prepared_t *P, upc_type_t type) {
  const upc_stride_builder_t *B = P->builder;
  size_t size = upc_stride_is_basic(type) || upc_stride_is_complex(type) ? upc_stride_type_bytes(type) : 0;
  size_t elemsize = B->flow->dst.picks.layout->elemsize;
  upc_stride_spelling_t spelling;
  if (size == 0)
    upc_stride_fail(&P->site, "type", "%s, must be a type of numbers, UPC_CHAR to UPC_LDOUBLE, or of complex ones",
                    upc_stride_spell_type(&spelling, type));
  if (size != elemsize)
    upc_stride_fail(&P->site, "type", "%s of %zu byte%s, must be as large as the elements of dst (%zu byte%s)",
                    upc_stride_spell_type(&spelling, type), size, UPC_STRIDE_S(size), elemsize,
                    UPC_STRIDE_S(elemsize));
  return size;
}

void upc_stride_build_transform(upc_stride_prepared_t *P, const upc_stride_args_t *args) {
  upc_stride_builder_t *B = P->builder;
  upc_stride_scaling_t *scaling = upc_stride_plan_alloc(B, sizeof *scaling);
  check_sections(P, args);
  check_order(P, args->perm);
  scaling->type = args->type;
  scaling->size = check_type(P, args->type);
  scaling->alpha = P->args.alpha;
  scaling->beta = P->args.beta;
  B->flow->order = P->args.perm =
    upc_stride_prepared_keep(P, args->perm, (size_t)B->flow->src.picks.ndims * sizeof *args->perm);
  if (!upc_stride_scaling_assigns(scaling)) B->scaling = scaling;
  plan_call(P, args);
}
