// SPDX-License-Identifier: BSD-3-Clause
// Reductions by hand: under a lock, by a binary tree of strict flags, and by recursive doubling with barriers.
#include "../check.h"

shared double under_lock, value[THREADS];
shared long twice[2 * THREADS];
strict shared int ready[THREADS];
upc_lock_t *lock;

int main(void) {
  lock = upc_all_lock_alloc();
  double mine = 0.5 * (MYTHREAD + 1), want = 0.25 * THREADS * (THREADS + 1);
  upc_lock(lock);
  under_lock += mine;
  upc_unlock(lock);
  value[MYTHREAD] = mine;
  int step = 1;
  for (; step < THREADS && MYTHREAD % (2 * step) == 0; step *= 2) {
    if (MYTHREAD + step >= THREADS) continue;
    while (ready[MYTHREAD + step] < step) {}
    value[MYTHREAD] += value[MYTHREAD + step];
  }
  ready[MYTHREAD] = step;
  upc_barrier;
  CHECK_D(under_lock, want);
  CHECK_D(value[0], want);
  /* prefix sums by doubling */
  int in = 0;
  twice[MYTHREAD] = MYTHREAD + 1;
  upc_barrier;
  for (int d = 1; d < THREADS; d *= 2, in = !in) {
    long v = twice[in * THREADS + MYTHREAD];
    if (MYTHREAD >= d) v += twice[in * THREADS + MYTHREAD - d];
    twice[!in * THREADS + MYTHREAD] = v;
    upc_barrier d;
  }
  CHECK_EQ(twice[in * THREADS + MYTHREAD], (MYTHREAD + 1L) * (MYTHREAD + 2) / 2);
  return done();
}
