// SPDX-License-Identifier: BSD-3-Clause
// Multi-blocked arrays of three and four dimensions, with and without grids, and grids of fewer dimensions.
#include <upc_stride_coll.h>
#include "../multiblock.h"
#define TWO 2
#pragma processors cube(TWO, 1, TWO)
#pragma processors plane(TWO, THREADS / TWO)
#pragma processors line(THREADS)

shared [2][3][2] int A[5][4][6];
shared [2][1][3] (cube) double B[4][5][7];
shared [2][2][] (plane) int C[5][4][3];
shared [1][][] (line) char D[7][2][3];
shared [1][2][1][3] int E[2][3][2][5];

#define GO(X, n, ...)                                                                          \
  do {                                                                                         \
    const blocked_t a = {n, __VA_ARGS__};                                                      \
    long long *base = calloc(THREADS, sizeof *base);                                           \
    for (long i[4] = {0}; more(&a, i); step(&a, i)) CHECK_BLOCKED(&a, i, &X AT, base);         \
    for (long i[4] = {0}; more(&a, i); step(&a, i)) if (flat(&a, i) % THREADS == MYTHREAD) X AT = flat(&a, i) % 100; \
    upc_barrier;                                                                               \
    for (long i[4] = {0}; more(&a, i); step(&a, i)) CHECK_EQ(X AT, flat(&a, i) % 100);         \
    free(base);                                                                                \
  } while (0)

int main(void) {
#define AT [i[0]][i[1]][i[2]]
  GO(A, 3, {5, 4, 6}, {2, 3, 2});
  GO(B, 3, {4, 5, 7}, {2, 1, 3}, 3, {2, 1, 2});
  GO(C, 3, {5, 4, 3}, {2, 2, 3}, 2, {2, THREADS / 2});
  GO(D, 3, {7, 2, 3}, {1, 2, 3}, 1, {THREADS});
#undef AT
#define AT [i[0]][i[1]][i[2]][i[3]]
  GO(E, 4, {2, 3, 2, 5}, {1, 2, 1, 3});
  CHECK_EQ(upc_stride_mapped(A), 0); CHECK_EQ(upc_stride_mapped(B), THREADS == 4);
  CHECK_EQ(upc_stride_mapped(C), THREADS % 2 == 0); CHECK_EQ(upc_stride_mapped(D), 1);
  return done();
}
