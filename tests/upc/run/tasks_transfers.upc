// SPDX-License-Identifier: BSD-3-Clause
// A put or get does not wait until an earlier task has come to its thread. Thread 1 computes, and looks at no message
// meanwhile. Thread 0 sends it a task, then puts to and gets from a thread, which is the program's argument.
#include <upc.h>
#include <upc_task.h>
#include <upc_tick.h>
#include "../check.h"

static shared int ran;
static shared int cell[THREADS];
static shared upc_tick_t computed, moved;

void note(void *args) {
  (void)args;
  ran = 1;
}

// 400 million steps take a second or so. An empty loop that only looks at the clock would count as waiting.
static void compute(void) {
  volatile double sum = 0;
  for (int i = 1; i < 400000000; i++) sum += 1.0 / i;
  computed = upc_ticks_now();
}

static void move(int thread) {
  upc_task_group_t group;
  upc_task_open(&group);
  upc_task_begin_on(1, note, NULL, 0);
  cell[thread] = 5;
  CHECK_EQ(cell[thread], 5);
  moved = upc_ticks_now();
  upc_task_wait(&group);
  CHECK_EQ(ran, 1);
}

int main(int argc, char **argv) {
  cell[MYTHREAD] = 4;
  upc_barrier;
  if (MYTHREAD == 1) compute();
  if (MYTHREAD == 0) move(argc > 1 ? atoi(argv[1]) : 0);
  upc_barrier;
  CHECK(moved < computed);
  return done();
}
