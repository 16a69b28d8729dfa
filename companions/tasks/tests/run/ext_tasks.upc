// SPDX-License-Identifier: BSD-3-Clause
// The statements of tasks: what they capture, how they nest, on which thread they run, what waits for them.
#include <upc.h>
#include <upc_syncvar.h>
#include "../../../../tests/upc/check.h"

shared int ran[THREADS][100];
shared int visits[THREADS], where_from[THREADS];
shared upc_syncvar_t box[THREADS];
shared [2] double pairs[2 * THREADS];

static long fib(int n) {
  if (n < 2) return n;
  shared [] long *part = upc_alloc(2 * sizeof *part);
  upc_cobegin {
    { part[0] = fib(n - 1); }
    { part[1] = fib(n - 2); }
  }
  long sum = part[0] + part[1];
  upc_free(part);
  return sum;
}

struct values { int from, to; double factor; };

static void begin_in_callee(shared [] int *at, int n) {
  for (int i = 0; i < n; i++)
    upc_begin { at[i] += 1; }
}

static int leaves_early(shared [] int *at) {
  upc_sync {
    upc_begin { *at = 5; }
    if (at != NULL) return 1;
  }
  return 0;
}

static int next_thread(void) { return (MYTHREAD + 1) % THREADS; }

static void cobegin_nests(void) { CHECK_EQ(fib(15), 610); }

static void sync_waits_for_tasks_of_callees(shared [] int *mine) {
  upc_memset(mine, 0, 100 * sizeof *mine);
  upc_sync { begin_in_callee(mine, 100); }
  for (int i = 0; i < 100; i++) CHECK_EQ(mine[i], 1);
}

static void tasks_capture_values(shared [] int *mine) {
  upc_sync {
    for (int i = 0; i < 100; i += 2) {
      struct values v = {i, i + 2, 3};
      upc_begin {
        for (int k = v.from; k < v.to; k++) {
          int twice = 2 * (int)v.factor;
          mine[k] = twice;
        }
      }
    }
  }
  for (int i = 0; i < 100; i++) CHECK_EQ(mine[i], 6);
}

static void sync_inside_coforall(shared [] int *mine) {
  upc_coforall (int i = 0; i < 100; i++) {
    upc_sync {
      upc_begin { mine[i] = i; }
    }
    mine[i] += 1000;
  }
  for (int i = 0; i < 100; i++) CHECK_EQ(mine[i], 1000 + i);
}

static void on_a_thread(void) {
  int me = MYTHREAD, next = next_thread();
  upc_on (next) { visits[MYTHREAD] += 1; where_from[MYTHREAD] = me; }
  CHECK_EQ(visits[next], 1);
  CHECK_EQ(where_from[next], me);
  upc_barrier;
}

static void on_the_thread_of_a_pointer(void) {
  int me = MYTHREAD, next = next_thread();
  shared [2] double *there = &pairs[2 * next];
  upc_on (there) {
    CHECK_EQ(MYTHREAD, next);
    double *both = (double *)there;
    both[0] = next, both[1] = me;
  }
  CHECK_D(there[0], next);
  CHECK_D(there[1], me);
  upc_barrier;
}

static void on_every_thread_at_once(void) {
  int me = MYTHREAD, next = next_thread();
  if (me != THREADS - 1) return;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    CHECK_EQ(MYTHREAD, t);
    ran[t][0] = me;
  }
  for (int t = 0; t < THREADS; t++) CHECK_EQ(ran[t][0], me);
  upc_coforall (int t = THREADS - 1; t < THREADS; t++) upc_on (t) { ran[t][0]++; }
  upc_coforall (int t = 0; t < THREADS; t += THREADS) upc_on (t) { ran[t][0]++; }
  upc_coforall (int t = THREADS / 2; t < THREADS; t++) upc_on (t) { ran[t][1]++; }
  for (int t = 0; t < THREADS; t++)
    CHECK_EQ(ran[t][0], me + (t == 0) + (t == THREADS - 1)), CHECK_EQ(ran[t][1], t >= THREADS / 2);
  upc_sync {
    upc_begin upc_on (next) { visits[MYTHREAD] += 10; }
  }
  CHECK_EQ(visits[next], 11);
}

static void a_task_waits_for_a_later_one(shared [] int *mine) {
  int me = MYTHREAD;
  upc_sync {
    upc_begin {
      int value;
      upc_syncvar_readFE(&box[me], &value, sizeof value);
      mine[0] = value;
    }
    upc_begin {
      int value = 41 + me;
      upc_syncvar_writeEF(&box[me], &value, sizeof value);
    }
  }
  CHECK_EQ(mine[0], 41 + me);
}

// In order, on this thread, as if there were no tasks.
static void serial_runs_in_order(shared [] int *step) {
  int order = 0;
  *step = 0;
  upc_serial (MYTHREAD >= 0) {
    for (int i = 0; i < 10; i++) {
      upc_begin { *step = *step * 2 + 1; }
      order = order * 2 + 1;
      CHECK_EQ(*step, order);
    }
    upc_serial (0) {
      upc_sync { upc_begin { *step += 1; } }
    }
  }
  CHECK_EQ(*step, order + 1);
}

static void return_leaves_sync_when_its_tasks_have_run(shared [] int *step) {
  *step = 0;
  CHECK_EQ(leaves_early(step), 1);
  CHECK_EQ(*step, 5);
}

static void names_are_no_words_elsewhere(void) {
  int upc_begin = 3, upc_on = upc_begin + 1;
  CHECK_EQ(upc_on, 4);
}

int main(void) {
  shared [] int *mine = upc_alloc(100 * sizeof *mine), *step = upc_alloc(sizeof *step);
  cobegin_nests();
  sync_waits_for_tasks_of_callees(mine);
  tasks_capture_values(mine);
  sync_inside_coforall(mine);
  on_a_thread();
  on_the_thread_of_a_pointer();
  on_every_thread_at_once();
  a_task_waits_for_a_later_one(mine);
  serial_runs_in_order(step);
  return_leaves_sync_when_its_tasks_have_run(step);
  names_are_no_words_elsewhere();
  upc_barrier;
  return done();
}
