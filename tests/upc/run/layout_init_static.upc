// SPDX-License-Identifier: BSD-3-Clause
// flags: -T 3
// threads: 3
// Initialisers of blocked and cyclic arrays under static THREADS.
#include "../check.h"

shared int A[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
shared [2] int B[THREADS][3] = {{1, 2, 3}, {4, 5}, {7, 8, 9}};
shared [4] struct { char tag; short v[2]; } C[7] = {[1] = {'b', {1, 2}}, [5] = {'f', {5, 6}}};
shared [*] double D[] = {.5, 1.5, 2.5, 3.5};
shared [3] char E[] = "distributed";
static shared int *F[3] = {&A[4], A, A + 9};
static shared [2] int *G = &B[1][1];

int main(void) {
  for (int i = 0; i < 10; i++) CHECK_EQ(A[i], i * i);
  for (int i = 0; i < 9; i++) CHECK_EQ(B[i / 3][i % 3], i == 5 ? 0 : i + 1);
  for (int i = 0; i < 7; i++) {
    CHECK_EQ(C[i].tag, i == 1 ? 'b' : i == 5 ? 'f' : 0);
    CHECK_EQ(C[i].v[0] * 10 + C[i].v[1], i == 1 ? 12 : i == 5 ? 56 : 0);
  }
  CHECK_EQ(sizeof(D), 4 * sizeof(double));
  CHECK_EQ(upc_blocksizeof(D), 2);
  for (int i = 0; i < 4; i++) CHECK_D(D[i], i + .5);
  for (int i = 0; i < 12; i++) CHECK_EQ(E[i], "distributed"[i]);
  CHECK_EQ(*F[0], 16); CHECK_EQ(*F[1], 0); CHECK_EQ(*F[2], 81);
  CHECK_EQ(upc_threadof(F[2]), 0); CHECK_EQ(upc_threadof(F[0]), 1);
  CHECK_EQ(*G, 5); CHECK_EQ(upc_phaseof(G), 0); CHECK_EQ(G[2], 7);
  CHECK_EQ(upc_threadof(G), 2); CHECK_EQ(upc_threadof(G + 2), 0);
  return done();
}
