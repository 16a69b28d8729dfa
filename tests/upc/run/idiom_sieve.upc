// SPDX-License-Identifier: BSD-3-Clause
// The sieve of Eratosthenes on a blocked array, each thread striking out in its own blocks.
#include "../check.h"
#define BLOCK 100
#define LIMIT (BLOCK * 3 * THREADS)

shared [BLOCK] char composite[BLOCK * 3 * THREADS];
shared int counts[THREADS];

int main(void) {
  for (int p = 2; p * p < LIMIT; p++) {
    if (composite[p]) continue;
    for (int b = MYTHREAD * BLOCK; b < LIMIT; b += BLOCK * THREADS) {
      int first = (b + p - 1) / p * p;
      if (first < p * p) first = p * p;
      for (int k = first; k < b + BLOCK; k += p) composite[k] = 1;
    }
    upc_barrier p;
  }
  upc_barrier;
  upc_forall (int k = 2; k < LIMIT; k++; &composite[k])
    if (!composite[k]) counts[MYTHREAD]++;
  upc_barrier;
  int total = 0, want = 0;
  for (int t = 0; t < THREADS; t++) total += counts[t];
  for (int k = 2; k < LIMIT; k++) {
    int prime = 1;
    for (int d = 2; d * d <= k && prime; d++) prime = k % d != 0;
    want += prime;
    CHECK_EQ(composite[k], !prime);
  }
  CHECK_EQ(total, want);
  return done();
}
