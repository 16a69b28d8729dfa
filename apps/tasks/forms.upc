/* SPDX-License-Identifier: BSD-3-Clause
 * forms.upc: eight tasks that call a function which only counts, and a wait for all, n times, in five forms. The time
 * of a run is that of creating tasks and waiting for them. Two more programs begin tasks on all threads. */
#include <upc_syncvar.h>
#include "tasks.h"
#include "arithmetic.h"

static volatile long calls;          /* of this thread */
static shared long all_calls[THREADS];
static double expected;              /* thread 0: the calls of all threads in all runs */

static void call(void) { calls++; }

/* One function a form. */
static void by_cobegin(problem_t *q) {
  long i;
  for (i = 0; i < q->n; i++)
    upc_cobegin {
      { call(); } { call(); } { call(); } { call(); } { call(); } { call(); } { call(); } { call(); }
    }
  expected += CALLS * (double)q->n;
}

static void by_single(problem_t *q) {
  long i;
  int k, sum = 0;
  for (i = 0; i < q->n; i++) {
    upc_singlevar int done[CALLS];
    for (k = 0; k < CALLS; k++)
      upc_begin { call(); done[k] = 1; }
    for (k = 0; k < CALLS; k++) sum += done[k];
  }
  expected += (double)sum;
}

static void by_sync(problem_t *q) {
  long i;
  for (i = 0; i < q->n; i++)
    upc_sync {
      upc_begin { call(); }
      upc_begin { call(); }
      upc_begin { call(); }
      upc_begin { call(); }
      upc_begin { call(); }
      upc_begin { call(); }
      upc_begin { call(); }
      upc_begin { call(); }
    }
  expected += CALLS * (double)q->n;
}

static void by_loop(problem_t *q) {
  long i;
  int k;
  for (i = 0; i < q->n; i++)
    upc_sync {
      for (k = 0; k < CALLS; k++) upc_begin { call(); }
    }
  expected += CALLS * (double)q->n;
}

static void by_coforall(problem_t *q) {
  long i;
  for (i = 0; i < q->n; i++)
    upc_coforall (int k = 0; k < CALLS; k++) { call(); }
  expected += CALLS * (double)q->n;
}

/* Under upc_serial the threads are told one after the other, and each answers. */
static void on_all_threads(problem_t *q) {
  long i;
  for (i = 0; i < q->n; i++)
    upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) { call(); }
  expected += THREADS * (double)q->n;
}

/* Thread 0 tells each thread, and waits for no answer before the end. */
static void on_each_thread(problem_t *q) {
  long i;
  int t;
  for (i = 0; i < q->n; i++)
    upc_sync {
      for (t = 0; t < THREADS; t++) upc_begin upc_on (t) { call(); }
    }
  expected += THREADS * (double)q->n;
}

static double tasks_of(double n) { return CALLS * n; }
static double on_all(double n) { return THREADS * n; }

/* Has every task been run once? */
static double error(const problem_t *q) {
  double got = 0;
  int t;
  (void)q;
  all_calls[MYTHREAD] = calls;
  upc_barrier;
  for (t = 0; t < THREADS; t++) got += (double)all_calls[t];
  upc_barrier;
  return MYTHREAD == 0 ? got < expected ? expected - got : got - expected : 0;
}

const program_t cobegin_program = {"cobegin", "eight tasks by cobegin, N times", 5000, 1, 1 << 24, 1,
                                   "Gtasks/s", "gtasks", tasks_of, NULL, by_cobegin, error, 0.5};
const program_t single_program = {"single", "eight tasks by begin and a singlevar each, N times", 5000, 1, 1 << 24, 1,
                                  "Gtasks/s", "gtasks", tasks_of, NULL, by_single, error, 0.5};
const program_t sync_program = {"sync", "eight tasks by begin in a sync, N times", 5000, 1, 1 << 24, 1,
                                "Gtasks/s", "gtasks", tasks_of, NULL, by_sync, error, 0.5};
const program_t loop_program = {"loop", "eight tasks by begin in a loop, N times", 5000, 1, 1 << 24, 1,
                                "Gtasks/s", "gtasks", tasks_of, NULL, by_loop, error, 0.5};
const program_t coforall_program = {"coforall", "eight tasks by coforall, N times", 5000, 1, 1 << 24, 1,
                                    "Gtasks/s", "gtasks", tasks_of, NULL, by_coforall, error, 0.5};
const program_t everywhere_program = {"everywhere", "a task on each thread and a wait, N times", 5000, 1, 1 << 24, 1,
                                      "Gtasks/s", "gtasks", on_all, NULL, on_all_threads, error, 0.5};
const program_t each_program = {"each", "everywhere, begun one after the other by thread 0", 5000, 1, 1 << 24, 1,
                                "Gtasks/s", "gtasks", on_all, NULL, on_each_thread, error, 0.5};
