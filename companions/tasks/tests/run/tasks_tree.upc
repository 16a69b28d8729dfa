// SPDX-License-Identifier: BSD-3-Clause
// On a simulated machine: a task on every thread by upc_task_on_all, or by upc_coforall with upc_on in it, takes a time
// that grows as the logarithm of THREADS. One after the other, with an answer to each, takes THREADS - 1 round trips;
// the tree must be 4 times as fast among 8 threads, and 6 times from 16 threads on. No trip takes longer than others.
// In upc_serial the tasks run in order.
#include <upc.h>
#include <upc_task.h>
#include <upc_tick.h>
#include "../../../../tests/upc/check.h"

shared int ran[THREADS], order[THREADS];
void count(void *args) { ran[MYTHREAD] += *(int *)args; }

static double since(upc_tick_t start) { return (double)upc_ticks_to_ns(upc_ticks_now() - start); }

int main(void) {
  int one = 1;
  upc_barrier;
  if (MYTHREAD == 0) {
    upc_task_on_all(count, &one, sizeof one);
    upc_tick_t start = upc_ticks_now();
    upc_task_on_all(count, &one, sizeof one);
    double tree = since(start);
    start = upc_ticks_now();
    upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) { ran[t] += 1; }
    double loop = since(start);
    int trips = THREADS > 33 ? 32 : THREADS - 1;
    double longest = 0, shortest = 1e300, sum = 0, rounds = 1;
    for (int t = 1; t <= trips; t++) {
      start = upc_ticks_now();
      upc_task_on(t, count, &one, sizeof one);
      double trip = since(start);
      sum += trip;
      if (trip > longest) longest = trip;
      if (trip < shortest) shortest = trip;
    }
    double all = sum / trips * (THREADS - 1);
    for (int t = 1; t < THREADS; t *= 2) rounds++;
    printf("tree %.0f ns, upc_coforall %.0f ns, round trips %.0f ns, %.0f rounds\n", tree, loop, all, rounds);
    CHECK(tree < 2 * rounds * all / (THREADS - 1));
    CHECK(THREADS < 8 || 4 * tree < all);
    CHECK(THREADS < 16 || 6 * tree < all);
    CHECK(longest < 2 * shortest);
    CHECK(loop < 1.1 * tree);
    upc_serial (1) {
      upc_coforall (int t = 0; t < THREADS; t += 1) upc_on (t) { order[t] = t == 0 ? 1 : order[t - 1] + 1; }
    }
    CHECK(order[THREADS - 1] == THREADS);
  }
  upc_barrier;
  CHECK(ran[MYTHREAD] >= 3);
  return done();
}
