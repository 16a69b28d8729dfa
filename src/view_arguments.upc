/* SPDX-License-Identifier: BSD-3-Clause
 * The arguments of collectives on views of memory that the program has (arrays/view.h). */
#include "operations.h"
#include "arrays/view.h"

static upc_flag_t synchronised(upc_flag_t flags) {
  const upc_flag_t in = UPC_IN_NOSYNC | UPC_IN_MYSYNC | UPC_IN_ALLSYNC;
  const upc_flag_t out = UPC_OUT_NOSYNC | UPC_OUT_MYSYNC | UPC_OUT_ALLSYNC;
  if ((flags & in) == UPC_IN_NOSYNC) flags ^= UPC_IN_NOSYNC | UPC_IN_MYSYNC;
  if ((flags & out) == UPC_OUT_NOSYNC) flags ^= UPC_OUT_NOSYNC | UPC_OUT_MYSYNC;
  return flags;
}

/* The section, or the same of the array with contiguous blocks. *view: whether it is of a view. */
static const upc_stride_section_t *section_of(const upc_stride_section_t *S, int contiguous,
                                              upc_stride_section_t *changed, int *view) {
  if (S == NULL || !upc_stride_array_is_live(S->array)) return S;
  if (contiguous && S->array->packed != NULL) {
    *changed = *S;
    changed->array = S->array->packed;
    S = changed;
  }
  if (S->array->view != NULL) *view = 1;
  return S;
}

void upc_stride_args_of_views(upc_stride_args_t *args, upc_stride_section_t *sections) {
  const upc_stride_memory_view_t *V = args->place == NULL ? NULL : upc_stride_view_at(args->place);
  int contiguous = args->op != 0 || args->build == upc_stride_build_halo, view = V != NULL;
  args->dst = section_of(args->dst, contiguous, &sections[0], &view);
  args->src = section_of(args->src, contiguous, &sections[1], &view);
  if (view) args->flags = synchronised(args->flags);
  args->place_view = V != NULL ? V->array->serial : 0;
}
