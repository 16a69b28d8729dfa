// SPDX-License-Identifier: BSD-3-Clause
// List ranking by pointer jumping over a permuted list of shared cells; a second copy as indices.
#include "../check.h"
#define N (23 * THREADS)

typedef struct cell { shared [2] struct cell *next; int rank; } cell_t;
shared [2] cell_t old[23 * THREADS], new[23 * THREADS];

int main(void) {
  /* i is followed by i + 7 (mod N' where the walk visits all), the last points to null */
  int stride = 1;
  for (int s = 7; s < N; s++) {
    int a = s, b = N;
    while (b) { int r = a % b; a = b; b = r; }
    if (a == 1) { stride = s; break; }
  }
  int last = (int)((long)stride * (N - 1) % N);
  upc_forall (int i = 0; i < N; i++; &old[i]) {
    old[i].next = i == last ? NULL : &old[(i + stride) % N];
    old[i].rank = i == last ? 0 : 1;
  }
  upc_barrier;
  for (int d = 1; d < N; d *= 2) {
    upc_forall (int i = 0; i < N; i++; &new[i]) {
      shared [2] cell_t *n = old[i].next;
      new[i] = old[i];
      if (n) {
        new[i].rank += n->rank;
        new[i].next = n->next;
      }
    }
    upc_barrier;
    upc_forall (int i = 0; i < N; i++; &new[i]) old[i] = new[i];
    upc_barrier;
  }
  for (int k = 0; k < N; k++) {
    int i = (int)((long)stride * k % N);
    CHECK_EQ(old[i].rank, N - 1 - k);
    CHECK(old[i].next == NULL);
  }
  return done();
}
