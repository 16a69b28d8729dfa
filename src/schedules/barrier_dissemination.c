/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barrier by dissemination: in round r each member signals the member 2^r ranks further, and waits for the one 2^r
 * ranks before it. A few members signal all others at once.
 *
 *   5 members, member 0 knows of   0    4 0    2 3 4 0    1 2 3 4 0
 *   after the round                start  0      1          2
 *
 * Cost: ceil(log2 p) * latency; of few members one latency (Hensgen, Finkel and Manber, 1988).
 */
#include "schedules/schedule.h"

void upc_stride_barrier_dissemination(const upc_stride_role_t *role) {
  upc_stride_plan_barrier(role->builder, role->group);
}

/* leader: the last arriver tells all others. */
void upc_stride_barrier_last_arriver(const upc_stride_role_t *role) {
  upc_stride_plan_last_arriver_begin(role->builder, role->group);
  upc_stride_plan_last_arriver_end(role->builder, role->group);
}
