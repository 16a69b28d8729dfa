/* SPDX-License-Identifier: BSD-3-Clause
 * The deque of each thread, in its shared memory: a ring of tasks, as D. Chase and Y. Lev describe it (Dynamic Circular
 * Work-Stealing Deque, 2005). N. M. Le, A. Pop, A. Cohen and F. Zappa Nardelli (Correct and Efficient Work-Stealing
 * for Weak Memory Models, 2013) say in which order its words are read and written.
 *
 * The ring does not grow: when it is full, a new task runs at once. A thief copies a task before it knows that the task
 * is its own. If not, it drops the copy.
 *
 * A thief costs its victim cache lines, and a wait for the end of what was taken. So it takes half of the tasks of the
 * oldest group, and learns which threads are worth it. A steal pays if the thief is busy with it WORTH times as long as
 * the steal took. It leaves a thread alone after a steal that did not pay, and after a look at a thread that has begun
 * tasks and has none left: each time for twice as long. The longest time is in proportion to the threads that may do
 * the same, so that all of them together take little from a victim. A look at a thread that begins no tasks costs that
 * thread nothing. */
#include <string.h>
#include "core/calls.h"
#include "tasks/tasks.h"

enum { CAPACITY = 1024 };

struct deque {
  _Alignas(URTK_LINE) int64_t top;      /* the oldest task: thieves count it up */
  _Alignas(URTK_LINE) int64_t bottom;   /* behind the latest task: the owner's */
  uint64_t added;                       /* all tasks so far; a hint for thieves */
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

/* The threads of the node without the caller, and what it knows of them. */
static struct victim {
  struct deque *deque;
  uint64_t added;                /* when this thread looked last */
  uint64_t pause, due;           /* in ns: how long it leaves that thread alone, and until when */
} *victims;

static int count_victims(void) {
  static int count = -1;
  if (count >= 0) return count;
  victims = urtk_memory((size_t)urt_threads, sizeof *victims, "the list of near threads");
  count = 0;
  for (int i = 1; i < urt_threads; i++) {
    int t = (urt_mythread + i) % urt_threads;
    if (urtk_plain(urtk_at(t, 0))) victims[count++].deque = of(t);
  }
  return count;
}

struct task *urtk_deque_place(void) {
  if (!mine) mine = of(urt_mythread), alone = count_victims() == 0;
  if (mine->bottom - top_seen >= CAPACITY) {
    top_seen = __atomic_load_n(&mine->top, __ATOMIC_ACQUIRE);
    if (mine->bottom - top_seen >= CAPACITY) return NULL;
  }
  return slot(mine, mine->bottom);
}

void urtk_deque_add(void) {
  if (!alone) urt_catches_up(), urt_wrote_word(NULL, 0);
  __atomic_store_n(&mine->added, mine->added + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&mine->bottom, mine->bottom + 1, __ATOMIC_RELEASE);
}

int urtk_deque_take(struct task *t) {
  if (!mine) return 0;
  int64_t bottom = mine->bottom - 1;
  if (bottom < top_seen) return 0;
  if (alone) return mine->bottom = bottom, copy(t, slot(mine, bottom)), 1;
  urt_catches_up();              /* with thieves, who may take this one first */
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

enum { WORTH = 8, FIRST_PAUSE = 8, LAST_PAUSE = 128 }; /* times the cost of a steal */
enum { COST_LEAST = 250, COST_MOST = 2000 };           /* in ns: more than that, the thief has lost its core */

static uint64_t cost_between(uint64_t start, uint64_t end) {
  uint64_t cost = end - start;
  return cost < COST_LEAST ? COST_LEAST : cost > COST_MOST ? COST_MOST : cost;
}

/* On a simulated machine a look costs nothing, and a thread that is not asked again would never look. */
static void leave_alone(struct victim *v, uint64_t cost, uint64_t now) {
  uint64_t most = LAST_PAUSE * cost * (uint64_t)count_victims();
  if (urt_waits_for_events()) return;
  v->pause = v->pause ? 2 * v->pause : FIRST_PAUSE * cost;
  if (v->pause > most) v->pause = most;
  v->due = now + v->pause;
}

/* The oldest task, if it is of this deputy's parent or there is no deputy yet. */
static int take_oldest(struct deque *d, struct task *t, struct group **deputy) {
  int64_t top = __atomic_load_n(&d->top, __ATOMIC_SEQ_CST);
  int64_t bottom = __atomic_load_n(&d->bottom, __ATOMIC_SEQ_CST);
  if (top >= bottom) return 0;
  copy(t, slot(d, top));
  urt_ptr_t parent = urtk_at((int)t->home, t->group);
  if (*deputy && !urt_eq((*deputy)->parent, parent)) return 0;
  if (!__atomic_compare_exchange_n(&d->top, &top, top + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 0;
  if (*deputy) (*deputy)->here++, (*deputy)->owes++;
  else *deputy = urtk_deputy(parent);
  urtk_put_in_group(t, *deputy);
  return 1;
}

/* The oldest task goes to *t, and others of its group to this thread's deque. */
static int steal_half(struct deque *d, struct task *t) {
  struct group *deputy = NULL;
  int64_t left = (__atomic_load_n(&d->bottom, __ATOMIC_RELAXED) - __atomic_load_n(&d->top, __ATOMIC_RELAXED) + 1) / 2;
  if (left <= 0 || !take_oldest(d, t, &deputy)) return 0;
  for (struct task *place; --left > 0 && (place = urtk_deque_place()) && take_oldest(d, place, &deputy);)
    urtk_deque_add();
  return 1;
}

static struct steal { struct victim *from; uint64_t cost, end; } latest;

static void judge_latest(uint64_t now) {
  if (!latest.from) return;
  if (now - latest.end < WORTH * latest.cost) leave_alone(latest.from, latest.cost, now);
  else latest.from->pause = 0;
  latest.from = NULL;
}

static int steal_from(struct victim *v, struct task *t, uint64_t *now) {
  uint64_t start = *now, added = __atomic_load_n(&v->deque->added, __ATOMIC_RELAXED);
  urt_catches_up();
  int got = steal_half(v->deque, t), quiet = added == v->added;
  v->added = added;
  if (!got && quiet) return 0;
  *now = upc_ticks_now();
  if (got) latest = (struct steal){v, cost_between(start, *now), *now};
  else leave_alone(v, cost_between(start, *now), *now);
  return got;
}

enum { PROBES = 16 };            /* threads that one call looks at */

/* It begins with the thread that had something the last time. */
int urtk_deque_steal(struct task *t) {
  static int next;
  int count = count_victims();
  uint64_t now = count ? upc_ticks_now() : 0;
  judge_latest(now);
  for (int i = 0; i < count && i < PROBES; i++) {
    if (now >= victims[next].due && steal_from(&victims[next], t, &now)) return 1;
    next = next + 1 < count ? next + 1 : 0;
  }
  return 0;
}
