/* SPDX-License-Identifier: BSD-3-Clause
 * The barrier of threads in nodes (nodes.h). Within a node threads are counted, as on smp. Between nodes it is a
 * dissemination barrier (Hensgen, Finkel, Manber 1988): in round r node n tells node n + 2^r, so after
 * ceil(log2(nodes)) rounds all nodes have heard of all.
 *
 *   5 nodes, who has been heard of by node 0:   round 0: 4        round 1: 4 3 2        round 2: 4 3 2 1
 *
 * The last thread of a node to notify starts round 0. Whichever thread of the node is waiting does the next rounds. A
 * node may be one phase ahead of another, but never two. So each round has two slots. */
#include "conduits/barrier.h"
#include "conduits/nodes/nodes.h"

#ifdef URTC_NODES
#ifdef URTC_HAS_BARRIER

static uint32_t phase[URTC_BARRIERS]; /* phases this thread has notified */

static void release(struct barrier *b, uint32_t completed) {
  b->tag = 0;
  urtk_release(&b->released, &b->sleepers, completed);
}

/* One round; 0 if what it waits for has not come. */
static int round_done(int barrier, struct barrier *b, uint32_t completing) {
  if (!b->sent) {
    urtc_tell_node((int)((urtc_node + (1L << b->round)) % urtc_nodes), barrier, completing, b->round, b->tag);
    b->sent = 1;
  }
  struct said *heard = &b->heard[completing & 1][b->round];
  if (__atomic_load_n(&heard->phase, __ATOMIC_ACQUIRE) != completing) return 0;
  if (heard->tag && b->tag) urtk_compare_tags(heard->tag, b->tag);
  if (heard->tag) b->tag = heard->tag;
  b->round++, b->sent = 0;
  return 1;
}

static void advance(int barrier) {
  struct barrier *b = urtc_barrier(barrier);
  uint32_t completing;
  if (!__atomic_load_n(&b->crossing, __ATOMIC_ACQUIRE)) return;
  if (__atomic_exchange_n(&b->busy, 1, __ATOMIC_ACQUIRE)) return;
  /* It may have been completed since. No other can have begun: this thread has not notified it. So relaxed. */
  if ((completing = __atomic_load_n(&b->crossing, __ATOMIC_RELAXED))) {
    while (1L << b->round < urtc_nodes && round_done(barrier, b, completing)) {}
    if (1L << b->round >= urtc_nodes) {
      __atomic_store_n(&b->crossing, 0, __ATOMIC_RELAXED); /* `released` comes after it, for all who begin another */
      release(b, completing);
    }
  }
  __atomic_store_n(&b->busy, 0, __ATOMIC_RELEASE);
}

static void advance_all(void) {
  for (int barrier = 0; barrier < URTC_BARRIERS; barrier++) advance(barrier);
}

void urtc_notify(int barrier, int tagged, int tag) {
  struct barrier *b = urtc_barrier(barrier);
  urtc_settle();
  urtk_advance = advance_all; /* a barrier is crossed once all threads of its node are here */
  if (++phase[barrier] == 0) phase[barrier] = 2; /* 0 is no phase, and their parities alternate */
  if (tagged) urtk_compare_tag(&b->tag, tag);
  if (__atomic_add_fetch(&b->arrived, 1, __ATOMIC_ACQ_REL) < (uint32_t)urtc_node_threads()) return;
  __atomic_store_n(&b->arrived, 0, __ATOMIC_RELAXED); /* who adds to it again has read `released` */
  if (urtc_nodes == 1) {
    release(b, phase[barrier]);
  } else {
    b->round = 0;
    __atomic_store_n(&b->crossing, phase[barrier], __ATOMIC_RELEASE);
    advance(barrier);
  }
}

void urtc_await(int barrier) {
  struct barrier *b = urtc_barrier(barrier);
  urtk_await_release(barrier, &b->released, &b->sleepers, phase[barrier]);
}

#endif
#endif
