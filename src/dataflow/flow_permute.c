/* SPDX-License-Identifier: BSD-3-Clause
 * Flows of permute: the blocks of the source thread, in its own order, that go to the destination thread. */
#include "dataflow/flow.h"

void upc_stride_flow_permute(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context) {
  upc_stride_own_t own;
  int more;
  for (more = upc_stride_own_first(&own, &F->src.picks, (size_t)s); more; more = upc_stride_own_next(&own)) {
    upc_stride_strided_t runs = {own.offset, 0, F->len, 1, 0, 0};
    if ((int)upc_stride_at_position(&F->dst.picks, (size_t)F->perm[own.position], &runs.to) == d)
      visit(context, &runs);
  }
}
