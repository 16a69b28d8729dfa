// SPDX-License-Identifier: BSD-3-Clause
// race: 11 15
// Loads and stores by private pointers to shared memory.
#include <upc_relaxed.h>

shared [16] int A[16 * THREADS];
static void fill(int *p, int n) {
  for (int i = 0; i < n; i++) {
    int *q = p + i;
    if (i % 2)
      *q = i;
  }
}
static int look(int i) {
  return A[16 * ((MYTHREAD + 1) % THREADS) + i];
}

int main(void) {
  fill((int *)&A[16 * MYTHREAD], 16);
  ORDER(upc_barrier);
  return look(3) > 100;
}
