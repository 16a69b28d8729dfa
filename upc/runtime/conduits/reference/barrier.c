/* SPDX-License-Identifier: BSD-3-Clause
 * The reference barrier: a dissemination barrier (Hensgen, Finkel, Manber 1988) over put with signal. In round r
 * thread t tells thread t + 2^r, so after ceil(log2(threads)) rounds everyone has heard of everyone.
 *
 *   5 threads, who has been heard of by thread 0:   round 0: 4        round 1: 4 3 2        round 2: 4 3 2 1
 *
 * Notify sends round 0, and wait does the rest. A thread may be one phase ahead of another, but never two. So each
 * round has two slots. A tag travels along: the first tag that a thread has heard of, of any thread. */
#include "conduits/barrier.h"
#include "conduits/conduit.h"

#ifndef URTC_HAS_BARRIER

enum { ROUNDS = 32 };

struct said { int64_t thread, tag; };             /* thread -1: no tag so far */
struct slot { struct said said; uint64_t phase, unused[5]; };
struct slots { struct slot slot[URTC_BARRIERS][2][ROUNDS]; };
URTK_STATIC(slots, sizeof(struct slots));

static uint64_t phase[URTC_BARRIERS];
static struct said heard[URTC_BARRIERS];

static urt_ptr_t slot_of(int thread, int barrier, int round) {
  return urtk_at(thread, slots + offsetof(struct slots, slot[barrier][phase[barrier] & 1][round]));
}

static void tell(int barrier, int round) {
  int to = (int)(((long)urt_mythread + (1L << round)) % urt_threads);
  urt_ptr_t slot = slot_of(to, barrier, round);
  urtc_put_signal(slot, &heard[barrier], sizeof(struct said), urt_member(slot, offsetof(struct slot, phase)),
                  phase[barrier], URTC_SET);
}

static void hear(int barrier, int round) {
  struct slot *slot = urt_near(slot_of(urt_mythread, barrier, round));
  for (unsigned turn = 0; __atomic_load_n(&slot->phase, __ATOMIC_ACQUIRE) != phase[barrier]; turn++) {
    urtk_meanwhile();
    urtc_relax(turn);
    if (turn >= urtc_patience() && turn % 256 == 0) urtk_long_wait(barrier);
  }
  struct said other = slot->said, *mine = &heard[barrier];
  if (other.thread < 0) return;
  if (mine->thread >= 0 && mine->tag != other.tag)
    urtk_mismatch((int)mine->thread, (int)mine->tag, (int)other.thread, (int)other.tag);
  *mine = other;
}

void urtc_notify(int barrier, int tagged, int tag) {
  phase[barrier]++;
  heard[barrier] = tagged ? (struct said){urt_mythread, tag} : (struct said){-1, 0};
  URT_FENCE();
  if (urt_threads > 1) tell(barrier, 0);
}

void urtc_await(int barrier) {
  for (int round = 0; 1L << round < urt_threads; round++) {
    if (round > 0) tell(barrier, round);
    hear(barrier, round);
  }
}

#endif
