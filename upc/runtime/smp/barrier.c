/* SPDX-License-Identifier: BSD-3-Clause
 * smp: a counting barrier. A notify adds one to `arrived`; the last to arrive sets it back and counts up
 * `released`, the one word everybody watches: two cache misses of latency for two threads, one atomic addition a
 * thread for many. Nobody can arrive for the next phase before the release, so the words need no second set.
 *
 * With more threads than cores the last to arrive then lets the others run first: they have waited for a core, and
 * going on without them it would soon wait for them. */
#include "control.h"

#ifdef URTC_HAS_BARRIER

static uint32_t phase[URTC_BARRIERS]; /* phases this thread has notified */
static int last[URTC_BARRIERS];       /* 1: it came last to this one */

void urtc_notify(int barrier, int tagged, int tag) {
  struct barrier *b = &urtc_control->barrier[barrier];
  phase[barrier]++;
  last[barrier] = 0;
  if (tagged) urtk_compare_tag(&b->tag, tag);
  if (__atomic_add_fetch(&b->arrived, 1, __ATOMIC_ACQ_REL) < (uint32_t)urt_threads) return;
  last[barrier] = 1;
  __atomic_store_n(&b->arrived, 0, __ATOMIC_RELAXED);
  if (b->tag) b->tag = 0;
  urtk_release(&b->released, &b->sleepers, phase[barrier]);
}

void urtc_await(int barrier) {
  struct barrier *b = &urtc_control->barrier[barrier];
  if (last[barrier] && urtc_crowded()) urtc_give_way();
  urtk_await_release(barrier, &b->released, &b->sleepers, phase[barrier]);
}

#endif
