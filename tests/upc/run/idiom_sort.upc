// SPDX-License-Identifier: BSD-3-Clause
// Odd-even transposition over elements and a bucket sort with counted, then copied, buckets.
#include "../check.h"
#define N (6 * THREADS)
#define EACH 50

shared int v[6 * THREADS];
shared [EACH] unsigned keys[EACH * THREADS];
shared [] unsigned *shared bucket[THREADS];
shared int filled[THREADS];
upc_lock_t *shared guard[THREADS];
static int order(const void *a, const void *b) {
  unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
  return (x > y) - (x < y);
}

int main(void) {
  upc_forall (int i = 0; i < N; i++; &v[i]) v[i] = (i * 37 + 11) % N;
  upc_barrier;
  for (int pass = 0; pass < N; pass++) {
    upc_forall (int i = pass % 2; i < N - 1; i += 2; &v[i])
      if (v[i] > v[i + 1]) {
        int t = v[i];
        v[i] = v[i + 1];
        v[i + 1] = t;
      }
    upc_barrier;
  }
  for (int i = 1; i < N; i++) CHECK(v[i - 1] <= v[i]);

  unsigned *mine = (unsigned *)&keys[EACH * MYTHREAD], r = 12345u + 999u * MYTHREAD, sum = 0, after = 0;
  for (int k = 0; k < EACH; k++) mine[k] = (r = r * 1103515245u + 12345u) >> 8;
  guard[MYTHREAD] = upc_global_lock_alloc();
  bucket[MYTHREAD] = upc_alloc(EACH * THREADS * sizeof(unsigned));
  upc_barrier;
  for (int i = 0; i < EACH * THREADS; i++) sum += keys[i];
  for (int k = 0; k < EACH; k++) {
    int b = (int)((unsigned long)mine[k] * THREADS >> 24);
    upc_lock(guard[b]);
    bucket[b][filled[b]++] = mine[k];
    upc_unlock(guard[b]);
  }
  upc_barrier;
  qsort((unsigned *)bucket[MYTHREAD], filled[MYTHREAD], sizeof(unsigned), order);
  int at = 0;
  for (int t = 0; t < MYTHREAD; t++) at += filled[t];
  for (int k = 0; k < filled[MYTHREAD]; k++) keys[at + k] = ((unsigned *)bucket[MYTHREAD])[k];
  upc_barrier;
  for (int i = 0; i < EACH * THREADS; i++) {
    after += keys[i];
    if (i) CHECK(keys[i - 1] <= keys[i]);
  }
  CHECK_EQ(after, sum);
  upc_barrier;
  upc_free(bucket[MYTHREAD]);
  return done();
}
