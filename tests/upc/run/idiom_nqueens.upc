// SPDX-License-Identifier: BSD-3-Clause
// N queens with work taken from a shared counter under a lock.
#include "../check.h"

shared int next_job, solutions[THREADS];
upc_lock_t *lock;

static int place(int n, unsigned columns, unsigned left, unsigned right, int row) {
  if (row == n) return 1;
  int found = 0;
  for (unsigned free = ~(columns | left | right) & ((1u << n) - 1); free; free &= free - 1) {
    unsigned bit = free & -free;
    found += place(n, columns | bit, (left | bit) << 1, (right | bit) >> 1, row + 1);
  }
  return found;
}

static int take(void) {
  upc_lock(lock);
  int job = next_job++;
  upc_unlock(lock);
  return job;
}

int main(void) {
  static const int known[] = {1, 1, 0, 0, 2, 10, 4, 40, 92, 352};
  lock = upc_all_lock_alloc();
  for (int n = 4; n <= 9; n++) {
    if (MYTHREAD == 0) next_job = 0;
    solutions[MYTHREAD] = 0;
    upc_barrier n;
    for (int job; (job = take()) < n;) {
      unsigned bit = 1u << job;
      solutions[MYTHREAD] += place(n, bit, bit << 1, bit >> 1, 1);
    }
    upc_barrier;
    int total = 0;
    for (int t = 0; t < THREADS; t++) total += solutions[t];
    CHECK_EQ(total, known[n]);
    upc_barrier;
  }
  return done();
}
