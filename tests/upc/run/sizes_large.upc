// SPDX-License-Identifier: BSD-3-Clause
// Large dimensions, with THREADS and without it, in the dynamic environment: sizes, and distances over rows.
#include "../check.h"

int hash[1000003];
static char twice[2 * 1000003];
typedef int P[900000];
typedef shared [] int T[800000];
P p;
struct { P p; shared int *q; } st;
shared [] char one[1000003];
shared [] int A[600000], M[3][700000], (*pm)[700000] = M;
shared [] P sp;
shared int B[600000 * THREADS], B2[3000000 * THREADS];
shared [700000] char C[THREADS][700000];
shared [1000000] short D[1000000 * THREADS];

int main(void) {
  typedef int L[500002];
  int local[70001], next = (MYTHREAD + 1) % THREADS;
  CHECK_EQ(sizeof hash, 4000012);
  CHECK_EQ(sizeof twice, 2000006);
  CHECK_EQ(sizeof p, 3600000);
  CHECK_EQ(sizeof st.p, 3600000);
  CHECK_EQ(sizeof st, 3600016);
  CHECK_EQ(sizeof(T), 3200000);
  CHECK_EQ(sizeof(L), 2000008);
  CHECK_EQ(sizeof local, 280004);
  CHECK_EQ(sizeof one, 1000003);
  CHECK_EQ(sizeof A, 2400000);
  CHECK_EQ(sizeof M, 8400000);
  CHECK_EQ(sizeof sp, 3600000);
  CHECK_EQ(sizeof B, 2400000ll * THREADS);
  CHECK_EQ(sizeof B2, 12000000ll * THREADS);
  CHECK_EQ(upc_localsizeof(B), 2400000);
  CHECK_EQ(upc_localsizeof(B2), 12000000);
  CHECK_EQ(&M[2][1] - &M[0][0], 1400001);
  CHECK_EQ(&pm[2][1] - &pm[0][0], 1400001);
  CHECK_EQ(&C[THREADS - 1][1] - &C[0][0], 700000ll * (THREADS - 1) + 1);
  D[1000000 * MYTHREAD + 999999] = 100 + MYTHREAD;
  upc_barrier;
  CHECK_EQ(D[1000000 * next + 999999], 100 + next);
  CHECK_EQ(upc_threadof(&D[1000000 * next + 999999]), next);
  CHECK_EQ(upc_phaseof(&D[1000000 * next + 999999]), 999999);
  return done();
}
