/* SPDX-License-Identifier: BSD-3-Clause
 * What the core and the tasks tell the race detector (race/), where a program has it; else the pointer is null. */
#ifndef URT_BASE_RACE_H
#define URT_BASE_RACE_H

#include <stddef.h>
#include <stdint.h>

/* A collective call of the library, as the caller sees it: which members, and what it reads and writes in the caller's
 * memory. `in` and `out` say when: 0, once any member has entered, until all have left; 1, once the caller has entered,
 * until it leaves; 2, once all have entered, until any leaves. `lender`: the thread whose memory all may read behind
 * the call, whatever `out` is; -1 for none. src/base/port.h has the same structs. */
struct urt_race_range { const char *start; size_t bytes, count; long long stride; int written; };
struct urt_race_meeting {
  unsigned long long team;                     /* a hash of the members */
  int members, rank, in, out, lender;
  const int *thread;                           /* of each member */
  size_t ranges;
  const struct urt_race_range *range;
};
void *urt_race_enter(const struct urt_race_meeting *meeting); /* a call begins; the result is for its end */
void urt_race_leave(void *entered);
/* What the program's latest call does: 0 it reads, 1 writes, 3 updates. */
void urt_race_touch(const void *address, size_t bytes, int kind);
void urt_race_touch_place(size_t thread, size_t offset, size_t bytes, int kind); /* the same of any thread's memory */
extern int urt_race_paused;                    /* not 0: the library calls functions of the program */
/* 1, then 0: what is touched between is done until the call of `ended` with the number that the first one returns. */
unsigned long urt_race_apart(int begins);
void urt_race_ended(unsigned long number);
/* By a place in shared memory the caller hands over what it has done (0), or takes over what others have (1). */
void urt_race_order(size_t thread, size_t offset, int takes_over);
void urt_race_meet(int leaves);                /* all threads: before a call that orders what they do, and behind it */

/* What happens to tasks: one is begun; it runs; it has ended; a group's tasks have been waited for. */
enum urtk_race_task { URTK_TASK_BEGUN, URTK_TASK_RUNS, URTK_TASK_ENDED, URTK_TASKS_AWAITED };

struct urtk_race {
  void (*reserve)(size_t segment);             /* before there are threads: a segment has so many bytes at most */
  void (*begin)(void);                         /* on each thread, before main */
  void (*fresh)(int global, size_t offset, size_t bytes); /* memory of the heap, of all threads or of the caller */
  void (*task)(enum urtk_race_task event);
  void *(*enter)(const struct urt_race_meeting *meeting);
  void (*leave)(void *entered);
  void (*touch)(const void *address, size_t bytes, int kind);
  void (*touch_place)(size_t thread, size_t offset, size_t bytes, int kind);
  void (*meet)(int leaves);
  void (*order)(size_t thread, size_t offset, int takes_over);
  unsigned long (*apart)(int begins);
  void (*ended)(unsigned long number);
  void (*catch_up)(void);                      /* before the runtime lets threads wait for each other by itself: what
                                                  the thread has accessed is looked at now, and not among what others
                                                  do later. It orders nothing */
};

extern const struct urtk_race *urtk_race;

static inline void urtk_race_fresh(int global, size_t offset, size_t bytes) {
  if (urtk_race && offset) urtk_race->fresh(global, offset, bytes);
}

/* What libraries of the runtime do for the program's latest call: kinds as urt_race_touch has them. */
static inline void urtk_race_touched(const void *address, size_t bytes, int kind) {
  if (urtk_race) urtk_race->touch(address, bytes, kind);
}

static inline void urtk_race_touched_place(size_t thread, size_t offset, size_t bytes, int kind) {
  if (urtk_race) urtk_race->touch_place(thread, offset, bytes, kind);
}

/* As urt_race_apart and urt_race_ended. */
static inline unsigned long urtk_race_aside(int begins) { return urtk_race ? urtk_race->apart(begins) : 0; }
static inline void urtk_race_done(unsigned long number) {
  if (urtk_race && number) urtk_race->ended(number);
}

static inline void urtk_race_met_all(int leaves) {
  if (urtk_race) urtk_race->meet(leaves);
}

static inline void urtk_race_task(enum urtk_race_task event) {
  if (urtk_race) urtk_race->task(event);
}

#endif
