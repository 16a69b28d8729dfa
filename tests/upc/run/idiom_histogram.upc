// SPDX-License-Identifier: BSD-3-Clause
// A histogram three ways: shared with locks, a row a thread summed by bins, and through private pointers.
#include "../check.h"
#define BINS 17
#define ITEMS (200 * THREADS)

shared [5] unsigned char item[200 * THREADS];
shared int locked[BINS * THREADS];
shared [BINS] int partial[THREADS][BINS];
shared [] int result[BINS];
upc_lock_t *shared guard[BINS * THREADS];

int main(void) {
  upc_forall (int i = 0; i < ITEMS; i++; &item[i]) item[i] = (unsigned char)(i * i % 251);
  for (int b = MYTHREAD; b < BINS; b += THREADS) guard[b] = upc_global_lock_alloc();
  upc_barrier;
  int *mine = (int *)partial[MYTHREAD];
  upc_forall (int i = 0; i < ITEMS; i++; &item[i]) {
    int b = item[i] % BINS;
    mine[b]++;
    upc_lock(guard[b]);
    locked[b]++;
    upc_unlock(guard[b]);
  }
  upc_barrier;
  upc_forall (int b = 0; b < BINS; b++; b)
    for (int t = 0; t < THREADS; t++) result[b] += partial[t][b];
  upc_barrier;
  for (int b = 0; b < BINS; b++) {
    int want = 0;
    for (int i = 0; i < ITEMS; i++) want += i * i % 251 % BINS == b;
    CHECK_EQ(result[b], want);
    CHECK_EQ(locked[b], want);
  }
  return done();
}
