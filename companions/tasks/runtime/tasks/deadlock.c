/* SPDX-License-Identifier: BSD-3-Clause
 * Tasks that all wait for ever, in a job of several threads. A token goes round the threads, in the order of their
 * numbers, as E. W. Dijkstra, W. H. J. Feijen and A. J. M. van Gasteren describe it (Derivation of a Termination
 * Detection Algorithm for Distributed Computations, 1983). A thread passes it on only while it is idle: its main
 * program and its tasks wait for tasks, for synchronisation variables, in a barrier or for a lock, and it has found
 * nothing to do. A thread that computes, or waits for anything else, keeps the token, so nothing is decided.
 *
 * Three rounds in which no thread does anything decide. By the first, all threads are idle at once: so all of them
 * answer. In the second, all that a thread has sent arrives before it passes the token. Consider the moment between the
 * second and the third round: all threads are idle, and no message is under way. In the third, each thread looks once
 * more at all that it waits for, and finds nothing. The first thread to do anything after that moment would have found
 * something, and there is no first one. */
#include "base/host.h"
#include "tasks/tasks.h"

enum {
  PAUSE_MS = 400,                /* thread 0 is idle for so long before it begins with the first round */
  CALLS = 64,                    /* between two looks at the clock */
  SETTLES = 1, CERTAIN = 3       /* quiet rounds, in which no thread has done anything */
};

/* It is one word in the shared memory of each thread, which the thread before it sets:
 * round << 40 | quiet rounds before this one << 36 | 1 if a thread has done something << 32 | contexts that wait */
struct token { uint64_t round, quiet, acted, waiting; };
URTK_STATIC(tokens, 8);

static uint64_t round_passed, acts_before; /* when this thread passed the token last */

static uint64_t acts(void) { return urtk_acts + urtk_waits_so_far(); }

static struct token read_token(void) {
  uint64_t word = __atomic_load_n((uint64_t *)urt_near(urtk_at(urt_mythread, tokens)), __ATOMIC_ACQUIRE);
  return (struct token){word >> 40, word >> 36 & 15, word >> 32 & 15, word & UINT32_MAX};
}

static void pass(struct token t) {
  int next = urt_mythread;
  do next = (next + 1) % urt_threads;
  while (next != urt_mythread && urtc_ended(next));
  urt_ptr_t word = urtk_at(next, tokens);
  round_passed = t.round, acts_before = acts();
  urtc_put_signal(word, NULL, 0, word, t.round << 40 | t.quiet << 36 | t.acted << 32 | t.waiting, URTC_SET);
}

/* Has this thread done nothing for PAUSE_MS, and passed no token? */
static int is_long_idle(void) {
  static unsigned calls;
  static uint64_t acts_then, round_then;
  static long since;
  if (++calls % CALLS) return 0;
  long now = urtk_now_ms();
  if (!since || acts_then != acts() || round_then != round_passed)
    since = now, acts_then = acts(), round_then = round_passed;
  return now - since > PAUSE_MS;
}

static void report(uint64_t all) {
  const char *what;
  size_t mine = urtk_count_waiting(&what);
  urtk_look_for_ended();         /* on a busy machine, the token may be faster than the thread that waits */
  if (mine)
    urt_fatal("thread %d: %zu task%s, the latest of them for %s; on all threads %zu wait, and nothing is left that "
              "could let one go on", urt_mythread, mine, mine > 1 ? "s wait" : " waits", what, (size_t)all);
}

/* Thread 0 has the token back. */
static struct token next_round(struct token t) {
  int quiet = !t.acted && acts() == acts_before && t.quiet < CERTAIN;
  t.quiet = quiet ? t.quiet + 1 : 0;
  t.acted = 0;
  t.round = (t.round + 1) % (1 << 24);
  return t;
}

void urtk_idle_turn(void) {
  static int looked;             /* since the token has come, at all that this thread waits for */
  const char *what;
  if (urt_threads == 1) return;
  struct token t = read_token();
  if ((t.round == round_passed) != (urt_mythread == 0)) return;
  if (!looked) {
    looked = 1;
    return;
  }
  if (urt_mythread == 0) {
    struct token next = next_round(t);
    if (!next.quiet && !is_long_idle()) return;
    if (next.quiet < CERTAIN) next.waiting = 0;
    t = next;
  } else {
    t.acted |= acts() != acts_before;
  }
  looked = 0;
  if (t.quiet == CERTAIN && t.waiting) report(t.waiting);
  else t.waiting += urtk_count_waiting(&what);
  if (t.quiet >= SETTLES && !t.acted) urtc_settle();
  pass(t);
}
