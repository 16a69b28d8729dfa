// SPDX-License-Identifier: BSD-3-Clause
// Multi-blocked arrays of one dimension: a named grid makes them so, and frees them from THREADS in the dimension.
#include <upc_stride_coll.h>
#include "../multiblock.h"
#pragma processors all(THREADS)
#pragma processors three(3)

shared [4] (all) int A[30];
shared [5] (three) double B[41];
shared [*] (all) char C[17];
shared [] (all) short D[9];
shared [3] int plain[5 * THREADS];

int main(void) {
  const blocked_t a = {1, {30}, {4}, 1, {THREADS}}, b = {1, {41}, {5}, 1, {3}}, d = {1, {9}, {9}, 1, {THREADS}};
  long long at[4][THREADS];
  memset(at, 0, sizeof at);
  for (long i[4] = {0}; more(&a, i); step(&a, i)) CHECK_BLOCKED(&a, i, &A[i[0]], at[0]);
  for (long i[4] = {0}; more(&b, i); step(&b, i)) CHECK_BLOCKED(&b, i, &B[i[0]], at[1]);
  const blocked_t c = {1, {17}, {(17 + THREADS - 1) / THREADS}, 1, {THREADS}};
  for (long i[4] = {0}; more(&c, i); step(&c, i)) CHECK_BLOCKED(&c, i, &C[i[0]], at[2]);
  for (long i[4] = {0}; more(&d, i); step(&d, i)) CHECK_BLOCKED(&d, i, &D[i[0]], at[3]);
  CHECK_EQ(upc_stride_mapped(A), 1); CHECK_EQ(upc_stride_mapped(B), THREADS == 3); CHECK_EQ(upc_stride_mapped(C), 1);
  for (int i = MYTHREAD; i < 30; i += THREADS) A[i] = i;
  upc_forall (int i = 0; i < 41; i++; &B[i]) B[i] = i / 2.0;
  for (int i = 0; i < 5 * THREADS; i++) CHECK_PLACE(&plain[i], plain, i, 3);
  upc_barrier;
  for (int i = 0; i < 30; i++) CHECK_EQ(A[i], i);
  for (int i = 0; i < 41; i++) CHECK_D(B[i], i / 2.0);
  return done();
}
