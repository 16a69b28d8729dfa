// SPDX-License-Identifier: BSD-3-Clause
// Block sizes that divide the array and that do not, larger than a thread's share, larger than the array.
#include "../check.h"

shared [2] int A[10 * THREADS];
shared [3] int B[10 * THREADS];
shared [4] char C[9 * THREADS];
shared [7] double D[5 * THREADS];
shared [13] short E[4 * THREADS];
shared [1000] int F[3 * THREADS];
enum { BLOCK = 5 };
#define TWO 2
shared [BLOCK * TWO - 4] struct { int a; char b[5]; } G[11 * THREADS];
shared [sizeof(int)] long H[THREADS * 6];

#define TOUCH(A, n, block)                                                        \
  do {                                                                            \
    for (long i = 0; i < (n); i++) CHECK_PLACE(&A[i], A, i, block);               \
    for (long i = 0; i < (n); i++) CHECK_EQ(A[i], 0);                             \
    upc_barrier;                                                                  \
    for (long i = 0; i < (n); i++)                                                \
      if ((i * 7 + 3) % THREADS == MYTHREAD) A[i] = i % 100 + 1;                  \
    upc_barrier;                                                                  \
    for (long i = 0; i < (n); i++) CHECK_EQ(A[i], i % 100 + 1);                   \
    for (long i = 0; i < (n); i++)                                                \
      if (place_of(i, block).thread == MYTHREAD)                                  \
        CHECK_EQ(*(char *)&A[i], i % 100 + 1); /* little-endian: the low byte */  \
  } while (0)

int main(void) {
  TOUCH(A, 10 * THREADS, 2);
  TOUCH(B, 10 * THREADS, 3);
  TOUCH(C, 9 * THREADS, 4);
  TOUCH(E, 4 * THREADS, 13);
  TOUCH(F, 3 * THREADS, 1000);
  TOUCH(H, 6 * THREADS, 4);
  for (long i = 0; i < 5 * THREADS; i++) CHECK_PLACE(&D[i], D, i, 7);
  for (long i = 0; i < 11 * THREADS; i++) CHECK_PLACE(&G[i], G, i, 6);
  CHECK_EQ(upc_threadof(&F[3 * THREADS - 1]), 0);

  for (long i = MYTHREAD; i < 11 * THREADS; i += THREADS) {
    G[i].a = (int)(i * i);
    for (int k = 0; k < 5; k++) G[i].b[k] = (char)(i + k);
  }
  upc_barrier;
  for (long i = 0; i < 11 * THREADS; i++) {
    CHECK_EQ(G[i].a, i * i);
    for (int k = 0; k < 5; k++) CHECK_EQ(G[i].b[k], (char)(i + k));
  }
  return done();
}
