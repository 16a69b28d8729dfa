// SPDX-License-Identifier: BSD-3-Clause
// upc_forall given out by arithmetic: steps other than one, rows of two dimensions, upc_forall inside, neighbours. Who
// runs
// an iteration is written down and compared with the affinity, and so is the order, and the index behind the loop.
#include "../check.h"

#define N (48 * THREADS)
shared [6] int A[N], B[N];
shared int C[N], D[N];
shared [] int I[60];
shared [4 * 5] int M[12 * THREADS][5], Q[12 * THREADS][5];
shared [5] int K[9 * THREADS][5];
static int ran[64 * 64], last;

static void ran_now(int i) { ran[i]++; CHECK(i >= last); last = i; }
#define RAN(LOOP, lo, hi, by, owner)                                                                                   \
  do {                                                                                                                 \
    int i;                                                                                                             \
    memset(ran, 0, sizeof ran); last = 0;                                                                              \
    LOOP ran_now(i);                                                                                                   \
    int end = (lo);                                                                                                    \
    for (; end < (hi); end += (by)) if ((int)(owner(end)) == MYTHREAD) ran[end]--;                                     \
    CHECK_EQ(i, end);                                                                                                  \
    for (int k = 0; k < N + 9; k++) CHECK_EQ(ran[k], 0);                                                               \
  } while (0)
#define OF_A(i) upc_threadof(&A[i])
#define OF_A2(i) upc_threadof(&A[(i) - 2])
#define OF_INT(i) ((i) % THREADS)
#define OF_INT3(i) (((i) + 3) % THREADS)
#define OF_M(i) ((i) / 4 % THREADS)
#define OF_M1(i) (((i) + 1) / 4 % THREADS)
#define OF_K(i) ((i) % THREADS)
#define OF_P(i) upc_threadof(&p[i])
#define OF_I(i) 0

int main(void) {
  for (int lo = 2; lo < 20; lo += 5)
    for (int hi = lo - 1; hi <= N; hi += 23) {
      RAN(upc_forall (i = lo; i < hi; i += 2; &A[i]), lo, hi, 2, OF_A);
      RAN(upc_forall (i = lo; i < hi; i += 5; &A[i]), lo, hi, 5, OF_A);
      RAN(upc_forall (i = lo; i < hi; i += 7; &A[i - 2]), lo, hi, 7, OF_A2);
      RAN(upc_forall (i = lo; i <= hi - 1; i += 100; &A[i]), lo, hi, 100, OF_A);
      RAN(upc_forall (i = lo; i < hi; i += 2; i), lo, hi, 2, OF_INT);
      RAN(upc_forall (i = lo; i < hi; i += 3; i + 3), lo, hi, 3, OF_INT3);
      RAN(upc_forall (i = lo; hi > i; i += 4; &C[i]), lo, hi, 4, OF_INT);
      RAN(upc_forall (i = lo; i < hi; i += 6; i), lo, hi, 6, OF_INT);
      shared [6] int *p = &A[lo + 3];
      RAN(upc_forall (i = lo; i < hi - 9; i += 2; &p[i]), lo, hi - 9, 2, OF_P);
      RAN(upc_forall (i = lo; i < hi - 9; ++i; &p[i]), lo, hi - 9, 1, OF_P);
      int top = hi / 4;
      RAN(upc_forall (i = lo; i < top; i++; &M[i][0]), lo, top, 1, OF_M);
      RAN(upc_forall (i = lo; i < top; i++; &M[i][4]), lo, top, 1, OF_M);
      RAN(upc_forall (i = lo; i < top; i += 3; M[i]), lo, top, 3, OF_M);
      RAN(upc_forall (i = lo; i < top - 1; i += 2; &M[i + 1][2]), lo, top - 1, 2, OF_M1);
      top = hi * 9 / 48;
      RAN(upc_forall (i = lo; i < top; i++; &K[i][1]), lo, top, 1, OF_K);
      RAN(upc_forall (i = lo; i < 50 + hi % 9; i++; &I[i]), lo, 50 + hi % 9, 1, OF_I);
    }

  /* down, and what is no counting */
  memset(ran, 0, sizeof ran);
  int i;
  upc_forall (i = N - 1; i >= 0; i--; &A[i]) ran[i]++;
  CHECK_EQ(i, -1);
  for (int k = 0; k < N; k++) CHECK_EQ(ran[k], (int)upc_threadof(&A[k]) == MYTHREAD);

  /* an upc_forall inside one that distributes runs all its iterations; one outside that has no affinity does not matter
   * */
  memset(ran, 0, sizeof ran);
  upc_forall (int r = 0; r < 12 * THREADS; r++; &M[r][0])
    upc_forall (int k = 0; k < 5; k++; &K[k][0]) { M[r][k] = r * 5 + k; Q[r][k] = 0; ran[r]++; }
  for (int r = 0; r < 12 * THREADS; r++) CHECK_EQ(ran[r], r / 4 % THREADS == MYTHREAD ? 5 : 0);
  memset(ran, 0, sizeof ran);
  upc_forall (int r = 0; r < 3; r++; continue)
    upc_forall (int k = 0; k < N; k++; &A[k]) { A[k] = k; B[k] = -1; ran[k]++; }
  for (int k = 0; k < N; k++) CHECK_EQ(ran[k], (int)upc_threadof(&A[k]) == MYTHREAD ? 3 : 0);
  upc_forall (int k = 0; k < N; k++; k) { C[k] = k; D[k] = -1; }
  upc_barrier;

  /* neighbours of the element whose affinity it is, near and far */
  upc_forall (int k = 1; k < N - 2; k++; &A[k]) B[k] = A[k - 1] + 10 * A[k] + 100 * A[k + 2];
  upc_forall (int k = 1; k < N - 2; k++; k) D[k] = C[k - 1] + 10 * C[k] + 100 * C[k + 2] + A[k + 1];
  upc_forall (int r = 1; r < 12 * THREADS - 1; r++; &M[r][2])
    for (int k = 1; k < 4; k++) Q[r][k] = M[r - 1][k] + 10 * M[r + 1][k] + 100 * M[r][k - 1] + 1000 * M[r][k + 1];
  upc_barrier;
  for (int k = 0; k < N; k++) {
    int inner = k >= 1 && k < N - 2;
    CHECK_EQ(B[k], inner ? k - 1 + 10 * k + 100 * (k + 2) : -1);
    CHECK_EQ(D[k], inner ? k - 1 + 10 * k + 100 * (k + 2) + k + 1 : -1);
  }
  for (int r = 0; r < 12 * THREADS; r++)
    for (int k = 0; k < 5; k++)
      CHECK_EQ(Q[r][k], r >= 1 && r < 12 * THREADS - 1 && k >= 1 &&
          k < 4 ? 5 * r - 5 + k + 10 * (5 * r + 5 + k) + 100 * (5 * r + k - 1) + 1000 * (5 * r + k + 1) : 0);
  upc_barrier;
  return done();
}
