/* SPDX-License-Identifier: BSD-3-Clause
 * What the program's calls tell the detector. Each thread must be a process that was forked from one, with the segments
 * one after the other at the same addresses, those of far threads too: URT_ONE_MAPPING, which conduits smp and sim say.
 * upcc refuses -fsanitize=race for other conduits. */
#include "race/detector.h"
#include "race/memory.h"

#ifdef URT_ONE_MAPPING

struct race_thread urtk_race_me;

uint64_t urtk_race_place(urt_ptr_t p) { return (uint64_t)p.thread * urt_stride + p.offset; }
uint32_t urtk_race_call(void) { return urtk_race_site_of_call(*urt_called); }

void urtk_race_met(void) { urtk_race_synchronised(urt_mythread, urtk_race_call()); }

void urtk_race_gives(urt_ptr_t object) {
  if (urtk_race_on()) urtk_race_release(&urtk_race_me, urtk_race_place(object));
}

void urtk_race_gets(urt_ptr_t object) {
  if (!urtk_race_on()) return;
  urtk_race_acquire(&urtk_race_me, urtk_race_place(object));
  urtk_race_met();
}

/* All that was before a task was begun is before the tasks that run from then on, and all that ended tasks have done is
 * before the end of a wait. That is more order than there is: a race of two tasks may be missed, and none is
 * invented. */
void urtk_race_of_tasks(enum urtk_work event) {
  const uint64_t begun = (uint64_t)1 << 62, ended = begun + 1;
  if (!urtk_race_on()) return;
  switch (event) {
    case URTK_WORK_BEGUN:
      __atomic_store_n(&urtk_races->tasks, 1, __ATOMIC_RELAXED); /* they also run in the wait for a barrier */
      urtk_race_release(&urtk_race_me, begun);
      break;
    case URTK_WORK_RUNS: urtk_race_acquire(&urtk_race_me, begun); break;
    case URTK_WORK_ENDED: urtk_race_release(&urtk_race_me, ended); break;
    case URTK_WORK_AWAITED: urtk_race_acquire(&urtk_race_me, ended); break;
  }
}

void urtk_race_of_heap(int global, size_t offset, size_t bytes) {
  if (!urtk_race_on()) return;
  urtk_race_catch_up(&urtk_race_me);
  for (int t = global ? 0 : urt_mythread; t < (global ? urt_threads : urt_mythread + 1); t++)
    urtk_race_forget(urtk_race_place(urtk_at(t, offset)), bytes);
}

/* Each meeting has the object of the last but one: what it still knows all threads know by then. */
void urtk_race_of_all(int leaves) {
  static unsigned meetings;
  uint64_t name = ((uint64_t)1 << 62) + 2 + meetings % 2;
  if (!urtk_race_on()) return;
  if (!leaves) {
    urtk_race_release(&urtk_race_me, name);
    return;
  }
  urtk_race_acquire(&urtk_race_me, name);
  urtk_race_met();
  meetings++;
}

static uint32_t apart; /* a helper's work; 0: the thread does it itself */

static void touch(uint64_t place, size_t bytes, int kind) {
  if (!urtk_race_on() || !bytes || place >= urtk_races_bytes) return;
  if (apart) urtk_race_beside(&urtk_race_me, apart, place, bytes, kind, urtk_race_call());
  else urtk_race_soon(&urtk_race_me, place, bytes, kind, urtk_race_call());
}

void urtk_race_touch(urt_ptr_t p, size_t bytes, int kind) { touch(urtk_race_place(p), bytes, kind); }
void urtk_race_touch_at(const void *p, size_t bytes, int kind) { touch(urtk_race_place_at(p), bytes, kind); }

unsigned long urtk_race_apart(int begins) {
  return apart = begins && urtk_race_on() ? urtk_race_begins(&urtk_race_me) : 0;
}

void urtk_race_apart_ended(unsigned long number) {
  if (urtk_race_on()) urtk_race_ended(&urtk_race_me, (uint32_t)number);
}

#endif
