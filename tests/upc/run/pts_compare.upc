// SPDX-License-Identifier: BSD-3-Clause
// Equality ignores the phase; relations are signs of differences; comparisons with null and generic pointers.
#include "../check.h"

shared [4] int A[12 * THREADS];
shared int C[3 * THREADS];
shared struct s { int a; int b[3]; } S[THREADS];

int main(void) {
  shared void *generic = &A[6];
  shared [4] int *phased = &A[6], *zero = upc_resetphase(&A[6]);
  shared [4] int *retyped = (shared [4] int *)(shared [] int *)&A[6];
  CHECK_EQ(upc_phaseof(phased), 2);
  CHECK_EQ(upc_phaseof(zero), 0);
  CHECK_EQ(upc_phaseof(retyped), 0);
  CHECK(phased == zero); CHECK(!(phased != zero)); CHECK(zero == retyped); CHECK(phased == generic);
  CHECK(generic == zero);
  CHECK(&S[0].a == (shared [] int *)&S[0]);
  CHECK((shared void *)&S[0].b == (shared void *)&S[0].b[0]);
  CHECK(&A[0] != &A[1]); CHECK((shared void *)&C[0] != (shared void *)&A[0]);
  if (THREADS > 1) CHECK(&C[0] != &C[1]);
  CHECK(&C[0] != &C[THREADS]);

  shared int *null = NULL, *also = 0;
  shared void *gnull = (void *)0;
  CHECK(null == 0); CHECK(null == also); CHECK(gnull == null); CHECK(NULL == null); CHECK(!null); CHECK(!gnull);
  CHECK(null == (shared int *)0); CHECK((shared [] char *)0 == gnull);
  CHECK(&C[0] != NULL); CHECK(0 != &A[3]); CHECK(phased != NULL);
  CHECK_EQ(upc_threadof(null), 0); CHECK_EQ(upc_phaseof(null), 0);

  for (int i = 0; i < 3 * THREADS; i++)
    for (int j = 0; j < 3 * THREADS; j++) {
      shared int *p = &C[i], *q = &C[j];
      CHECK_EQ((p < q) * 8 + (p <= q) * 4 + (p > q) * 2 + (p >= q),
          (i < j) * 8 + (i <= j) * 4 + (i > j) * 2 + (i >= j));
      CHECK_EQ(p == q, i == j);
    }
  shared int *end = C + 3 * THREADS;
  CHECK(C < end); CHECK(end > &C[3 * THREADS - 1]); CHECK_EQ(end - C, 3 * THREADS);
  const shared int *cp = C;
  CHECK(cp == C); CHECK(cp <= C); CHECK_EQ(cp + 1 - C, 1);
  return done();
}
