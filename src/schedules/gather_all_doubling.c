/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather_all by recursive doubling: in round r each member exchanges all pieces that it has with the member whose rank
 * differs in bit r.
 *
 *   8 members, member 5 has the pieces of   5      4 5    4 5 6 7    0 1 2 3 4 5 6 7
 *   after the round                         start  0      1          2
 *
 * Wins for a power of two of members, where it takes as many rounds as Bruck's algorithm. The pieces that a member has
 * are always one run, so long pieces go straight to where they belong. Cost: log2(p) * latency + (p - 1) * bytes /
 * bandwidth (Thakur, Rabenseifner, Gropp: Optimization of Collective Communication Operations in MPICH, 2005).
 */
#include "schedules/schedule.h"

void upc_stride_gather_all_doubling(const upc_stride_role_t *role) {
  upc_stride_gathered_t g;
  int have;
  upc_stride_gathered_begin(&g, role, UPC_STRIDE_ROW_MAJOR);
  for (have = 1; have < g.n; have *= 2) {
    int first = g.me / have * have, partner = g.thread[g.me ^ have];
    upc_stride_plan_exchange(g.builder, partner, upc_stride_gathered(&g, first, have, 0), partner,
                             upc_stride_gathered(&g, first ^ have, have, 0));
  }
  upc_stride_gathered_end(&g, role);
}
