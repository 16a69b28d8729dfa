// SPDX-License-Identifier: BSD-3-Clause
// Who takes tasks from whom. Tasks that do nothing are nearly all run by the thread that begins them: taking one costs
// more than running it. Then two tasks that wait for each other to begin, all the same: another thread takes one.
#include <upc.h>
#include <upc_task.h>
#include "../../../../tests/upc/check.h"

enum { ROUNDS = 100000, TASKS = 8 };
shared long ran[THREADS];
strict shared int begun;

void nothing(void *args) { ran[MYTHREAD]++, (void)args; }

void meet(void *args) {
  if (*(int *)args) begun = 1;
  while (!begun) {}
  ran[MYTHREAD]++;
}

int main(void) {
  if (MYTHREAD == 0) {
    upc_task_group_t group;
    long elsewhere = 0;
    for (int r = 0; r < ROUNDS; r++) {
      upc_task_open(&group);
      for (int k = 0; k < TASKS; k++) upc_task_begin(nothing, NULL, 0);
      upc_task_wait(&group);
    }
    for (int t = 1; t < THREADS; t++) elsewhere += ran[t];
    CHECK_EQ(ran[0] + elsewhere, ROUNDS * TASKS);
    CHECK(elsewhere < ROUNDS * TASKS / 100);
    upc_task_open(&group);
    for (int tells = 1; tells >= 0; tells--) upc_task_begin(meet, &tells, sizeof tells);
    upc_task_wait(&group);              // this thread runs the later one, which waits, and another thread the first
    CHECK(THREADS == 1 || ran[0] == ROUNDS * TASKS - elsewhere + 1);
  }
  upc_barrier;
  return done();
}
