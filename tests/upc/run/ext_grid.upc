// SPDX-License-Identifier: BSD-3-Clause
// Grids: a checkerboard where their product is THREADS, the default mapping (and a warning) where it is not.
#include <upc_stride_coll.h>
#include "../multiblock.h"
#define P 2
#pragma processors square(P, P)
#pragma processors flat_row(1, THREADS)
#pragma processors tall ( THREADS , 1 )
#pragma processors six(3, (1 + 1))
_Pragma("processors half((THREADS + 1) / 2, 2)")

shared [2][3] (square) int A[9][10];
shared [2][3] (flat_row) int B[9][10];
shared [4][2] (tall) double C[9][10];
shared [1][1] (six) int D[7][7];
shared [2][2](half) short E[5][9], E2[3][3];
shared [*][*] (square) int F[9][11];
shared [*][2] (six) int G[10][5];
shared [][*] (flat_row) int H[3][10];
shared [2][3] (square) float I[2 * THREADS][3];
int six = 6, square; /* the grids' names are not C's */

#define CEIL(a, b) (((a) + (b) - 1) / (b))
#define GO(X, ...)                                                                             \
  do {                                                                                         \
    const blocked_t a = {2, __VA_ARGS__};                                                      \
    long long *base = calloc(THREADS, sizeof *base);                                           \
    CHECK_EQ(upc_stride_mapped(X), in_force(&a));                                              \
    for (long i[4] = {0}; more(&a, i); step(&a, i)) CHECK_BLOCKED(&a, i, &X[i[0]][i[1]], base); \
    for (long i[4] = {0}; more(&a, i); step(&a, i))                                            \
      if (flat(&a, i) % THREADS == MYTHREAD) X[i[0]][i[1]] = flat(&a, i);                      \
    upc_barrier;                                                                               \
    for (long i[4] = {0}; more(&a, i); step(&a, i)) CHECK_EQ(X[i[0]][i[1]], flat(&a, i));      \
    free(base);                                                                                \
  } while (0)

int main(void) {
  GO(A, {9, 10}, {2, 3}, 2, {2, 2});
  GO(B, {9, 10}, {2, 3}, 2, {1, THREADS});
  GO(C, {9, 10}, {4, 2}, 2, {THREADS, 1});
  GO(D, {7, 7}, {1, 1}, 2, {3, 2});
  GO(E, {5, 9}, {2, 2}, 2, {(THREADS + 1) / 2, 2});
  GO(E2, {3, 3}, {2, 2}, 2, {(THREADS + 1) / 2, 2});
  GO(F, {9, 11}, {CEIL(9, 2), CEIL(11, 2)}, 2, {2, 2});
  GO(G, {10, 5}, {CEIL(10, 3), 2}, 2, {3, 2});
  GO(H, {3, 10}, {3, CEIL(10, THREADS)}, 2, {1, THREADS});
  GO(I, {2 * THREADS, 3}, {2, 3}, 2, {2, 2});
  CHECK_EQ(six + square, 6);
  return done();
}
