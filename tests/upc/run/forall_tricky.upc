// SPDX-License-Identifier: BSD-3-Clause
// Loops whose bound, step or counter a compiler must not assume fixed: single-valued changes made by every thread.
#include "../check.h"

shared [4] int A[64 * THREADS];
static int limit = 40;
static int raise_limit(int i) { if (i == 10) limit = 20; return i; }

int main(void) {
  int n = 0, i, want = 0, hi = 30;
  /* the affinity clause, evaluated by all threads in each iteration, changes the bound */
  upc_forall (i = 0; i < limit; i++; raise_limit(i)) n++;
  for (int k = 0; k < 20; k++) want += k % THREADS == MYTHREAD;
  CHECK_EQ(n, want); CHECK_EQ(i, 20);
  /* the step clause changes the bound and the step */
  int step = 1;
  n = want = 0;
  upc_forall (i = 0; i < hi; i += step, step = i < 10 ? 1 : 3; i) n += i;
  for (int k = 0, s = 1; k < 30; k += s, s = k < 10 ? 1 : 3) want += k % THREADS == MYTHREAD ? k : 0;
  CHECK_EQ(n, want);
  /* the affinity is not affine in the counter */
  n = want = 0;
  upc_forall (i = 0; i < 30; i++; &A[i * i % 50]) n += i;
  for (int k = 0; k < 30; k++) want += k * k % 50 / 4 % THREADS == MYTHREAD ? k : 0;
  CHECK_EQ(n, want);
  n = want = 0;
  upc_forall (i = 0; i < 30; i++; &A[i ^ 3]) n += i;
  for (int k = 0; k < 30; k++) want += (k ^ 3) / 4 % THREADS == MYTHREAD ? k : 0;
  CHECK_EQ(n, want);
  /* offsets and strides that do not divide the block; negative strides */
  for (int off = 0; off < 9; off++)
    for (int st = 1; st < 8; st++) {
      n = want = 0;
      upc_forall (i = 0; i < 50; i += st; &A[i + off]) n += i + 1;
      for (int k = 0; k < 50; k += st) want += (k + off) / 4 % THREADS == MYTHREAD ? k + 1 : 0;
      CHECK_EQ(n, want);
      n = want = 0;
      upc_forall (i = 50; i > off; i -= st; &A[i - off]) n += i;
      for (int k = 50; k > off; k -= st) want += (k - off) / 4 % THREADS == MYTHREAD ? k : 0;
      CHECK_EQ(n, want);
      n = want = 0;
      upc_forall (i = off; i <= 9; i++; &A[st * i]) n += i;
      for (int k = off; k <= 9; k++) want += st * k / 4 % THREADS == MYTHREAD ? k : 0;
      CHECK_EQ(n, want);
      n = want = 0;
      upc_forall (i = off; i <= 9; i++; st * i + off) n += i;
      for (int k = off; k <= 9; k++) want += (st * k + off) % THREADS == MYTHREAD ? k : 0;
      CHECK_EQ(n, want);
    }
  /* reads and writes of neighbours, other arrays and the loop's own element together */
  static shared [4] int B[64 * THREADS];
  upc_forall (i = 0; i < 64 * THREADS; i++; &A[i]) A[i] = i;
  upc_barrier;
  upc_forall (i = 1; i < 64 * THREADS - 1; i++; &A[i]) B[i] = A[i - 1] + A[i] + A[i + 1];
  upc_barrier;
  for (i = 1; i < 64 * THREADS - 1; i++) CHECK_EQ(B[i], 3 * i);
  upc_barrier;
  /* a pointer the body uses is moved inside the body */
  shared [4] int *p = A;
  upc_forall (i = 0; i < 32; i++; &A[i]) { p = &A[i]; *p += 1; p = &B[i]; *p = *p * 0 + A[i]; }
  upc_barrier;
  for (i = 0; i < 32; i++) CHECK_EQ(A[i] * 1000 + B[i], (i + 1) * 1001);
  return done();
}
