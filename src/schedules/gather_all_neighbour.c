/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather_all by neighbour exchange: members form pairs with the next member and with the previous member in turn. In
 * the first round a pair exchanges its own pieces, and in each later round what came in the round before and half of
 * what came before that: always the pieces of one pair.
 *
 *   6 members, round   0          1                   2
 *   pairs              01 23 45   12 34 50            01 23 45
 *   member 1 gets      0          2 3                 4 5 (which 0 got from 5)
 *
 * Wins for long pieces if only neighbours have links of their own: half as many rounds as a ring, and a link carries
 * data in both directions at the same time. On a torus the members are in an order along it. Cost: p / 2 * latency +
 * (p - 1) * bytes / bandwidth (Chen, Zhang, Zhang, Yuan: Performance evaluation of allgather algorithms on terascale
 * Linux cluster with fast Ethernet, 2005). For an even number of members.
 */
#include "schedules/schedule.h"

static void exchange(const upc_stride_gathered_t *g, int place, upc_stride_memory_t out, upc_stride_memory_t in) {
  int partner = upc_stride_gathered_thread(g, place);
  upc_stride_plan_exchange(g->builder, partner, out, partner, in);
}

void upc_stride_gather_all_neighbour(const upc_stride_role_t *role) {
  upc_stride_gathered_t g;
  int r, odd, first, come[2]; /* the first member of the pair whose pieces go out; whose came from each side */
  upc_stride_gathered_begin(&g, role, UPC_STRIDE_ALONG);
  odd = g.me % 2;
  first = come[0] = come[1] = g.me - odd;
  if (g.n > 1)
    exchange(&g, odd ? g.me - 1 : g.me + 1, upc_stride_gathered(&g, g.me, 1, 0),
             upc_stride_gathered(&g, odd ? g.me - 1 : g.me + 1, 1, 0));
  for (r = 1; r < g.n / 2; r++) {
    int after = odd == r % 2, side = r % 2; /* an even member meets the previous member in odd rounds */
    come[side] += after ? 2 : -2;
    exchange(&g, after ? g.me + 1 : g.me - 1, upc_stride_gathered(&g, first, 2, (unsigned)r),
             upc_stride_gathered(&g, come[side], 2, (unsigned)r));
    first = come[side];
  }
  upc_stride_gathered_end(&g, role);
}
