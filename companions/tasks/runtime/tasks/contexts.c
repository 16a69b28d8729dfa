/* SPDX-License-Identifier: BSD-3-Clause
 * Contexts: who has the thread. One that waits is kept in a table. Then another one that is ready goes on, or a fresh
 * stack looks for tasks. A debugger's command `upc tasks` reads urtk_waiting and urtk_ready. */
#include <stdio.h>
#include "base/large.h"
#include "tasks/environment.h"
#include "tasks/tasks.h"

enum { BUCKETS = 256 };          /* of contexts that wait */

struct context urtk_first_context;
struct context *urtk_context = &urtk_first_context;
void (*urtk_look_for_tasks)(void);

uint64_t urtk_acts;

struct context_list urtk_ready = {NULL, &urtk_ready.first};
static struct context *urtk_waiting[BUCKETS];
static uint64_t used[BUCKETS / 64];              /* a bit for each bucket with contexts */
static const char *latest_waits_for;
static size_t count_waiting;
int urtk_waits_for_others;
static struct context *unused;   /* stacks without a task */
static size_t stacks;
static struct context *made;     /* those that have one of their own */

/* ---- ready contexts ---- */
static void append(struct context *c) { c->next = NULL, *urtk_ready.end = c, urtk_ready.end = &c->next; }

static struct context *next_ready(void) {
  struct context *c = urtk_ready.first;
  if (c && !(urtk_ready.first = c->next)) urtk_ready.end = &urtk_ready.first;
  return c;
}

/* ---- switches ---- */
static inline void switch_to(struct context *to) {
  struct context *from = urtk_context;
  from->forall_depth = urt_forall_depth, from->no_barrier_now = urtk_no_barrier_now;
  urtk_context = to;
  urtk_acts++;
  urtk_stack_switch(&from->stack, &to->stack);
  urt_forall_depth = from->forall_depth, urtk_no_barrier_now = from->no_barrier_now;
}

/* What runs on a stack of its own. It leaves the stack here and not in a function that it calls: that function's return
 * would come after returns on other stacks, and processors foresee only returns in the order of the calls. */
static void on_own_stack(void) {
  urtk_stack_arrived();
  for (;;) {
    urtk_look_for_tasks();
    struct context *me = urtk_context;
    me->next = unused, unused = me;
    switch_to(next_ready());
  }
}

static struct context *fresh(void) {
  struct context *c = unused;
  if (c) return unused = c->next, c;
  struct stack stack;
  size_t most = urtk_env_task_stacks(), bytes = urtk_env_task_stack();
  if (stacks == most)
    urt_fatal("thread %d: %zu tasks wait, which is as many as may; UPC_TASK_STACKS raises it", urt_mythread, stacks);
  c = urtk_stack_make(&stack, bytes, sizeof *c, on_own_stack);
  if (!c)
    urt_fatal("thread %d: the system gives no memory for the stack of another task that waits; there are %zu of %zu "
              "KB; UPC_TASK_STACK lowers their size", urt_mythread, stacks, bytes >> 10);
  stacks++;
  *c = (struct context){.stack = stack, .lowest = stack.low + stack.bytes / 2, .made_before = made};
  return made = c;
}

URTK_LARGE char urtk_overflow_line[128];

const char *urtk_explain_overflow(const void *address) {
  for (const struct context *c = made; c; c = c->made_before) {
    if (!urtk_stack_overflows(&c->stack, address)) continue;
    snprintf(urtk_overflow_line, sizeof urtk_overflow_line, "upc: thread %%d: a task's stack of %zu KB overflowed; "
             "UPC_TASK_STACK=%zuK gives tasks more\n", c->stack.bytes >> 10, c->stack.bytes >> 9);
    return urtk_overflow_line;
  }
  return NULL;
}

static void give_thread_away(void) {
  struct context *next = next_ready();
  switch_to(next ? next : fresh());
}

/* ---- contexts that wait ---- */
static unsigned bucket(uint64_t key) { return (unsigned)(key ^ key >> 6 ^ key >> 14) % BUCKETS; }

void urtk_suspend(int (*is_ready)(const void *), const void *what, uint64_t key, const char *for_what) {
  unsigned place = bucket(key);
  struct context *me = urtk_context, **list = &urtk_waiting[place];
  me->ready = is_ready, me->what = what, me->key = key;
  me->for_what = latest_waits_for = for_what;
  me->next = *list, *list = me;
  used[place / 64] |= 1ULL << place % 64;
  count_waiting++;
  give_thread_away();
}

/* Not a part of urtk_wake_contexts, which most often finds nobody: its registers need not be saved then. */
static __attribute__((noinline)) int wake_in(unsigned place, int all, uint64_t key) {
  struct context **link = &urtk_waiting[place];
  int some = 0;
  for (struct context *c; (c = *link);) {
    if ((all || c->key == key) && c->ready(c->what))
      *link = c->next, count_waiting--, c->for_what = NULL, append(c), some = 1;
    else link = &c->next;
  }
  if (!urtk_waiting[place]) used[place / 64] &= ~(1ULL << place % 64);
  return some;
}

void urtk_wake_contexts(uint64_t key) {
  unsigned place = bucket(key);
  if (used[place / 64] >> place % 64 & 1) wake_in(place, 0, key);
}

int urtk_wake_all(void) {
  int some = 0;
  for (unsigned i = 0; i < BUCKETS / 64; i++)
    for (uint64_t left = used[i]; left; left &= left - 1)
      some |= wake_in(64 * i + (unsigned)__builtin_ctzll(left), 1, 0);
  return some;
}

size_t urtk_count_waiting(const char **for_what) { return *for_what = latest_waits_for, count_waiting; }

/* ---- ready contexts run ---- */
void urtk_let_ready_run(void) {
  append(urtk_context);
  switch_to(next_ready());
}

void urtk_let_fresh_run(void) {
  append(urtk_context);
  switch_to(fresh());
}
