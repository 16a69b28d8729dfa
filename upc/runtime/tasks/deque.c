/* SPDX-License-Identifier: BSD-3-Clause
 * The deque of each thread, in its shared memory: a ring of tasks, as D. Chase and Y. Lev describe it (Dynamic Circular
 * Work-Stealing Deque, 2005). N. M. Le, A. Pop, A. Cohen and F. Zappa Nardelli (Correct and Efficient Work-Stealing
 * for Weak Memory Models, 2013) say in which order its words are read and written.
 *
 * The ring does not grow: when it is full, a new task runs at once. A thief copies a task before it knows that the task
 * is its own. If not, it drops the copy. */
#include <string.h>
#include "tasks/tasks.h"

enum { CAPACITY = 1024 };

struct deque {
  _Alignas(URTK_LINE) int64_t top;      /* the oldest task: thieves count it up */
  _Alignas(URTK_LINE) int64_t bottom;   /* behind the latest task: the owner's */
  _Alignas(URTK_LINE) struct task ring[CAPACITY];
};
URTK_STATIC(deques, sizeof(struct deque) + URTK_LINE);

static struct deque *mine;
static int alone;                /* no thread is near: nobody steals */
static int64_t top_seen;         /* top was at least this */

static struct deque *of(int thread) {
  return (struct deque *)(((uintptr_t)urt_near(urtk_at(thread, deques)) + URTK_LINE - 1) & ~(uintptr_t)(URTK_LINE - 1));
}

static struct task *slot(struct deque *d, int64_t i) { return &d->ring[i & (CAPACITY - 1)]; }

/* Most tasks have few arguments. What a thief reads may be no task any more, and its number of bytes any number. */
static void copy(struct task *t, const struct task *from) {
  enum { STEP = 16 };
  memcpy(t, from, offsetof(struct task, arguments));
  for (size_t i = 0; i < URTK_ARGUMENTS && i < t->bytes; i += STEP) memcpy(t->arguments + i, from->arguments + i, STEP);
}

/* The threads of the node without the caller. */
static int near_threads(int **list) {
  static int *threads, count = -1;
  if (count < 0) {
    threads = urtk_memory((size_t)urt_threads, sizeof *threads, "the list of near threads");
    count = 0;
    for (int i = 1; i < urt_threads; i++) {
      int t = (urt_mythread + i) % urt_threads;
      if (urtk_plain(urtk_at(t, 0))) threads[count++] = t;
    }
  }
  return *list = threads, count;
}

struct task *urtk_deque_place(void) {
  int *threads;
  if (!mine) mine = of(urt_mythread), alone = near_threads(&threads) == 0;
  if (mine->bottom - top_seen >= CAPACITY) {
    top_seen = __atomic_load_n(&mine->top, __ATOMIC_ACQUIRE);
    if (mine->bottom - top_seen >= CAPACITY) return NULL;
  }
  return slot(mine, mine->bottom);
}

void urtk_deque_add(void) {
  if (!alone) urt_catches_up(), urt_wrote_word();
  __atomic_store_n(&mine->bottom, mine->bottom + 1, __ATOMIC_RELEASE);
}

int urtk_deque_take(struct task *t) {
  if (!mine) return 0;
  int64_t bottom = mine->bottom - 1;
  if (bottom < top_seen) return 0;
  if (alone) return mine->bottom = bottom, copy(t, slot(mine, bottom)), 1;
  /* In the one order of all such accesses either a thief finds `bottom` counted down, or its `top` is found here. */
  __atomic_store_n(&mine->bottom, bottom, __ATOMIC_SEQ_CST);
  int64_t top = __atomic_load_n(&mine->top, __ATOMIC_SEQ_CST);
  top_seen = top;
  if (top < bottom) return copy(t, slot(mine, bottom)), 1;
  int got = 0;
  if (top == bottom) {           /* the last one: a thief may want it too */
    copy(t, slot(mine, bottom));
    got = __atomic_compare_exchange_n(&mine->top, &top, top + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    top_seen = bottom + 1;
  }
  /* Relaxed: the deque is empty now, nobody reads a task because of it. */
  __atomic_store_n(&mine->bottom, bottom + 1, __ATOMIC_RELAXED);
  return got;
}

int urtk_deque_take_of(struct task *t, const struct group *g) {
  if (!mine || mine->bottom == top_seen) return 0;
  struct group *latest = urt_near(urtk_at(urt_mythread, slot(mine, mine->bottom - 1)->group));
  return latest == g && urtk_deque_take(t);
}

static int steal_from(struct deque *d, struct task *t) {
  urt_catches_up();
  int64_t top = __atomic_load_n(&d->top, __ATOMIC_SEQ_CST);
  int64_t bottom = __atomic_load_n(&d->bottom, __ATOMIC_SEQ_CST);
  if (top >= bottom) return 0;
  copy(t, slot(d, top));
  return __atomic_compare_exchange_n(&d->top, &top, top + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

enum { PROBES = 16 };            /* threads that one call looks at */

/* It begins with the thread that had something the last time. */
int urtk_deque_steal(struct task *t) {
  static int next;
  int *threads, count = near_threads(&threads);
  for (int i = 0; i < count && i < PROBES; i++) {
    if (steal_from(of(threads[next]), t)) return 1;
    next = next + 1 < count ? next + 1 : 0;
  }
  return 0;
}
