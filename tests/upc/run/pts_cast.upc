// SPDX-License-Identifier: BSD-3-Clause
// Casts and assignments between pointers-to-shared: what happens to the phase (UPC 1.3, 6.4.3).
#include "../check.h"

shared [4] int A[12 * THREADS];
shared [4] float F[12 * THREADS];
shared [4] long L[12 * THREADS];
shared [4] struct { long a, b; } pairs[12 * THREADS];
shared int C[THREADS];
struct unknown;

int main(void) {
  shared [4] int *p = &A[6];
  CHECK_EQ(upc_phaseof(p), 2);
  /* through the generic pointer: kept */
  shared void *v = p;
  CHECK_EQ(upc_phaseof(v), 2);
  shared [4] int *back = v;
  CHECK_EQ(upc_phaseof(back), 2);
  CHECK(&back[1] == &A[7] && &back[2] == &A[8]);
  CHECK_EQ(upc_phaseof((shared const void *)p), 2);
  CHECK_EQ(upc_phaseof((shared [4] float *)v), 2);
  CHECK_EQ(upc_phaseof((shared [8] char *)v), 2);
  /* from the generic pointer to [] or [1]: zero */
  CHECK_EQ(upc_phaseof((shared [] int *)v), 0);
  CHECK_EQ(upc_phaseof((shared int *)v), 0);
  CHECK_EQ(upc_phaseof((shared [1] char *)v), 0);
  /* the same block and element size: kept, also with other qualifiers */
  CHECK_EQ(upc_phaseof((shared [4] const int *)p), 2);
  CHECK_EQ(upc_phaseof((strict shared [4] int *)p), 2);
  CHECK_EQ(upc_phaseof((shared [4] unsigned *)p), 2);
  CHECK_EQ(upc_phaseof((shared [4] float *)p), 2);
  CHECK_EQ(upc_phaseof((shared [4] int(*)[2])p), 2);
  /* another block size or element size, or an incomplete type: zero */
  CHECK_EQ(upc_phaseof((shared [3] int *)p), 0);
  CHECK_EQ(upc_phaseof((shared [8] int *)p), 0);
  CHECK_EQ(upc_phaseof((shared [] int *)p), 0);
  CHECK_EQ(upc_phaseof((shared int *)p), 0);
  CHECK_EQ(upc_phaseof((shared [4] char *)p), 0);
  CHECK_EQ(upc_phaseof((shared [4] double *)p), 0);
  CHECK_EQ(upc_phaseof((shared [4] struct unknown *)p), 0);
  CHECK_EQ(upc_phaseof((shared int *shared [4] *)&L[6]), 0);
  CHECK_EQ(upc_phaseof((shared int *shared [4] *)&pairs[6]), 2);
  CHECK_EQ(upc_phaseof((shared [4] int *)(shared [2] int *)p), 0);
  /* thread and address never change */
  CHECK_EQ(upc_threadof((shared [3] char *)p), upc_threadof(p));
  CHECK_EQ(upc_addrfield((shared [] char *)p), upc_addrfield(p));
  CHECK((shared [] int *)p == (shared [] int *)v);
  CHECK(upc_resetphase(p) == v);
  CHECK_EQ(upc_phaseof(upc_resetphase(p)), 0);

  /* walking with the new type */
  for (int i = MYTHREAD; i < 12 * THREADS; i += THREADS) A[i] = i, F[i] = i;
  upc_barrier;
  shared [] int *in_block = (shared [] int *)&A[5];
  CHECK_EQ(in_block[0], 5); CHECK_EQ(in_block[2], 7);
  if (THREADS == 1) CHECK_EQ(in_block[3], 8);
  else CHECK_EQ(in_block[3], 4 + 4 * THREADS);
  shared int *cyclic = (shared int *)&A[0];
  for (int t = 0; t < THREADS; t++) {
    CHECK_EQ(upc_threadof(cyclic + t), t);
    CHECK_EQ(cyclic[t], 4 * t);
    CHECK_EQ(cyclic[t + THREADS], 4 * t + 1);
  }
  shared [8] char *bytes = (shared [8] char *)&A[0];
  CHECK_EQ(upc_threadof(bytes + 8), 1 % THREADS);
  CHECK_EQ(bytes[4], 1);
  shared [4] int *mid = (shared [4] int *)(shared [] int *)&A[2]; /* phase 0 in the middle of a block */
  CHECK_EQ(mid[0], 2); CHECK_EQ(mid[1], 3);
  CHECK_EQ(upc_threadof(mid + 3), 0); CHECK_EQ(upc_threadof(mid + 4), 1 % THREADS);
  /* implicit conversions in arguments, results, initialisers */
  shared const void *cv = C;
  CHECK_EQ(upc_threadof(C + THREADS - 1), THREADS - 1);
  CHECK(cv == C);
  return done();
}
