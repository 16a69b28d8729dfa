/* SPDX-License-Identifier: BSD-3-Clause
 * Where the values of a reduction are: the blocks of all members, and where a result goes. */
#include "schedules/reduce.h"

static upc_stride_spot_t spot(const upc_stride_base_t *base, int thread, size_t offset) {
  upc_stride_spot_t s;
  s.far = upc_stride_base_far(base, thread) + offset;
  s.near = upc_stride_base_near(base, thread);
  if (s.near != NULL) s.near += offset;
  return s;
}

upc_stride_spot_t *upc_stride_spots(upc_stride_plan_t *P, const upc_stride_base_t *base, const upc_stride_end_t *end,
                                    size_t *count) {
  size_t k = end->kind == UPC_STRIDE_AT_SECTION ? end->picks.blocks : 1, i, offset;
  upc_stride_spot_t *spots = upc_stride_plan_alloc(P, k * sizeof *spots);
  *count = k;
  if (end->kind != UPC_STRIDE_AT_SECTION) {
    spots[0] = spot(base, end->thread, 0);
    return spots;
  }
  for (i = 0; i < k; i++) {
    int thread = (int)upc_stride_at_position(&end->picks, i, &offset);
    spots[i] = spot(base, thread, offset);
  }
  return spots;
}

void upc_stride_deliver(upc_stride_plan_t *P, size_t at) {
  const upc_stride_values_t *v = P->extra;
  upc_stride_own_t own;
  int more;
  if (P->dst.array == NULL) {
    upc_stride_plan_copy_out(P, (char *)P->dst.place, at, v->bytes);
    return;
  }
  for (more = upc_stride_own_first(&own, &P->flow.dst.picks, MYTHREAD); more; more = upc_stride_own_next(&own))
    upc_stride_plan_copy_out(P, upc_stride_my_part(P->dst.array) + own.offset, at, v->bytes);
}
