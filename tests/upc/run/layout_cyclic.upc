// SPDX-License-Identifier: BSD-3-Clause
// The default block size of 1, with element types of many sizes.
#include "../check.h"
#define K 7
typedef struct { char bytes[3]; } three_t;
typedef struct { double d; char c; } sixteen_t;

shared char A[K * THREADS];
shared [1] short B[THREADS * K];
int shared C[K * THREADS];
shared double D[THREADS];
shared three_t E[K * THREADS];
shared sixteen_t F[(K) * THREADS];
shared long double G[THREADS * (2 + 1)];

int main(void) {
  for (int i = 0; i < K * THREADS; i++) {
    CHECK_PLACE(&A[i], A, i, 1);
    CHECK_PLACE(&B[i], B, i, 1);
    CHECK_PLACE(&C[i], C, i, 1);
    CHECK_PLACE(&E[i], E, i, 1);
    CHECK_PLACE(&F[i], F, i, 1);
  }
  for (int i = 0; i < THREADS; i++) CHECK_PLACE(&D[i], D, i, 1);
  for (int i = 0; i < 3 * THREADS; i++) CHECK_PLACE(&G[i], G, i, 1);

  for (int i = 0; i < K * THREADS; i++) {
    CHECK_EQ(A[i], 0);
    CHECK_D(F[i].d, 0);
  }
  upc_barrier;
  for (int i = MYTHREAD; i < K * THREADS; i += THREADS) {
    int j = K * THREADS - 1 - i; /* somebody else's, mostly */
    A[j] = (char)j; B[j] = (short)(3 * j); C[j] = 1000 * j;
    E[j].bytes[0] = (char)j; E[j].bytes[2] = (char)(j + 1);
    F[j].d = j / 4.0; F[j].c = (char)(j ^ 5);
  }
  upc_barrier;
  for (int i = 0; i < K * THREADS; i++) {
    CHECK_EQ(A[i], (char)i); CHECK_EQ(B[i], 3 * i); CHECK_EQ(C[i], 1000 * i);
    CHECK_EQ(E[i].bytes[0], (char)i); CHECK_EQ(E[i].bytes[1], 0); CHECK_EQ(E[i].bytes[2], (char)(i + 1));
    CHECK_D(F[i].d, i / 4.0); CHECK_EQ(F[i].c, (char)(i ^ 5));
  }
  /* a thread's elements are contiguous */
  int *mine = (int *)&C[MYTHREAD];
  for (int k = 0; k < K; k++) CHECK_EQ(mine[k], 1000 * (k * THREADS + MYTHREAD));
  three_t *three = (three_t *)&E[MYTHREAD];
  for (int k = 0; k < K; k++) CHECK_EQ(three[k].bytes[0], (char)(k * THREADS + MYTHREAD));
  return done();
}
