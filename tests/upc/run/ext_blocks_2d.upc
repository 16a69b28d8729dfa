// SPDX-License-Identifier: BSD-3-Clause
// Multi-blocked arrays of two dimensions under the default mapping: block sizes that divide and that do not.
#include "../multiblock.h"

struct item { char name[5]; int n; };
shared [2][3] int A[6][9];
shared [2][3] double B[7][8];
shared [4][1] char C[5][6];
shared [1][1] short D[3][4];
shared [9][9] long E[5][4];
shared [3][2] struct item F[8][5];
shared [][4] int G[5][10];
shared [3][] int H[8][7];
static shared [2][2] int I[2 * THREADS][THREADS + 1];

#define GO(X, T, ...)                                                                  \
  do {                                                                                 \
    const blocked_t a = {2, __VA_ARGS__};                                              \
    long long *base = calloc(THREADS, sizeof *base);                                   \
    for (long i[4] = {0}; more(&a, i); step(&a, i)) {                                  \
      CHECK_BLOCKED(&a, i, &X[i[0]][i[1]], base);                                      \
      CHECK_EQ(X[i[0]][i[1]], 0);                                                      \
    }                                                                                  \
    upc_barrier;                                                                       \
    for (long i[4] = {0}; more(&a, i); step(&a, i))                                    \
      if (flat(&a, i) % THREADS == MYTHREAD) X[i[0]][i[1]] = (T)(flat(&a, i) + 1);     \
    upc_barrier;                                                                       \
    for (long i[4] = {0}; more(&a, i); step(&a, i)) {                                  \
      CHECK_EQ(X[i[0]][i[1]], (T)(flat(&a, i) + 1));                                   \
      (void)X[i[0]][i[1]];                                                             \
    }                                                                                  \
    free(base);                                                                        \
  } while (0)

int main(void) {
  GO(A, int, {6, 9}, {2, 3});
  GO(B, double, {7, 8}, {2, 3});
  GO(C, char, {5, 6}, {4, 1});
  GO(D, short, {3, 4}, {1, 1});
  GO(E, long, {5, 4}, {9, 9});
  GO(G, int, {5, 10}, {5, 4});
  GO(H, int, {8, 7}, {3, 7});
  GO(I, int, {2 * THREADS, THREADS + 1}, {2, 2});
  const blocked_t f = {2, {8, 5}, {3, 2}};
  long long base[THREADS];
  memset(base, 0, sizeof base);
  for (long i[4] = {0}; more(&f, i); step(&f, i)) {
    CHECK_BLOCKED(&f, i, &F[i[0]][i[1]], base);
    if (flat(&f, i) % THREADS == MYTHREAD) F[i[0]][i[1]].n = flat(&f, i), F[i[0]][i[1]].name[4] = 'x';
  }
  upc_barrier;
  for (long i[4] = {0}; more(&f, i); step(&f, i)) {
    struct item copy = F[i[0]][i[1]];
    CHECK_EQ(copy.n, flat(&f, i)); CHECK_EQ(copy.name[4] - copy.name[0], 'x');
  }
  return done();
}
