// SPDX-License-Identifier: BSD-3-Clause
// flags: -T 4
// threads: 4
// Static THREADS: an integer constant expression, in every place one may stand.
#include "../check.h"
#if THREADS != 4
#error THREADS must be 4 in #if
#endif
#ifndef __UPC_STATIC_THREADS__
#error __UPC_STATIC_THREADS__ must be defined
#endif
#ifdef __UPC_DYNAMIC_THREADS__
#error __UPC_DYNAMIC_THREADS__ must not be defined
#endif

shared int A[10 + THREADS];
shared [] int B[THREADS];
shared [3] int C[10];
shared [2] int D[THREADS][4 * THREADS];
shared int E[THREADS * THREADS];
shared [THREADS] int F[THREADS * 100 * 2];
shared [5] double G[7][3];
shared int H[] = {5, 6, 7, 8, 9, 10};
int private_array[THREADS] = {[THREADS - 1] = 9};
enum { N = THREADS * 2 };
struct bits { unsigned field : THREADS; char room[THREADS][N]; };
_Static_assert(THREADS == 4, "THREADS is a constant");
static int constant = THREADS + 1;
shared int (*row)[THREADS][THREADS];

static int which(int x) {
  switch (x) {
  case THREADS: return 1;
  case THREADS + 1: return 2;
  default: return 0;
  }
}

int main(void) {
  CHECK_EQ(THREADS, 4);
  CHECK_EQ(which(4) * 10 + which(5), 12);
  CHECK_EQ(sizeof(struct bits), 36);
  CHECK_EQ(private_array[3] + constant, 14);
  CHECK_EQ(sizeof(A), 14 * sizeof(int));
  for (int i = 0; i < 14; i++) CHECK_PLACE(&A[i], A, i, 1);
  for (int i = 0; i < 4; i++) CHECK_EQ(upc_threadof(&B[i]), 0);
  for (int i = 0; i < 10; i++) CHECK_PLACE(&C[i], C, i, 3);
  for (int i = 0; i < 800; i++) CHECK_PLACE(&F[i], F, i, 4);
  for (int i = 0; i < 16; i++) CHECK_PLACE(&E[i], E, i, 1);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 16; j++) CHECK_EQ(upc_threadof(&D[i][j]), place_of(16 * i + j, 2).thread);
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 3; j++) CHECK_EQ(upc_phaseof(&G[i][j]), place_of(3 * i + j, 5).phase);
  CHECK_EQ(sizeof(H) / sizeof(H[0]), 6);
  for (int i = 0; i < 6; i++) {
    CHECK_EQ(H[i], 5 + i);
    CHECK_EQ(upc_threadof(&H[i]), i % 4);
  }
  CHECK_EQ(sizeof(*row), 64);
  char room[sizeof(D)];
  CHECK_EQ(sizeof(room), 64 * sizeof(int));
  return done();
}
