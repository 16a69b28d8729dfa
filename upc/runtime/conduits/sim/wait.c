/* SPDX-License-Identifier: BSD-3-Clause
 * sim: how a thread waits. The simulator watches the words that the thread has looked at since it last waited, wherever
 * they lie. So the thread gives its turn back until one of them has changed, or something has arrived for it. There are
 * two exceptions:
 *
 *   - It has looked at far memory in another way. Then it looks again after an eighth of the time that it has waited.
 *   - It tests (urtc_poll), and goes on after the time of a test. Tests in a row take longer and longer; otherwise the
 *     simulator would never come to the end of a long wait. */
#include <string.h>
#include "conduits/sim/control.h"

#define FAR_LOOK 1e-6                    /* seconds between looks at far memory, at first */
#define NEAR_LOOK 0.1                    /* and at memory of the node, where a plain write is not reported */
#define LONG_WAIT 100.0                  /* seconds after which looks become frequent: something may be wrong */
enum { TESTS = 16, FEW_TESTS = 2 };      /* in a row before they take longer; of one word, whose change is told */
enum { MANY_TESTS = 64 };                /* of one word before each takes twice as long as the one before */

static unsigned last_turn, tests;        /* tests: in a row */
static double began, tested, latest_step; /* when this wait began; the latest test, and what it took at most */

/* ---- what the thread has looked at since it last waited ---- */
enum { LOOKED = 16 };
static struct look { uint64_t place, seen; uint32_t bytes; } looked[LOOKED];
static int look_count, looked_far;       /* far: at what is not in the list */
static int called;                       /* it has made another call of the conduit since its latest test */

void urtc_note_call(int far) {
  looked_far |= far;
  called = 1;
  tests = 0;
}

static int is_far(uint64_t place) { return urtc_node_of[place / urtc_stride] != urtc_node; }

void urtc_note_look(uint64_t place, const void *found, size_t bytes) {
  struct look *l = looked, *end = looked + look_count;
  uint64_t seen = 0;
  memcpy(&seen, found, bytes);
  while (l < end && (l->place != place || l->bytes != bytes)) l++;
  if (l == end) {
    if (look_count == LOOKED) {
      looked_far |= is_far(place);
      return;
    }
    look_count++;
    *l = (struct look){place, seen, (uint32_t)bytes};
  } else if (l->seen != seen) {
    l->seen = seen;
    tests = 0;
  }
}

/* ---- what the simulator watches for it ---- */
enum { WATCHES = 64 };
static struct watch_of_look { struct look look; uint32_t handle; } watches[WATCHES];
static int watch_count;

static int is_watched(const struct look *l) {
  for (int i = 0; i < watch_count; i++)
    if (watches[i].look.place == l->place && watches[i].look.seen == l->seen && watches[i].look.bytes == l->bytes)
      return 1;
  return 0;
}

static void watch(const struct look *l) {
  if (is_watched(l)) return;
  if (watch_count == WATCHES) {
    looked_far = 1;
    return;
  }
  if (is_far(l->place)) urtc_spend(urtc_control->costs.send);
  struct sim_post post = urtc_post_for(SIM_AWAIT, (int)(l->place / urtc_stride));
  post.dst = l->place, post.expected = l->seen, post.bytes = l->bytes;
  post.handle = urtc_new_handle(NULL, NULL, 0);
  urtc_post(&post, NULL);
  watches[watch_count++] = (struct watch_of_look){*l, post.handle};
}

/* 1: some word has changed. */
static int take_answers(void) {
  int some = 0;
  uint64_t value;
  for (int i = watch_count; i-- > 0;) {
    if (!urtc_handle_done(watches[i].handle, &value)) continue;
    watches[i] = watches[--watch_count];
    some = 1;
  }
  return some;
}

/* ---- waits ---- */
static double greater(double a, double b) { return a > b ? a : b; }

static double next_look(double waited) {
  if (looked_far) return urtc_seat->now + greater(waited / 8, FAR_LOOK);
  if (urtc_control->most_near == 1) return SIM_FOREVER;
  return urtc_seat->now + greater(waited < LONG_WAIT ? waited : waited / 32, NEAR_LOOK);
}

/* Until something has come, a word has changed, or the time is that. 1: a word has changed. */
static int wait(double until) {
  if (take_answers()) return 1;
  urtc_give_turn(SIM_NEWS, until);
  return take_answers();
}

/* In its first turn it is not known which words have to do with this wait: the caller looks again. */
void urtc_relax(unsigned turn) {
  int is_first = turn != last_turn + 1, looks_again = is_first && (look_count || looked_far);
  urtc_enter();
  if (is_first) began = urtc_seat->now;
  last_turn = turn;
  for (int i = 0; !looks_again && i < look_count; i++) watch(&looked[i]);
  if (!looks_again) wait(next_look(urtc_seat->now - began));
  look_count = looked_far = 0;
  urtc_leave();
}

/* ---- tests ---- */
/* A thread that looks at one word over and over, and makes no other call, goes on when the word has changed. So its
 * tests may become rare: the step grows with the time from one test to the next. */
static void test(double seconds) {
  urtc_enter();
  struct sim_seat *seat = urtc_seat;
  int one_word = look_count == 1 && !called;
  if (seat->touched || seat->told_count) tests = 0;
  double step = seconds * (1 + tests / TESTS);
  if (one_word) step = greater(step, (seat->now - tested) * (tests / FEW_TESTS));
  if (one_word && tests > MANY_TESTS) step = greater(step, 2 * latest_step); /* it may wait for ever */
  latest_step = step;
  tests++;
  if (seat->now + step <= seat->horizon && !(one_word && is_far(looked[0].place))) { /* a far word may have changed */
    urtc_spend(step);
  } else if (one_word) {
    double until = seat->now + step;
    watch(&looked[0]);
    if (wait(until)) look_count = tests = 0; /* what it has seen there is old */
  } else {
    urtc_spend(step);
    urtc_give_turn(SIM_NEWS, seat->now);
  }
  tested = seat->now;
  if (!one_word) look_count = called = 0;
  urtc_leave();
}

void urtc_poll(void) {
  if (urtc_seat) test(urtc_control->costs.look);
}

/* A program may wait in a loop of strict reads, and this is called by every 256th. */
void urtc_give_way(void) {
  if (urtc_seat) test(16 * urtc_control->costs.look);
}

/* ---- words by which threads order what they do ---- */
enum { STANDING = 1024 };                /* accesses in a row for which no time has passed: others go on */

/* Such a word is read and written in the order of virtual time: the thread catches up before. The access takes
 * `near_word`, and has its effect at the end of this time. */
void urt_catches_up(void) {
  static double latest;
  static unsigned standing;
  if (!urtc_seat) return;
  urtc_enter();
  urtc_spend(urtc_control->costs.near_word);
  standing = urtc_seat->now == latest ? standing + 1 : 0;
  if (standing == STANDING) urtc_poll();
  urtc_catch_up();
  latest = urtc_seat->now;
  urtc_leave();
}

void urt_looks_at(const void *address) {
  const char *word = (const char *)((uintptr_t)address & ~(uintptr_t)7);
  urt_catches_up();
  if (urtc_seat) urtc_note_look((uint64_t)(word - urtc_segments), word, sizeof(uint64_t));
}

/* ---- sleep, cores ---- */
unsigned urtc_patience(void) { return 1; }

/* It goes on with the caller's wait, so a sleep that is in vain takes longer than the one before, and a wait for ever
 * comes to an end. A wake that it misses costs time and nothing else: the caller looks again. */
void urtc_sleep(uint32_t *word, uint32_t seen) {
  if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == seen) urtc_relax(last_turn + 1);
}

void urtc_wake(uint32_t *word, int count) { (void)word, (void)count, urt_wrote_word(); }
int urtc_shares_core(int thread) { return thread == urt_mythread; }

int urtc_first_node(void) {
  int t = 1;
  while (t < urt_threads && urtc_node_of[t] == urtc_node_of[0]) t++;
  return t;
}
