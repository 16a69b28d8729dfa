/* SPDX-License-Identifier: BSD-3-Clause
 * sim: how a thread waits. Nothing changes for a thread before something arrives. So it gives its turn back for a time
 * that depends on what it has looked at:
 *
 *   - its own memory only: until a message arrives.
 *   - far memory: an eighth of the time that it has waited.
 *   - memory of threads of its node. They write by address, which the simulator does not see. They report some of it
 *     (urt_words_written). What they do not report is found after twice the time.
 *   - a test (urtc_poll): the time of a test. Tests in a row take longer and longer; otherwise the simulator would
 *     never come to the end of a long wait. */
#include "conduits/sim/control.h"

#define FAR_LOOK 1e-6                    /* seconds between looks at far memory, at first */
#define NEAR_LOOK 1e-4                   /* and at memory of the node */
#define TOLD_LOOK 0.1                    /* and if all that is written there is told */
#define LONG_WAIT 100.0                  /* seconds after which looks become frequent: something may be wrong */
enum { TESTS = 16 };                     /* in a row before they take longer */

static int called, looked_far;
static unsigned last_turn, tests;
static double began;                     /* to wait */

void urtc_note_call(int far) {
  called = 1;
  looked_far |= far;
  tests = 0;
}

/* Others of the node need look only if something was done. */
static void note_done(void) {
  urtc_seat->touched = (uint32_t)(urtc_has_written() || called);
  called = looked_far = 0;
}

static void wait(double until) {
  note_done();
  urtc_give_turn(SIM_NEWS, until);
}

static double greater(double a, double b) { return a > b ? a : b; }

/* The message that a thread sends changes nothing for others of its node. */
void urtc_note_message(void) { tests = 0; }

static void relax(unsigned turn, double near_look) {
  urtc_enter();
  if (turn != last_turn + 1) began = urtc_seat->now;
  last_turn = turn;
  double now = urtc_seat->now, waited = now - began;
  if (looked_far) wait(now + greater(waited / 8, FAR_LOOK));
  else if (urtc_control->most_near > 1) wait(now + greater(waited < LONG_WAIT ? waited : waited / 32, near_look));
  else wait(SIM_FOREVER);
  urtc_leave();
}

void urtc_relax(unsigned turn) { relax(turn, NEAR_LOOK); }
void urtc_relax_until_told(unsigned turn) { relax(turn, TOLD_LOOK); }

static void test(double seconds) {
  urtc_enter();
  note_done();
  if (urtc_seat->touched || urtc_seat->told_count) tests = 0;
  urtc_spend(seconds * (1 + tests++ / TESTS));
  urtc_give_turn(SIM_NEWS, urtc_seat->now);
  urtc_leave();
}

void urtc_poll(void) {
  if (urtc_seat) test(urtc_control->costs.look);
}

/* A program may wait in a loop of strict reads, and this is called by every 256th. */
void urtc_give_way(void) {
  if (urtc_seat) test(16 * urtc_control->costs.look);
}

unsigned urtc_patience(void) { return 1; }

/* It goes on with the caller's wait, so a sleep that is in vain takes longer than the one before, and a wait for ever
 * comes to an end. A wake that it misses costs time and nothing else: the caller looks again. */
void urtc_sleep(uint32_t *word, uint32_t seen) {
  if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == seen) urtc_relax(last_turn + 1);
}

void urtc_wake(uint32_t *word, int count) { (void)word, (void)count, urt_words_written++; }
int urtc_shares_core(int thread) { return thread == urt_mythread; }

int urtc_first_node(void) {
  int t = 1;
  while (t < urt_threads && urtc_node_of[t] == urtc_node_of[0]) t++;
  return t;
}
