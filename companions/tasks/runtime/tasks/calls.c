/* SPDX-License-Identifier: BSD-3-Clause
 * upc_task.h: what a program calls to begin tasks and to wait for them. */
#include <stdlib.h>
#include <string.h>
#include "base/host.h"
#include "base/tell.h"
#include "core/calls.h"
#include "tasks/environment.h"
#include "tasks/tasks.h"

int64_t urtk_position(void (*function)(void *), const char *call) {
  const char *at = (const char *)(uintptr_t)function;
  if (at < __ehdr_start || at >= _end)
    urt_fatal("thread %d: %s: function %p, must be a function of the program itself", urt_mythread, call, (void *)at);
  return at - __ehdr_start;
}

static void check(const char *call, const void *arguments, size_t bytes) {
  if (bytes && !arguments) urt_fatal("thread %d: %s: args is null, must point to %zu bytes", urt_mythread, call, bytes);
  if (bytes > UINT32_MAX) urt_fatal("thread %d: %s: %zu bytes of arguments, must be less than 4 GB", urt_mythread, call,
                                    bytes);
}

/* Many arguments are kept beside the task, in shared memory; null for few. The heap may be locked, and other contexts
 * go on while this one waits for it: so this comes before a task gets its place. */
static __attribute__((noinline, cold)) urt_ptr_t keep_many(const void *arguments, size_t bytes) {
  urt_ptr_t kept = urt_needed(bytes, "the arguments of a task");
  memcpy(urt_near(kept), arguments, bytes);
  return kept;
}

static urt_ptr_t keep(const void *arguments, size_t bytes) {
  return bytes <= URTK_ARGUMENTS ? URT_NULL : keep_many(arguments, bytes);
}

static void fill(struct task *t, int64_t position, const void *arguments, size_t bytes, urt_ptr_t kept) {
  struct context *me = urtk_context;
  t->function = position;
  urtk_tell_work(URTK_WORK_BEGUN);
  urtk_put_in_group(t, me->group);
  t->bytes = (uint32_t)bytes;
  t->flags = me->serial ? URTK_SERIAL : 0;
  if (urt_nonnull(kept)) {
    memcpy(t->arguments, &kept, sizeof kept);
    t->flags |= URTK_ELSEWHERE;
  } else if (bytes) {
    memcpy(t->arguments, arguments, bytes < URTK_ARGUMENTS ? bytes : URTK_ARGUMENTS);
  }
}

/* In the place of a task: the function may change its arguments, which are the caller's. */
static void call_here(void (*function)(void *), const void *arguments, size_t bytes) {
  struct context *me = urtk_context;
  struct group *g = me->group;
  int depth = urt_forall_depth;
  const char *no_barrier = urtk_no_barrier_now;
  char few[256] __attribute__((aligned(16))), *copy = bytes <= sizeof few ? few : malloc(bytes);
  if (!copy) urt_fatal("thread %d: no memory for the arguments of a task, %zu bytes", urt_mythread, bytes);
  if (bytes) memcpy(copy, arguments, bytes);
  urt_forall_depth = 0, urtk_no_barrier_now = "in a task";
  function(copy);
  urt_forall_depth = depth, urtk_no_barrier_now = no_barrier;
  if (me->group != g) urt_fatal("thread %d: a task ends with a group that it has not waited for", urt_mythread);
  if (copy != few) free(copy);
}

/* The deque is full. */
static __attribute__((noinline, cold)) void begin_now(int64_t position, const void *arguments, size_t bytes,
                                                      urt_ptr_t kept) {
  struct task t;
  fill(&t, position, arguments, bytes, kept);
  urtk_context->group->here++;
  urtk_run_first(&t);
}

void upc_task_begin(void (*function)(void *), const void *arguments, size_t bytes) {
  check("upc_task_begin", arguments, bytes);
  if (urtk_context->serial) {
    call_here(function, arguments, bytes);
    return;
  }
  int64_t position = urtk_position(function, "upc_task_begin");
  urt_ptr_t kept = keep(arguments, bytes);
  struct task *place = urtk_deque_place();
  if (!place) {
    begin_now(position, arguments, bytes, kept);
    return;
  }
  fill(place, position, arguments, bytes, kept);
  urtk_context->group->here++;
  urtk_deque_add();
}

enum { UNSENT = 4096 };          /* tasks for one thread that wait to be sent */

static int few_unsent(const void *thread) { return urtk_unsent((int)(intptr_t)thread) < UNSENT; }

/* Not for a thread outside of 0..THREADS-1. */
static void send(const char *call, int thread, void (*function)(void *), const void *arguments, size_t bytes) {
  struct task t;
  int all_sent = thread != urt_mythread && bytes <= urtk_bytes_sent_along();
  while (thread != urt_mythread && urtk_unsent(thread) >= UNSENT)
    urtk_suspend(few_unsent, (void *)(intptr_t)thread, (uint64_t)thread, "a thread to take what was sent to it");
  fill(&t, urtk_position(function, call), arguments, bytes, all_sent ? URT_NULL : keep(arguments, bytes));
  urtk_context->group->here++;
  if (thread != urt_mythread) urtk_send_task(thread, &t, arguments);
  else if (urtk_unsent(thread) < UNSENT) urtk_keep_task(&t);
  else urtk_run_first(&t);
}

static void check_thread(const char *call, int thread) {
  if (thread < 0 || thread >= urt_threads)
    urt_fatal("thread %d: %s: thread %d, must be in 0..%d", urt_mythread, call, thread, urt_threads - 1);
}

void upc_task_begin_on(int thread, void (*function)(void *), const void *arguments, size_t bytes) {
  check("upc_task_begin_on", arguments, bytes);
  check_thread("upc_task_begin_on", thread);
  if (urtk_context->serial) upc_task_on(thread, function, arguments, bytes);
  else send("upc_task_begin_on", thread, function, arguments, bytes);
}

/* ---- groups ---- */
void upc_task_open(upc_task_group_t *group) {
  struct context *me = urtk_context;
  group->inner = me->group = urtk_group_open(me->group);
}

/* Other threads often end the last tasks in less time than a switch of stacks takes. */
static int drains_soon(const struct group *g) {
  enum { TURNS = 16 };
  if (urt_waits_for_events() || urtk_oversubscribed()) return 0;
  for (int turn = 0; turn < TURNS && !urtk_drained(g); turn++) urtk_pause();
  return urtk_drained(g);
}

static int is_drained(const void *group) { return urtk_drained((struct group *)(uintptr_t)group); }

void upc_task_wait(upc_task_group_t *group) {
  struct context *me = urtk_context;
  struct group *g = group->inner;
  struct task t;
  if (!g || g != me->group)
    urt_fatal("thread %d: upc_task_wait: group %s, must be the one that was opened last and not yet waited for",
              urt_mythread, g ? "is not the innermost" : "is not open");
  while (!urtk_drained(g)) {
    if (urtk_room_on_stack() && urtk_deque_take_of(&t, g)) urtk_task_run(&t);
    else if (!drains_soon(g)) urtk_suspend(is_drained, g, (uint64_t)(uintptr_t)g, "the tasks of a group");
  }
  me->group = g->outer;
  urtk_group_close(g);
  group->inner = NULL;
  urtk_tell_work(URTK_WORK_AWAITED);
}

void upc_task_on(int thread, void (*function)(void *), const void *arguments, size_t bytes) {
  upc_task_group_t group;
  check("upc_task_on", arguments, bytes);
  check_thread("upc_task_on", thread);
  upc_task_open(&group);
  if (thread == urt_mythread) call_here(function, arguments, bytes);
  else send("upc_task_on", thread, function, arguments, bytes);
  upc_task_wait(&group);
}

int upc_task_serial(int serial) {
  int before = urtk_context->serial;
  urtk_context->serial = serial != 0;
  return before;
}

void upc_task_yield(void) { urtk_yield(); }

/* ---- on all threads, by a tree ---- */

/* The threads first .. first + count - 1 after `root`, which the task begins on. */
struct part { int64_t function; int root, first, count; uint32_t bytes; };

enum { ROUND_TRIP = 1000 };      /* at most */

static int round_trip;

static void find_round_trip(void) {
  unsigned given = urtk_env_task_round_trip(), found = given ? given : urtc_round_trip();
  round_trip = found < ROUND_TRIP ? (int)found : ROUND_TRIP;
}
static urt_init_t at_start __attribute__((section("urt_inits"), used)) = find_round_trip;

static void on_part(void *arguments);

/* How many of `count` threads this one hands over with its first message, if all ends shall be back as early as can be.
 * The time is counted in messages that a thread starts; a round trip takes R. In a time t, f(t) = f(t - 1) + f(t - R)
 * threads begin and end: those of this thread's later messages, and those of its first one. f(t) is 1 for t < R. The
 * tree is binomial for R = 1; for R of `count` - 1 or more this thread starts all others itself. This is the postal
 * model of A. Bar-Noy and S. Kipnis, Designing Broadcasting Algorithms in the Postal Model for Message-Passing Systems
 * (1992), with the way back. */
static int handed_over(int count) {
  int f[ROUND_TRIP], t = round_trip; /* f[t mod round_trip] is f(t) */
  if (count <= round_trip + 1) return 1;
  for (int i = 0; i < round_trip; i++) f[i] = 1;
  for (int before = 1;; t++) {
    int child = f[t % round_trip];
    if (before + child >= count) return child < count ? child : count - 1;
    before = f[t % round_trip] = before + child;
  }
}

static void divide(struct part part, const void *arguments) {
  size_t size = sizeof part + part.bytes;
  char few[512] __attribute__((aligned(16))), *message = size <= sizeof few ? few : malloc(size);
  if (!message) urt_fatal("thread %d: no memory for the arguments of a task, %zu bytes", urt_mythread, size);
  if (part.bytes) memcpy(message + sizeof part, arguments, part.bytes);
  while (part.count > 1) {
    struct part upper = part;
    upper.count = handed_over(part.count);
    part.count -= upper.count;
    upper.first += part.count;
    memcpy(message, &upper, sizeof upper);
    send("upc_task_on_all", (upper.root + upper.first) % urt_threads, on_part, message, size);
  }
  if (message != few) free(message);
  call_here((void (*)(void *))(uintptr_t)(__ehdr_start + part.function), arguments, part.bytes);
}

static void on_part(void *arguments) {
  struct part part;
  memcpy(&part, arguments, sizeof part);
  divide(part, (char *)arguments + sizeof part);
}

void upc_task_on_all(void (*function)(void *), const void *arguments, size_t bytes) {
  upc_task_group_t group;
  check("upc_task_on_all", arguments, bytes);
  if (urtk_context->serial) {
    for (int t = 0; t < urt_threads; t++) upc_task_on(t, function, arguments, bytes);
    return;
  }
  struct part all = {urtk_position(function, "upc_task_on_all"), urt_mythread, 0, urt_threads, (uint32_t)bytes};
  upc_task_open(&group);
  divide(all, arguments);
  upc_task_wait(&group);
}
