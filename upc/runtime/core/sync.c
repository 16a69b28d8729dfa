/* SPDX-License-Identifier: BSD-3-Clause
 * upc_notify, upc_wait, upc_barrier, upc_fence: order and tags here, the meeting itself in the conduit. */
#include <stdlib.h>
#include "core/core.h"
#include "base/tell.h"
#include "core/spans.h"
#include "base/host.h"

/* What each thread tells of itself, a cache line for each barrier:
 *   0          how many times it has notified the barrier (for urtk_stuck)
 *   WAITED     the phase that it last waited for
 *   LOCKED_BY  1 + the thread whose lock it waits for; 0: none
 *   REPORTED   the latest phase of which a thread near to it has reported a long wait */
struct arrived { uint64_t count[URTC_BARRIERS][8]; };
enum { WAITED = 1, LOCKED_BY = 2, REPORTED = 3 };
URTK_STATIC(arrived, sizeof(struct arrived));
static uint64_t notified[URTC_BARRIERS];
static const char *const name[URTC_BARRIERS] = {"barrier", "collective call"};

/* OPEN: between notify and wait. TIMED: always, if spans of time are wanted. So the fast path tests `state` once for
 * both. */
enum { OPEN = 1, TIMED = 2 };
static struct { int state, tagged, tag; } pending;

const char *urtk_no_barrier_now;

static void refuse_now(const char *call) {
  if (urtk_no_barrier_now)
    urtk_fatal_in(call, "thread %d: %s %s; only the main program of each thread comes there", urt_mythread, call,
                  urtk_no_barrier_now);
}

/* One look for two rare things: barriers are timed, or refused now. */
static inline int is_plain(int state) {
  return __builtin_expect(((uintptr_t)state | (uintptr_t)urtk_no_barrier_now) == 0, 1);
}

/* What `arrived` has is for messages about waits, so its stores are relaxed. */
static void arrive(int barrier, int tagged, int tag) {
  struct arrived *mine = urt_near(urtk_at(urt_mythread, arrived));
  __atomic_store_n(&mine->count[barrier][0], ++notified[barrier], __ATOMIC_RELAXED);
  urtc_notify(barrier, tagged, tag);
}

static void await(int barrier) {
  struct arrived *mine = urt_near(urtk_at(urt_mythread, arrived));
  __atomic_store_n(&mine->count[barrier][WAITED], notified[barrier], __ATOMIC_RELAXED);
  urtc_await(barrier);
}

/* A phase that this thread has not notified cannot have been completed. */
const char *urt_waits_in(int thread) {
  for (int barrier = 0; barrier < URTC_BARRIERS; barrier++)
    if (urtc_load(urtk_at(thread, arrived + offsetof(struct arrived, count[barrier][WAITED]))) > notified[barrier])
      return name[barrier];
  return NULL;
}

/* Waits for a lock that have begun or ended. */
static uint64_t lock_waits;

uint64_t urtk_waits_so_far(void) { return notified[URTC_PROGRAM] + notified[URTC_RUNTIME] + lock_waits; }

void urtk_lock_wait_begins(void) { lock_waits++; }

void urtk_waits_for_lock_of(int thread) {
  struct arrived *mine = urt_near(urtk_at(urt_mythread, arrived));
  __atomic_store_n(&mine->count[0][LOCKED_BY], (uint64_t)(thread + 1), __ATOMIC_RELAXED);
  lock_waits += thread < 0;
}

int urt_waits_for_my_lock(int thread) {
  urt_ptr_t locked_by = urtk_at(thread, arrived + offsetof(struct arrived, count[0][LOCKED_BY]));
  return urtc_load(locked_by) == (uint64_t)urt_mythread + 1;
}

void urtk_begin_spans(void) {
  if (!urtk_span_events) return;
  urtk_span_events->start();
  urtk_spans_wanted = 1;
  pending.state |= TIMED;
}

static void notify(int state, int tagged, int tag) {
  pending.state = state, pending.tagged = tagged, pending.tag = tag;
  arrive(URTC_PROGRAM, tagged, tag);
}

static __attribute__((noinline)) void notify_timed(int tagged, int tag) {
  refuse_now("upc_notify");
  if (pending.state & OPEN)
    urtk_fatal_in("upc_notify", "thread %d: upc_notify after upc_notify, with no upc_wait between", urt_mythread);
  notify(OPEN | TIMED, tagged, tag);
}

void urt_notify(int tagged, int tag) {
  if (is_plain(pending.state)) notify(OPEN, tagged, tag);
  else notify_timed(tagged, tag);
}

static void check_tag(int tagged, int tag) {
  if (tagged && pending.tagged && tag != pending.tag)
    urtk_fatal_in("upc_wait", "barrier mismatch: thread %d gave %d to upc_notify and %d to upc_wait", urt_mythread,
                  pending.tag, tag);
}

static __attribute__((noinline)) void wait_timed(int tagged, int tag) {
  refuse_now("upc_wait");
  if (!(pending.state & OPEN)) urtk_fatal_in("upc_wait", "thread %d: upc_wait without upc_notify", urt_mythread);
  check_tag(tagged, tag);
  const char *call = urtk_span_call("upc_wait");
  uint64_t began = urtk_span_now();
  pending.state = TIMED;
  await(URTC_PROGRAM);
  urtk_span(call, began);
}

void urt_wait(int tagged, int tag) {
  if (!is_plain(pending.state != OPEN)) {
    wait_timed(tagged, tag);
    return;
  }
  check_tag(tagged, tag);
  pending.state = 0;
  await(URTC_PROGRAM);
}

static __attribute__((noinline)) void barrier_timed(int tagged, int tag) {
  refuse_now("upc_barrier");
  if (pending.state & OPEN)
    urtk_fatal_in("upc_barrier", "thread %d: upc_barrier between upc_notify and upc_wait", urt_mythread);
  const char *call = urtk_span_call("upc_barrier");
  uint64_t began = urtk_span_now();
  arrive(URTC_PROGRAM, tagged, tag);
  await(URTC_PROGRAM);
  urtk_span(call, began);
}

void urt_barrier(int tagged, int tag) {
  if (!is_plain(pending.state)) {
    barrier_timed(tagged, tag);
    return;
  }
  arrive(URTC_PROGRAM, tagged, tag);
  await(URTC_PROGRAM);
}

void urt_relax(unsigned turn) { urtc_relax(turn); }
void urt_poll(void) { urtc_poll(); }
int urt_cores(void) { return urtk_cores; }
int urt_threads_here(void) { return urtk_threads_here; }
int urt_leader_of(int thread) { return urtc_leader_of(thread); }
int urt_shares_core(int thread) { return (void)thread, urtc_shares_core(thread); }
int urt_ended(int thread) { return urtc_ended(thread); }

unsigned int urt_strict_reads = 0;

void urt_progress(void) { urtc_give_way(); }

/* A loop that may wait may also be one that computes. So it keeps the core for some time, in which a switch to another
 * thread and back, some 2 us, costs little. */
enum { KEPT_NS = 10000 };

#ifdef URTC_HAS_TURNS
void urt_many_turns(int how, const char *place) { urtc_many_turns(how, place); }
#else
void urt_many_turns(int how, const char *place) {
  static uint64_t until;
  (void)how, (void)place;
#ifdef URT_ALL_NEAR
  if (!urtk_oversubscribed()) return;
#endif
  if ((uint64_t)urtk_now_ns() < until) return;
  if (urtk_oversubscribed()) urtc_give_way();
  else urtc_poll();
  until = (uint64_t)urtk_now_ns() + KEPT_NS;
}
#endif

/* By then the caller holds nothing that others wait for: while it holds a lock, it may answer their attempts for ever,
 * and none succeeds. So this has a count of its own, which no other call can keep in step. */
enum { GIVEN_BACK = 16 };

void urtk_gave_back(void) {
#ifndef URT_ALL_NEAR
  static unsigned given;
  if (!urt_waits_for_events() && ++given % GIVEN_BACK == 0) urtc_poll();
#endif
}

void urt_fence(void) {
  urt_strict_turn();
  urtc_settle();
  URT_FENCE();
}

static void meet(void (*await_others)(int barrier)) {
  refuse_now(name[URTC_RUNTIME]);
  uint64_t began = urtk_spans_wanted ? urtk_span_now() : 0;
  if (urtk_memory_events) urtk_memory_events->settle();
  arrive(URTC_RUNTIME, 0, 0);
  await_others(URTC_RUNTIME);
  if (began) urtk_span(urtk_span_call(name[URTC_RUNTIME]), began);
}

void urtk_meet(void) { meet(await); }

/* It is no collective call. So it does not say that it waits, and does not look for threads in other calls
 * (end_if_at_the_other): the caller does. */
static int main_has_returned;
void urtk_meet_after_main(void) {
  main_has_returned = 1;
  meet(urtc_await);
}

static uint64_t count_of(int thread, int barrier, uint64_t otherwise) {
  uint64_t count;
  size_t place = arrived + offsetof(struct arrived, count[barrier]);
  return urtk_look(thread, place, &count, sizeof count) ? count : otherwise;
}

/* 1: thread t waits in the other barrier for this thread. It does so until this thread comes there. */
static int is_at_the_other(int t, int barrier) {
  uint64_t count[WAITED + 1];
  size_t place = arrived + offsetof(struct arrived, count[!barrier]);
  return urtk_look(t, place, count, sizeof count) && count[WAITED] > notified[!barrier];
}

/* If thread t waits there, what it has done before stands: only then is it looked for here. If this barrier lacks it,
 * neither will come. */
static void end_if_at_the_other(int t, int barrier) {
  if (!is_at_the_other(t, barrier)) return;
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  if (count_of(t, barrier, UINT64_MAX) >= notified[barrier]) return;
  struct urtk_line line = urtk_begin(name[barrier]);
  urtk_add(&line, "thread %d waits for ", urt_mythread);
  urtk_add_thread(&line, t);
  urtk_add(&line, ", which waits for it in a %s; all threads must make the same calls", name[!barrier]);
  urtk_end_with(&line);
}

enum { NAMED = 4 }; /* threads that a line names */

/* One thread of those near to each other reports for all of them. */
static void report(int barrier, long ms) {
  int near = 0, waiting = 0, missing = 0;
  while (!urt_is_near(urtk_at(near, 0))) near++;
  urt_ptr_t reported = urtk_at(near, arrived + offsetof(struct arrived, count[barrier][REPORTED]));
  if (urtc_swap(reported, notified[barrier]) == notified[barrier]) return;
  char *here = urtk_memory((size_t)urt_threads, 1, "a report of a long wait");
  for (int t = 0; t < urt_threads; t++) waiting += here[t] = count_of(t, barrier, 0) >= notified[barrier];
  struct urtk_line line = urtk_begin(name[barrier]);
  urtk_add(&line, "thread %d ", urt_mythread);
  if (waiting > 1) urtk_add(&line, "and %d other%s have", waiting - 1, waiting > 2 ? "s" : "");
  else urtk_add(&line, "has");
  urtk_add(&line, " waited %.3g s for ", (double)ms / 1000);
  for (int t = 0; t < urt_threads; t++) {
    if (here[t] || missing++ >= NAMED) continue;
    urtk_add(&line, missing > 1 ? ", " : "");
    urtk_add_thread(&line, t);
  }
  if (missing > NAMED) urtk_add(&line, " and %d more", missing - NAMED);
  if (!missing) urtk_add(&line, "messages; all %d threads have come here by now", urt_threads);
  urtk_write(&line);
  free(here);
}

enum { LOOKED_AT = 64 }; /* some microseconds of every sleep of 50 ms and more */

/* A thread that has ended writes no more. So there is no race: a count that is behind ours stays behind. A thread looks
 * at some others each time, from itself on: all that wait soon look at every thread, with work that does not grow with
 * the square of the threads. */
void urtk_stuck(int barrier) {
  static struct { uint64_t phase; urt_long_wait_t wait; } here[URTC_BARRIERS];
  static int next = -1;
  if (next < 0) next = urt_mythread;
  if (here[barrier].phase != notified[barrier]) here[barrier].wait = (urt_long_wait_t){0};
  here[barrier].phase = notified[barrier];
  for (int i = 0; i < LOOKED_AT && i < urt_threads; i++) {
    int t = next = (next + 1) % urt_threads;
    if (!main_has_returned && urt_is_near(urtk_at(t, 0))) end_if_at_the_other(t, barrier);
    if (!urtc_ended(t) || count_of(t, barrier, UINT64_MAX) >= notified[barrier]) continue;
    if (urtk_env_lenient_exit()) exit(0); /* so do the others that wait; the highest status of all is the job's */
    struct urtk_line line = urtk_begin(name[barrier]);
    urtk_add(&line, "thread %d waits for ", urt_mythread);
    urtk_add_thread(&line, t);
    urtk_add(&line, ", which has ended; let it come here as well, or use upcrun -lenient-exit");
    urtk_end_with(&line);
  }
  long ms = urtk_too_long(&here[barrier].wait);
  if (!ms) return;
  for (int t = 0; t < urt_threads; t++) end_if_at_the_other(t, barrier); /* of a far thread, which is asked, only now */
  report(barrier, ms);
}
