/* SPDX-License-Identifier: BSD-3-Clause
 * Flows of exchange and exchangev: i outermost, over the blocks of the destination thread. */
#include "dataflow/flow.h"

static void one(const upc_stride_flow_t *F, const upc_stride_own_t *into, const upc_stride_own_t *from,
                upc_stride_visit_t *visit, void *context) {
  size_t i = into->position, j = from->position, at = j * F->src.picks.blocks + i;
  upc_stride_strided_t runs = {from->offset, into->offset, F->len, 1, 0, 0};
  if (F->counts != NULL) {
    runs.bytes = F->counts[at];
    runs.from += F->src_displs[at];
    runs.to += F->displs[at];
  } else {
    runs.from += i * F->len;
    runs.to += j * F->len;
  }
  if (runs.bytes > 0) visit(context, &runs);
}

void upc_stride_flow_exchange(const upc_stride_flow_t *F, int s, int d, upc_stride_visit_t *visit, void *context) {
  upc_stride_own_t into, from;
  int more, each;
  for (more = upc_stride_own_first(&into, &F->dst.picks, (size_t)d); more; more = upc_stride_own_next(&into))
    for (each = upc_stride_own_first(&from, &F->src.picks, (size_t)s); each; each = upc_stride_own_next(&from))
      one(F, &into, &from, visit, context);
}
