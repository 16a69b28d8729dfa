/* SPDX-License-Identifier: BSD-3-Clause
 * A thread that computes for a while, or for as many seconds as its argument says, and calls nothing: what others want
 * of its memory waits for it. (GASNet on udp would give up after a minute and a half.) */
#include <stdlib.h>
#include <time.h>
#include <upc.h>
#include "../check.h"

static shared [] int *shared where[THREADS];

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
  const int busy = THREADS - 1;
  where[MYTHREAD] = upc_alloc(THREADS * sizeof(int));
  upc_barrier;
  if (MYTHREAD == busy) {
    volatile long count = 0;
    double end = seconds() + (argc > 1 ? atof(argv[1]) : 1.5);
    while (seconds() < end) count++;
  } else {
    where[busy][MYTHREAD] = 1 + MYTHREAD;
  }
  upc_barrier;
  if (MYTHREAD == busy)
    for (int t = 0; t < busy; t++) CHECK_EQ(((int *)where[busy])[t], 1 + t);
  return done();
}
