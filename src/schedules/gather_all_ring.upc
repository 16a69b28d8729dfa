/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather_all by a ring: in each of p - 1 rounds a member sends to the next one what came from the one before in the
 * round before; in the first round its own pieces.
 *
 *   4 members, round     0      1      2
 *   0 sends to 1 what    0 has  3 has  2 has
 *   1 sends to 2 what    1 has  0 has  3 has
 *
 * Wins for long pieces if only neighbours have links of their own. Cost: (p - 1) * (latency + bytes / bandwidth); every
 * link carries the same, and each byte reaches each member once (Thakur, Rabenseifner, Gropp: Optimization of
 * Collective Communication Operations in MPICH, 2005). The pieces pass through buffers: MYSYNC needs no signals.
 */
#include "schedules/schedule.h"

static int member(const upc_stride_group_t *G, int rank) { return upc_stride_group_thread(G, (rank + G->n) % G->n); }

/* The pieces of one member, which pass all others: in the buffer at `at`. */
static upc_stride_memory_t pieces(const upc_stride_plan_t *P, const upc_stride_group_t *G, int rank, size_t at) {
  int destination = upc_stride_group_thread(G, 0); /* the destination's team comes first */
  return upc_stride_in_buffer(at, upc_stride_flow_bytes(&P->flow, member(G, rank), destination));
}

/* The pieces of the member with rank `from` come from the member before; unless it is the last, they go on. */
static void pass_on(upc_stride_plan_t *P, const upc_stride_group_t *G, int me, int from, int last) {
  upc_stride_memory_t in = pieces(P, G, from, 0);
  if (in.bytes == 0) return;
  in.position = upc_stride_plan_buffer(P, in.bytes);
  upc_stride_plan_receive(P, member(G, me - 1), in);
  if (!last) upc_stride_plan_send(P, member(G, me + 1), in);
  upc_stride_plan_unpack(P, member(G, from), MYTHREAD, in.position);
}

void upc_stride_gather_all_ring(const upc_stride_task_t *task) {
  upc_stride_plan_t *P = task->plan;
  const upc_stride_group_t *G = task->group;
  int me = upc_stride_group_rank(G, MYTHREAD), r;
  upc_stride_memory_t own = pieces(P, G, me, 0);
  upc_stride_enter(task);
  if (own.bytes > 0 && G->n > 1) {
    own.position = upc_stride_plan_buffer(P, own.bytes);
    upc_stride_plan_pack(P, MYTHREAD, upc_stride_group_thread(G, 0), own.position);
    upc_stride_plan_send(P, member(G, me + 1), own);
  }
  upc_stride_plan_move(P, MYTHREAD, MYTHREAD);
  for (r = 1; r < G->n; r++) pass_on(P, G, me, me - r, r == G->n - 1);
  upc_stride_plan_spread(P, MYTHREAD);
  upc_stride_leave(task);
}
