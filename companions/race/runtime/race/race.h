/* SPDX-License-Identifier: BSD-3-Clause
 * race.h: the race detector of upcc -fsanitize=race.
 *
 * Two accesses to the same byte are a race if they are made by two threads, at least one of them writes, not both are
 * atomic, and nothing orders them. What orders accesses is *happens-before*: the order within a thread, and from one
 * thread to another what barriers, locks, strict accesses, fences and the like hand over.
 *
 * The algorithm is FastTrack (C. Flanagan and S. Freund, FastTrack: Efficient and Precise Dynamic Race Detection, PLDI
 * 2009). C.-S. Park, K. Sen and others have found races of UPC programs in two runs (UPC-Thrille, SC 2011 and 2013);
 * here one run does, since all threads share the memory in which the accesses are noted.
 *
 *   * A *clock* is a number for each thread: up to where the work of that thread is known to have happened before.
 *     Each thread has one. It hands its own over with what orders accesses, and then counts its own number up. Who
 *     receives it takes the larger number of each thread (order.c).
 *   * Each 8 bytes of shared memory have a *cell*: the last accesses to them, each with its thread, that thread's
 *     number at that time, the bytes, and the place in the source (shadow.c). Such a pair of thread and number is an
 *     *epoch*. An access with the epoch t, n has happened before what a thread does whose clock has n or more for t.
 *   * An access is compared with those in the cell, and replaces those that it makes needless: what is unordered with
 *     the older one is unordered with the new one too. So a cell seldom has more than two; more of them are in a chain
 *     (chains.c).
 *
 * On a simulated machine each thread is a process too, and the cells of far memory are in reach as well.
 *
 * Beside each thread go some *helpers*: they make what the thread begins and waits for later, such as copies and
 * collective calls. Each has a number of its own in each clock. Who waits for it takes this number over. Of the works
 * that are under way together each has a helper, so the end of one is not taken for that of another. From the third on
 * they share the last one.
 *
 * A *place* is the number of a byte of the shared space: thread * (bytes of a segment) + offset. */
#ifndef URT_RACE_H
#define URT_RACE_H

#include "base/hooks.h"
#include <stddef.h>
#include <stdint.h>

/* RACE_ATOMIC, RACE_LOCKED and RACE_LOOK are added to one of the others. RACE_LOCKED: accumulating,
 * which is atomic to accumulating, and not to those of RACE_ATOMIC. Those of upc_atomic.h are both. With RACE_LOOK
 * races are looked for, and nothing is noted. */
enum { RACE_READ = 0, RACE_WRITE = 1, RACE_ATOMIC = 2, RACE_LOCKED = 4, RACE_LOOK = 8 };

enum { RACE_HELPERS = 3 };
/* What a thread knows; null where a helper has none. `fenced` is its clock at its latest fence, which relaxed atomic
 * writes hand over. `seen` is what relaxed atomic reads have found since, which the next fence takes over. `barrier` is
 * what the latest barrier has handed over, and `settled` what is before all that any thread does from now on. Each has
 * a number for each thread and each helper. `read` are the objects of upc_race_ok that the thread has read since: a
 * read of one is noted before it is made, so the next fence looks what they hand over. `is_atomic`: an atomic access is
 * being noted, which itself sees to what it hands over. `run` and `later` are what urtk_race_soon has left: accesses of
 * a line that follow each other are one run. */
enum { RACE_LATER = 16, RACE_LINES = 4, RACE_RUNS = 4 };
/* `what`: the site (32 bits), the kind (8), the bytes of one access (8). */
struct race_later { uint64_t place, what; uint32_t bytes; };
struct race_thread {
  int number;                /* of a helper: see urtk_race_helper */
  unsigned phase;            /* of the barrier */
  uint32_t begun, busy;      /* the latest work of its helpers; those that have one, a bit for each */
  uint32_t *now, *fenced, *seen, *barrier, *settled;
  uint32_t reads, room;      /* of `read`, a table of names + 1 (clocks.c) */
  uint64_t *read;
  int is_atomic, waiting;
  unsigned next_run, turns;
  struct race_later later[RACE_LATER], run[RACE_LINES][RACE_RUNS];
};

/* ---- Memory (memory.c): shared by all threads, made before they start. Zero where the system gives none ---- */
struct race;
extern struct race *urtk_races;
extern uint64_t urtk_races_bytes;              /* of all segments */
int urtk_race_make(int threads, size_t bytes); /* for so many bytes of all segments */
void urtk_race_thread(struct race_thread *thread, int number);
void urtk_race_thread_ends(struct race_thread *thread);
void urtk_race_forget_order(void);             /* for tests: barriers and objects are as at the start */

/* ---- Accesses (shadow.c) ---- */
/* Notes an access and reports the races that it is part of. `site` is its place in the source. */
void urtk_race_access(struct race_thread *thread, uint64_t place, size_t bytes, int kind, uint32_t site);
/* The same of `count` accesses, each `stride` bytes behind the one before, or before it. */
void urtk_race_strided(struct race_thread *thread, uint64_t place, size_t bytes, int64_t stride, size_t count, int kind,
                       uint32_t site);
/* The two, soon: the processor fetches the cell meanwhile, which takes much longer than to look at it. What hands over
 * or takes over a clock, or ends the thread, catches up first: the verdict is that of the access's own time. */
void urtk_race_soon(struct race_thread *thread, uint64_t place, size_t bytes, int kind, uint32_t site);
void urtk_race_run(struct race_thread *thread, uint64_t place, size_t bytes, int64_t stride, size_t count, int kind,
                   uint32_t site);
void urtk_race_catch_up(struct race_thread *thread);
/* The same by a helper of the thread, as a work that urtk_race_begins has numbered, and urtk_race_ended ends. */
uint32_t urtk_race_begins(struct race_thread *thread);
void urtk_race_beside(struct race_thread *thread, uint32_t number, uint64_t place, size_t bytes, int kind,
                      uint32_t site);
void urtk_race_ended(struct race_thread *thread, uint32_t number);
void urtk_race_forget(uint64_t place, size_t bytes); /* memory that is allocated anew */
void urtk_race_allow(uint64_t place, size_t bytes);  /* upc_race_ok: accesses to it are atomic, and are never a race */

/* ---- Order (order.c) ---- */
/* By a lock or another object: what was before a release is before what follows a later acquire of the same object. */
void urtk_race_release(struct race_thread *thread, uint64_t object);
void urtk_race_acquire(struct race_thread *thread, uint64_t object);

/* By a barrier: what was before a notify is before what follows the wait of any thread. `splits`: the thread may do
 * something between the two. */
void urtk_race_notify(struct race_thread *thread, int splits);
void urtk_race_wait(struct race_thread *thread);

/* By fences around atomic accesses, as in C: what was before a fence that is followed by an atomic write is before what
 * follows a fence after an atomic read of that value. A strict access is atomic, with a fence before and after it. */
void urtk_race_fence(struct race_thread *thread);
/* An access that upc_race_ok allows, or an atomic instruction. */
void urtk_race_allowed(struct race_thread *thread, uint64_t place, size_t bytes, int kind);

/* ---- Atomic accesses (atomics.c) ---- */
/* An atomic access to the object at `place`: `make` makes it. Nobody else makes one to its 8 bytes meanwhile, so a read
 * takes over the clock of the write whose value it finds. `kind`: RACE_READ, RACE_WRITE, or both, then what other
 * threads have handed over by this object stays. RACE_LOCKED may be added. */
enum { RACE_BOTH = 16 };
void urtk_race_atomic(struct race_thread *thread, uint64_t place, size_t bytes, int kind, int strict, uint32_t site,
                      void (*make)(void *), void *argument);

/* ---- Places in the source (sites.c). Number 0 is an unknown one ---- */
/* `call` may be empty: a plain access. `address`: of a call that comes without a place, as from Fortran; else null. */
struct race_site { char file[1000]; uint32_t line; char call[44]; const void *address; };
uint32_t urtk_race_site(const char *file, uint32_t line, const char *call);
uint32_t urtk_race_site_of_call(const char *called); /* "a.upc:12: upc_memput", a text that stays where it is */
const struct race_site *urtk_race_site_at(uint32_t number);
struct race_site urtk_race_site_told(uint32_t number); /* with the file and line of `address`, if they are known */

/* ---- Reports (report.c) ---- */
enum race_mode { RACE_REPORT, RACE_EXIT, RACE_JSON }; /* as urtk_env_race gives them */
extern enum race_mode urtk_race_mode;
enum { RACE_STATUS = 66 };

/* Of one access: what it is called in a report. */
struct race_side { int thread, kind; uint32_t site; };
void urtk_race_found(const struct race_side *later, uint64_t place, size_t bytes, const struct race_side *earlier,
                     uint64_t earlier_place, size_t earlier_bytes);
void urtk_race_counted_all(int thread);                /* it has used up its numbers */
void urtk_race_synchronised(int thread, uint32_t site); /* the last that it did to be ordered with others */
unsigned urtk_races_found(void);
void urtk_race_summary(void);                          /* printed by the last thread that ends */
int urtk_race_last_to_end(void);

/* UPC_RACE=exit: ends the job. "A[3][0..1]", into `text`. Null in tests of the detector alone. */
extern void (*urtk_race_stop)(void); /* race < race */
extern void (*urtk_race_name)(uint64_t place, size_t bytes, char *text, size_t room); /* race < race */

extern const char urtk_race_if_asked __attribute__((weak)); /* asked.c: its address is null in UPC programs */

#endif
