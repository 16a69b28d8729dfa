/* SPDX-License-Identifier: BSD-3-Clause
 * What a thread does that has no context ready to go on. It looks for tasks on a fresh stack: those sent to it, the
 * latest of its own, the oldest of others. A task begins as a plain function call on the stack that found it, so only
 * tasks that wait cost a switch. */
#include <stdlib.h>
#include <sys/resource.h>
#include "base/tell.h"
#include "conduits/barrier.h"
#include "core/calls.h"
#include "core/core.h"
#include "job/job.h"
#include "tasks/tasks.h"

enum {
  BETWEEN_LOOKS = 64,            /* tasks between two looks at what only others change */
  ON_FIRST_STACK = 1 << 20,      /* bytes that tasks on top of each other may take of the thread's first stack */
  LOOKS = 1024,                  /* idle turns between two looks at the clock */
  TURNS = 100                    /* of contexts that are ready, while the thread waits in a barrier */
};

/* What other threads have done may let contexts go on, and they do not say so. */
static int look_at_others(void) {
  int some = urtk_report_deputies() | urtk_wake_all();
  if (some) urtk_acts++;
  return some;
}

/* To look at other threads' memory, or to tell them something, may take time, in which messages arrive. */
static int news(void) { return look_at_others() || urtk_messages() || urtk_some_ready(); }

/* ---- tasks ---- */
static int find_task(struct task *t) {
  static unsigned found;
  if (++found % BETWEEN_LOOKS == 0) look_at_others();
  while (urt_threads > 1 && urtk_messages()) {} /* others may arrive while this thread waits to send its own */
  return urtk_next_received(t) || urtk_deque_take(t) || urtk_deque_steal(t);
}

enum { IN_PRIVATE_MEMORY = URTK_ELSEWHERE | URTK_COLLECTED }; /* the task's arguments when it runs */

static void *arguments_of(struct task *t) {
  urt_ptr_t at = *(urt_ptr_t *)t->arguments;
  void *copy = *(void **)(t->arguments + sizeof at);
  if (!(t->flags & IN_PRIVATE_MEMORY)) return t->arguments;
  if (!(t->flags & URTK_COLLECTED)) {
    copy = urtk_memory(1, t->bytes, "the arguments of a task");
    urt_get_bytes(copy, at, t->bytes);
  }
  if (t->flags & URTK_ELSEWHERE) upc_free(at);
  return copy;
}

void urtk_task_run(struct task *t) {
  struct context *me = urtk_context;
  struct group *outer = me->group, *g;
  int serial = me->serial, depth = urt_forall_depth;
  const char *no_barrier = urtk_no_barrier_now;
  urt_ptr_t group = urtk_at((int)t->home, t->group);
  void (*function)(void *) = (void (*)(void *))(uintptr_t)(__ehdr_start + t->function);
  void *arguments = arguments_of(t);
  me->group = g = t->home == (uint32_t)urt_mythread ? urt_near(group) : urtk_deputy(group);
  me->serial = t->flags & URTK_SERIAL;
  urt_forall_depth = 0, urtk_no_barrier_now = "in a task";
  urtk_acts++;
  urtk_tell_work(URTK_WORK_RUNS);
  function(arguments);
  if (me->group != g) urt_fatal("thread %d: a task ends with a group that it has not waited for", urt_mythread);
  me->group = outer, me->serial = serial, urt_forall_depth = depth, urtk_no_barrier_now = no_barrier;
  if (t->flags & IN_PRIVATE_MEMORY) free(arguments);
  urtk_tell_work(URTK_WORK_ENDED);
  urtk_task_ended(g);
}

int urtk_room_on_stack(void) { return (char *)__builtin_frame_address(0) > urtk_context->lowest; }

/* ---- idle ---- */
static int alone(void) {
  for (int t = 0; t < urt_threads; t++)
    if (t != urt_mythread && !urtc_ended(t)) return 0;
  return 1;
}

static void long_wait(urt_long_wait_t *wait) {
  const char *what;
  int none_left = alone();       /* asked first: a thread that ends later is not the reason for the second line */
  size_t waiting = urtk_count_waiting(&what);
  urtk_look_for_ended();
  if (none_left && !look_at_others() && !urtk_some_ready() && !urtk_messages())
    urt_fatal("thread %d: %zu task%s, the latest of them for %s, and nothing is left that could let one go on",
              urt_mythread, waiting, waiting > 1 ? "s wait" : " waits", what);
  long ms = urtk_too_long(wait);
  if (!ms) return;
  struct urtk_line line = urtk_begin("tasks");
  urtk_add_waited(&line, ms);
  urtk_add(&line, "%s: %zu of its tasks wait", what, waiting);
  urtk_write(&line);
}

static struct task *handed;      /* the next task to run, of who gave way to it */

/* Runs tasks until a context is ready. */
static void look_for_tasks(void) {
  urt_long_wait_t wait = {0};
  struct task t;
  if (handed) {
    t = *handed, handed = NULL;
    urtk_task_run(&t);
  }
  for (unsigned turn = 0; !urtk_some_ready();) {
    if (find_task(&t)) {
      urtk_task_run(&t);
    } else {
      if (news()) continue;
      urtk_idle_turn();
      if (turn > urtc_patience() && turn % LOOKS == LOOKS - 1) long_wait(&wait);
      urt_looks_anywhere();
      urtc_relax(turn++);
      continue;
    }
    turn = 0, wait = (urt_long_wait_t){0};
  }
}

void urtk_run_first(struct task *t) {
  struct task copy = *t;
  handed = &copy;
  urtk_let_fresh_run();
}

int urtk_yield(void) {
  struct task t;
  while (!urtk_some_ready()) {
    if (find_task(&t)) return urtk_run_first(&t), 1;
    if (!news()) return 0;
  }
  urtk_let_ready_run();
  return 1;
}

/* ---- the thread's first context, and its end ---- */
static int after_main;

/* main has returned here, so this thread comes to no barrier any more. It looks at one other thread a call. */
static void look_for_barriers(void) {
  static unsigned calls;
  if (++calls % LOOKS) return;
  int t = (int)(calls / LOOKS % (unsigned)urt_threads);
  const char *where = t == urt_mythread ? NULL : urt_waits_in(t);
  if (where) urt_fatal("thread %d waits in a %s, and thread %d has returned from main", t, where, urt_mythread);
}

/* A thread that waits in a barrier or for a lock of the program's goes on until there is nothing left to do: on a
 * simulated machine it is asked again only when a message arrives. A context that asks again and again is always ready,
 * so turns of ready contexts are counted. The thread says that it is busy, so that it does not sleep: others may have
 * tasks for it. */
static int meanwhile(void) {
  uint64_t before = urtk_acts;
  if (after_main) look_for_barriers();
  int nothing_left = 0;
  for (int turns = 0, was_ready = 0; turns < TURNS && !nothing_left; turns += was_ready) {
    was_ready = urtk_some_ready();
    nothing_left = !urtk_yield();
  }
  if (nothing_left) urtk_idle_turn();
  int unseen = urt_waits_for_events() && urtk_waits_for_others; /* no event here tells of words of other threads */
  if (unseen) urtc_poll();
  if (unseen || !nothing_left) return URTK_WORK_ASK_AGAIN; /* what came in the last turn has not been looked at */
  return urtk_acts != before ? URTK_WORK_HAS_RUN : urt_threads > 1;
}

/* In a wait for a lock of the runtime's own. 1: some are still ready. */
static int resume(void) {
  if (urtk_some_ready()) urtk_let_ready_run();
  return urtk_some_ready();
}

static int main_is_drained(const void *group) { return urtk_drained((struct group *)(uintptr_t)group); }

/* main has returned on this thread: its tasks end first, then those of others that it can help. */
static void finish(void) {
  struct group *g = urtk_context->group;
  if (urtk_context != &urtk_first_context || g->outer)
    urt_fatal("thread %d returns from main with a group of tasks that it has not waited for", urt_mythread);
  while (!urtk_drained(g)) urtk_suspend(main_is_drained, g, (uint64_t)(uintptr_t)g, "the tasks that main has begun");
  after_main = 1;
  urtk_meet_after_main();
}

static void begin(void) {
  struct rlimit limit;
  size_t most = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur < 2 * ON_FIRST_STACK ? limit.rlim_cur / 2
                                                                                            : ON_FIRST_STACK;
  urtk_first_context.group = urtk_group_open(NULL);
  urtk_first_context.lowest = (char *)__builtin_frame_address(0) - most;
  urtk_look_for_tasks = look_for_tasks;
  urtk_run_work = meanwhile;
  urtk_resume_work = resume;
  urtk_after_main = finish;
  urtk_explain_crash = urtk_explain_overflow;
  urtk_crash_on_other_stack();
}
static urt_init_t at_start __attribute__((section("urt_inits"), used)) = begin;
