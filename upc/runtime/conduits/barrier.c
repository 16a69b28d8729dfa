/* SPDX-License-Identifier: BSD-3-Clause
 * See barrier.h. */
#include "conduits/barrier.h"
#include "conduits/conduit.h"

static void nothing(int barrier) { (void)barrier; }
void (*urtk_long_wait)(int barrier) = nothing;
int (*urt_meanwhile)(void) = 0;
int (*urtk_run_work)(void) = 0;
int (*urtk_resume_work)(void) = 0;

static int beside_library(int (*work)(void)) {
  int left = work ? work() : 0, library = urt_meanwhile ? urt_meanwhile() : 0;
  return left > library ? left : library;
}

int urtk_meanwhile(void) { return beside_library(urtk_run_work); }
int urtk_meanwhile_short(void) { return beside_library(urtk_resume_work); }

void urtk_mismatch(int a, int tag_a, int b, int tag_b) {
  if (a < b) urtk_mismatch(b, tag_b, a, tag_a); /* the same message in either order */
  urtk_fatal_in(NULL, "barrier mismatch: thread %d gave %d, thread %d gave %d", a, tag_a, b, tag_b);
}

void urtk_compare_tags(uint64_t a, uint64_t b) {
  if ((uint32_t)a != (uint32_t)b)
    urtk_mismatch((int)(a >> 32) - 1, (int)(uint32_t)a, (int)(b >> 32) - 1, (int)(uint32_t)b);
}

/* Relaxed: the word itself is all that is read. That it is 0 again before the next phase, `arrived` orders. */
void urtk_compare_tag(uint64_t *first, int tag) {
  uint64_t had = 0, mine = (uint64_t)(urt_mythread + 1) << 32 | (uint32_t)tag;
  if (!__atomic_compare_exchange_n(first, &had, mine, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    urtk_compare_tags(mine, had);
}

/* Sequentially consistent, both here and where a thread goes to sleep: of the store of `released` and the addition to
 * `sleepers` one comes first. Either the sleeper is seen here and woken, or the system compares the word, finds the new
 * phase and does not let the thread sleep. The system has a full barrier of its own before it compares. */
void urtk_release(uint32_t *released, uint32_t *sleepers, uint32_t phase) {
  __atomic_store_n(released, phase, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(sleepers, __ATOMIC_SEQ_CST)) urtc_wake(released, urt_threads);
}

void urtk_await_release(int barrier, uint32_t *released, uint32_t *sleepers, uint32_t goal) {
  uint32_t seen;
  unsigned turn = 0, patience = urtc_patience();
  while ((int32_t)((seen = __atomic_load_n(released, __ATOMIC_ACQUIRE)) - goal) < 0) {
    int busy = urtk_meanwhile(); /* then naps, which are short, instead of sleep */
    if (busy == URTK_WORK_HAS_RUN) turn = 0; /* naps would have grown meanwhile */
    if (turn < patience || busy) {
      urtc_relax(turn++);
      if (busy && turn % 256 == 0) urtk_long_wait(barrier);
    } else {
      urtk_long_wait(barrier);
      __atomic_fetch_add(sleepers, 1, __ATOMIC_SEQ_CST);
      urtc_sleep(released, seen);
      __atomic_fetch_sub(sleepers, 1, __ATOMIC_SEQ_CST);
    }
  }
}
