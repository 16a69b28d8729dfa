/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather_all by a ring: in each of p - 1 rounds a member sends to the next member the pieces that it got from the
 * previous member in the previous round. In the first round it sends its own pieces.
 *
 *   4 members, round     0      1      2
 *   0 sends to 1 what    0 has  3 has  2 has
 *   1 sends to 2 what    1 has  0 has  3 has
 *
 * Wins for long pieces if only neighbours have links of their own. On a torus the ring goes along it. Cost: (p - 1) *
 * (latency + bytes / bandwidth); every link carries the same, and each byte reaches each member once (Thakur,
 * Rabenseifner, Gropp: Optimization of Collective Communication Operations in MPICH, 2005).
 */
#include "schedules/schedule.h"

/* What comes in round r. */
static upc_stride_memory_t incoming(const upc_stride_gathered_t *g, int r) {
  return upc_stride_gathered(g, g->me - 1 - r, 1, (unsigned)r);
}

static void expect(const upc_stride_gathered_t *g, int r) {
  if (r < g->n - 1) upc_stride_plan_expect(g->builder, upc_stride_gathered_thread(g, g->me - 1), incoming(g, r));
}

void upc_stride_gather_all_ring(const upc_stride_role_t *role) {
  upc_stride_gathered_t g;
  int r;
  upc_stride_gathered_begin(&g, role, UPC_STRIDE_ALONG);
  for (r = 0; r < UPC_STRIDE_EXPECTED; r++) expect(&g, r);
  for (r = 0; r < g.n - 1; r++) {
    upc_stride_memory_t out = upc_stride_gathered(&g, g.me - r, 1, (unsigned)r);
    upc_stride_plan_send(g.builder, upc_stride_gathered_thread(&g, g.me + 1), out);
    upc_stride_plan_receive(g.builder, upc_stride_gathered_thread(&g, g.me - 1), incoming(&g, r));
    expect(&g, r + UPC_STRIDE_EXPECTED);
  }
  upc_stride_gathered_end(&g, role);
}
