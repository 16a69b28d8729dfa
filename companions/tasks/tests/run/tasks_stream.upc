// SPDX-License-Identifier: BSD-3-Clause
// Many tasks to one far thread do not each wait until the one before has come: a hundred take less than eight round
// trips. For a simulated machine with an ideal host (host-factor=0) and slow links.
#include <upc.h>
#include <upc_task.h>
#include <upc_tick.h>
#include "../../../../tests/upc/check.h"

static shared int ran[THREADS];

void count(void *args) {
  (void)args;
  ran[MYTHREAD]++;
}

static double nanoseconds(int tasks) {
  const upc_tick_t start = upc_ticks_now();
  upc_task_group_t group;
  upc_task_open(&group);
  for (int i = 0; i < tasks; i++) upc_task_begin_on(THREADS - 1, count, &i, sizeof i);
  upc_task_wait(&group);
  return upc_ticks_to_ns(upc_ticks_now() - start);
}

int main(void) {
  upc_barrier;
  if (MYTHREAD == 0) {
    double one, hundred;
    nanoseconds(1);
    one = nanoseconds(1), hundred = nanoseconds(100);
    if (!(hundred < 8 * one)) printf("one task: %g ns, a hundred: %g ns\n", one, hundred);
    CHECK(hundred < 8 * one);
    CHECK_EQ(ran[THREADS - 1], 102);
  }
  upc_barrier;
  return done();
}
