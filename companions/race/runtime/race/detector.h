/* SPDX-License-Identifier: BSD-3-Clause
 * detector.h: the detector of the running program, for its calls. */
#ifndef URT_RACE_DETECTOR_H
#define URT_RACE_DETECTOR_H

#include "base/tell.h"
#include "core/core.h"
#include "race/race.h"
#include "upc_stride_tools.h"

/* This thread. `now` is null where nothing is to be noted: before main, and while the thread ends. */
extern struct race_thread urtk_race_me;
extern char *const urt_segments;

static inline int urtk_race_on(void) { return urtk_race_me.now != NULL && !urt_within_call; }
uint64_t urtk_race_place(urt_ptr_t p);
static inline uint64_t urtk_race_place_at(const void *p) { /* at least urtk_races_bytes if it is private */
  return (uint64_t)((const char *)p - urt_segments);
}
uint32_t urtk_race_call(void);                 /* the place of the program's latest call */

/* The latest call orders the thread with others: by an object, or otherwise. */
void urtk_race_gives(urt_ptr_t object);
void urtk_race_gets(urt_ptr_t object);
void urtk_race_met(void);

void urtk_race_of_heap(int global, size_t offset, size_t bytes);
void urtk_race_of_all(int leaves);
void urtk_race_of_tasks(enum urtk_work event);

/* What the latest call reads or writes. */
void urtk_race_touch(urt_ptr_t p, size_t bytes, int kind);
void urtk_race_touch_at(const void *p, size_t bytes, int kind); /* nothing where it is private */

/* What is touched from urtk_race_apart(1) to urtk_race_apart(0) a helper does, until its number is ended. */
unsigned long urtk_race_apart(int begins);
void urtk_race_apart_ended(unsigned long number);

/* ---- Collective calls (collectives.c) ---- */
void *urtk_race_enter(const upc_stride_seen_memory_t *meeting);
void urtk_race_leave(void *entered);

/* ---- Names (names.c) ---- */
void urtk_race_name_element(uint64_t place, size_t bytes, char *text, size_t room);
/* Memory that a call of the program has allocated: `bytes` at p, or on each thread at its offset; blocks of `block`. */
void urtk_race_allocated(urt_ptr_t p, size_t bytes, size_t block, int on_all);

#endif
