/* SPDX-License-Identifier: BSD-3-Clause
 * smp: barriers, one kind for two threads and one for more.
 *
 * Two threads: each has a cache line, in which it counts the phases that it has notified, and watches the line of the
 * other. So one line moves from core to core; a common counter would need two. The other thread may be one phase
 * ahead, so there are tags for two phases.
 *
 * More threads: a counting barrier. A notify adds one to `arrived`. The last thread to arrive sets it back to 0 and
 * counts up `released`, the only word that all watch. So each thread makes one atomic addition. No thread can arrive
 * for the next phase before the release, so the words need no second set.
 *
 * With more threads than cores the last thread to arrive then lets the others run first. They have waited for a core,
 * and if it went on without them, it would soon wait for them. */
#include "conduits/barrier.h"
#include "conduits/smp/control.h"

#ifdef URTC_HAS_BARRIER

static uint32_t phase[URTC_BARRIERS]; /* phases this thread has notified */
static int last[URTC_BARRIERS];       /* 1: it came last to this one */

static void notify_pair(struct barrier *b, uint32_t now, int *is_last, int tagged, int tag) {
  struct came *mine = &b->came[urt_mythread];
  mine->tag[now & 1] = tagged ? (uint64_t)1 << 32 | (uint32_t)tag : 0;
  urtk_release(&mine->count, &mine->sleepers, now);
  /* Relaxed: a hint whether to give the core away. */
  *is_last = __atomic_load_n(&b->came[!urt_mythread].count, __ATOMIC_RELAXED) == now;
}

static void await_pair(int barrier, struct barrier *b, uint32_t now) {
  struct came *mine = &b->came[urt_mythread], *other = &b->came[!urt_mythread];
  urtk_await_release(barrier, &other->count, &other->sleepers, now);
  uint64_t ours = mine->tag[now & 1], theirs = other->tag[now & 1];
  if (ours && theirs && ours != theirs)
    urtk_mismatch(urt_mythread, (int)(uint32_t)ours, !urt_mythread, (int)(uint32_t)theirs);
}

void urtc_notify(int barrier, int tagged, int tag) {
  struct barrier *b = &urtc_control->barrier[barrier];
  phase[barrier]++;
  if (urt_threads == 2) {
    notify_pair(b, phase[barrier], &last[barrier], tagged, tag);
    return;
  }
  last[barrier] = 0;
  if (tagged) urtk_compare_tag(&b->tag, tag);
  if (__atomic_add_fetch(&b->arrived, 1, __ATOMIC_ACQ_REL) < (uint32_t)urt_threads) return;
  last[barrier] = 1;
  /* Relaxed: a thread that adds to it again has read `released`, whose store releases this one. */
  __atomic_store_n(&b->arrived, 0, __ATOMIC_RELAXED);
  if (b->tag) b->tag = 0;
  urtk_release(&b->released, &b->sleepers, phase[barrier]);
}

void urtc_await(int barrier) {
  struct barrier *b = &urtc_control->barrier[barrier];
  if (last[barrier] && urtk_oversubscribed()) urtc_give_way();
  if (urt_threads == 2) await_pair(barrier, b, phase[barrier]);
  else urtk_await_release(barrier, &b->released, &b->sleepers, phase[barrier]);
}

#endif
