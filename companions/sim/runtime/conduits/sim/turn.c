/* SPDX-License-Identifier: BSD-3-Clause
 * sim: the thread's clock, turns, what the thread tells others by a word, and posts.
 *
 * A word of the library's has a cost for the reader: who finds a word that another core has written waits for its line,
 * however long ago that was. This is `near_latency`. */
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "conduits/sim/one_process.h"

/* ---- the clock: what the thread does between two calls ---- */
unsigned int urt_words_found = 0;
double urtc_copying = 0;

void urt_combines(urt_size_t bytes) {
  if (urtc_seat) urtc_copying += (double)bytes * urtc_control->costs.combined_byte;
}

void urtc_count_near(void) {
  const struct sim_costs *costs = &urtc_control->costs;
  if (costs->host_factor == 0) urtc_spend(urtc_copying);
  if (urt_words_found) urtc_spend(urt_words_found * costs->near_latency);
  urtc_copying = 0;
  urt_words_found = 0;
}

static uint64_t counted;                 /* ns of this process that its clock has, or need not have */

static uint64_t computed(void) {
  struct timespec t;
  if (urtc_replays()) return counted;
  if (urtc_contexts) return urtc_contexts->computed();
  syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &t); /* clock_gettime is the program's (clock.c) */
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int depth;                        /* of calls in each other */
static double entered;                   /* when the outermost began */

static void count_computed(void) {
  const struct sim_costs *costs = &urtc_control->costs;
  urtc_count_near();
  if (costs->host_factor <= 0) return;
  uint64_t now = computed();
  double began = urtc_seat->now;
  urtc_spend(1e-9 * (double)urtc_computing_time(now - counted) * costs->host_factor);
  urtc_seat->computed += urtc_seat->now - began;
  counted = now;
}

void urtc_enter(void) {
  count_computed();
  if (depth++ == 0) entered = urtc_seat->now;
}

void urtc_leave(void) {
  if (--depth == 0) urtc_count_time(urtc_seat->now - entered);
  urtc_computed();
}

void urtc_computed(void) {
  if (urtc_control->costs.host_factor > 0) counted = computed();
}

void urtc_spend(double seconds) { urtc_seat->now = urtc_with_noise(urtc_seat->now, urtc_seat->now + seconds); }

double urtc_waited;

void urtc_wait_until(double when) {
  urtc_waited += when - urtc_seat->now;
  urtc_seat->now = when;
}

/* ---- turns ---- */
static void await_turn(void) {
  while (!urtc_contexts && __atomic_load_n(&urtc_seat->turn, __ATOMIC_ACQUIRE) == SIM_SIMULATOR)
    syscall(SYS_futex, &urtc_seat->turn, FUTEX_WAIT, SIM_SIMULATOR, NULL, NULL, 0);
  urtc_finish_handles();
}

__thread int urtc_is_thread;

void urtc_begin(void) {
  urtc_is_thread = 1;
  urtc_seat->process = getpid();
  await_turn();
  urtc_computed();
}

static void hand_back(int ends) {
  if (urtc_contexts) {
    if (!ends) urtc_contexts->give_back();
  } else if (__atomic_exchange_n(&urtc_seat->turn, SIM_SIMULATOR, __ATOMIC_ACQ_REL) == SIM_THREAD_AWAITED) {
    syscall(SYS_futex, &urtc_seat->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
  }
}

void urtc_give_turn(enum sim_wait wait, double until) {
  double before = urtc_seat->now;
  if (wait != SIM_ENDED) urtc_note_site();
  if (urtc_deeds - urtc_sleeps != urtc_acts_alone) urtc_seat->alone_count = 0;
  urtc_seat->wait = wait;
  urtc_seat->until = until;
  hand_back(wait == SIM_ENDED);
  if (wait != SIM_ENDED) await_turn();
  if (wait != SIM_TAKE && wait != SIM_CATCH_UP) urtc_waited += urtc_seat->now - before;
}

void urtc_catch_up(void) { /* what it receives in a turn takes time: then it may be ahead again */
  while (urtc_seat->now > urtc_seat->horizon) urtc_give_turn(SIM_CATCH_UP, urtc_seat->now);
}

uint64_t urtc_wait_handle(uint32_t handle) {
  uint64_t value;
  urtc_seat->for_handle = handle;
  while (!urtc_handle_done(handle, &value)) urtc_give_turn(SIM_HANDLE, SIM_FOREVER);
  return value;
}

uint64_t urtc_deeds = 1, urtc_sleeps = 0, urtc_acts_alone = 0;

/* ---- effects: others may answer what the thread has just done ---- */
static void had_effect(void) {
  if (urtc_seat->now < urtc_seat->horizon) urtc_seat->horizon = urtc_seat->now;
}

void urtc_may_have_written(void) {
  urtc_deeds++;
  if (urtc_seat->now < urtc_seat->wrote_at) urtc_seat->wrote_at = urtc_seat->now;
  had_effect();
}

void urt_writes_at(const void *there, urt_size_t bytes) {
  uint64_t place;
  if (!urtc_seat) return;
  struct sim_seat *seat = urtc_seat;
  urtc_may_have_written();
  if (!bytes || !urtc_place(there, &place)) return;
  if (seat->wrote_count < SIM_WROTE) seat->wrote[seat->wrote_count] = (struct sim_wrote){place, bytes};
  if (seat->wrote_count <= SIM_WROTE) seat->wrote_count++;
}

void urt_wrote_word(const void *there, urt_size_t bytes) {
  urt_writes_at(there, bytes);
  if (urtc_seat) urtc_seat->touched = 1;
}

void urt_writes_word(int thread) {
  struct sim_seat *seat = urtc_seat;
  if (!seat) return;
  urtc_count_near();
  urtc_catch_up();
  urtc_may_have_written();
  if (seat->told_count == SIM_TOLD) seat->touched = 1; /* the list is full: all threads of the node look */
  else if (seat->told_count == 0 || seat->told[seat->told_count - 1] != thread) seat->told[seat->told_count++] = thread;
}

/* ---- posts ---- */
struct sim_post urtc_post_for(enum sim_kind kind, int to) {
  urtc_note_site();
  return (struct sim_post){.kind = kind, .to = to, .time = urtc_seat->now, .computed = urtc_seat->computed,
                           .site = urtc_seat->latest_site, .dst = SIM_NOWHERE, .src = SIM_NOWHERE,
                           .signal = SIM_NOWHERE};
}

static size_t up(size_t n) { return (n + 7) & ~(size_t)7; }

/* Appends the post and as much of its payload as fits; the bytes that did. */
static size_t append(const struct sim_post *post, const char *payload, size_t bytes) {
  if (urtc_seat->post_bytes + sizeof *post > SIM_POSTS) urtc_give_turn(SIM_TAKE, 0);
  size_t room = SIM_POSTS - urtc_seat->post_bytes - sizeof *post, n = bytes < room ? bytes : room & ~(size_t)7;
  struct sim_post *there = (struct sim_post *)(sim_posts_of(urtc_control, urt_mythread) + urtc_seat->post_bytes);
  *there = *post;
  there->payload = n;
  if (n) memcpy(there + 1, payload, n);
  urtc_seat->post_bytes += sizeof *post + up(n);
  return n;
}

void urtc_post(const struct sim_post *post, const void *payload) {
  had_effect();
  struct sim_post more = urtc_post_for(SIM_PAYLOAD, post->to);
  size_t done = append(post, payload, post->total);
  while (done < post->total) done += append(&more, (const char *)payload + done, post->total - done);
}
