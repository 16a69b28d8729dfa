// SPDX-License-Identifier: BSD-3-Clause
// upc_forall with a pointer-to-shared affinity: elements, rows, members, walking pointers, other arrays than the
// body's.
#include "../check.h"

shared int C[40 * THREADS];
shared [3] double B[25 * THREADS];
shared [4] int M[3][5 * THREADS];
shared [] int I[30];
shared [2] struct { int n; char tag[3]; } S[9 * THREADS];
shared [*] int X[6 * THREADS];
static char ran[4096];
static void check_owner(const char *file, int line, long n, size_t (*owner)(long)) {
  for (long k = 0; k < n; k++) check_eq(file, line, "runs of an iteration", ran[k], owner(k) == (size_t)MYTHREAD);
  memset(ran, 0, sizeof ran);
}
#define OWNER(n, owner) check_owner(__FILE__, __LINE__, n, owner)
static size_t cyclic(long k) { return k % THREADS; }
static size_t cyclic2(long k) { return (2 * k + 1) % THREADS; }
static size_t mirrored(long k) { return (40 * THREADS - 1 - k) % THREADS; }
static size_t threes(long k) { return k / 3 % THREADS; }
static size_t fours(long k) { return k / 4 % THREADS; }
static size_t rows(long k) { return k * 5 * THREADS / 4 % THREADS; }
static size_t twos(long k) { return k / 2 % THREADS; }
static size_t sixes(long k) { return k / 6; }
static size_t zero(long k) { return 0 * k; }
static shared [3] double *where(int i) { return B + i; }

int main(void) {
  int i;
  upc_forall (i = 0; i < 40 * THREADS; i++; &C[i]) ran[i]++, C[i] = i;
  CHECK_EQ(i, 40 * THREADS); OWNER(40 * THREADS, cyclic);
  upc_forall (i = 0; i < 40 * THREADS; i++; C + i) { ran[i]++; int *p = (int *)&C[i]; CHECK_EQ(*p, i); }
  OWNER(40 * THREADS, cyclic);
  upc_forall (i = 0; i < 19 * THREADS; i++; &C[2 * i + 1]) ran[i]++;
  OWNER(19 * THREADS, cyclic2);
  upc_forall (int j = 40 * THREADS - 1; j >= 0; j--; &C[40 * THREADS - 1 - j]) ran[j]++;
  OWNER(40 * THREADS, mirrored);
  upc_forall (i = 0; i < 25 * THREADS; i++; &B[i]) { ran[i]++; B[i] = i / 2.0; *(double *)&B[i] += 1; }
  OWNER(25 * THREADS, threes);
  upc_forall (i = 1; i < 25 * THREADS - 1; i++; &B[i]) CHECK_EQ(i / 3 % THREADS, MYTHREAD);
  upc_forall (i = 0; i < 25 * THREADS; i += 3; &B[i]) {
    ran[i]++; for (int k = i; k < i + 3 && k < 25 * THREADS; k++) B[k] *= 2; }
  for (int k = 0; k < 25 * THREADS; k++) CHECK_EQ(ran[k], k % 3 == 0 && k / 3 % THREADS == MYTHREAD);
  memset(ran, 0, sizeof ran);
  upc_barrier;
  for (i = 0; i < 25 * THREADS; i++) CHECK_D(B[i], i + 2);
  upc_forall (i = 0; i < 25 * THREADS; i++; where(i)) ran[i]++;
  OWNER(25 * THREADS, threes);
  for (int r = 0; r < 3; r++) {
    upc_forall (int j = 0; j < 5 * THREADS; j++; &M[r][j]) ran[r * 5 * THREADS + j]++, M[r][j] = r;
  }
  OWNER(15 * THREADS, fours);
  upc_forall (i = 0; i < 3; i++; M[i]) ran[i]++;
  OWNER(3, rows);
  upc_forall (i = 0; i < 3; i++; &M[i]) ran[i]++;
  OWNER(3, rows);
  upc_forall (i = 0; i < 30; i++; &I[i]) ran[i]++;
  OWNER(30, zero);
  upc_forall (i = 0; i < 9 * THREADS; i++; &S[i]) ran[i]++;
  OWNER(9 * THREADS, twos);
  upc_forall (i = 0; i < 9 * THREADS; i++; &S[i].n) ran[i]++, S[i].n = i;
  OWNER(9 * THREADS, twos);
  upc_forall (i = 0; i < 9 * THREADS; i++; S[i].tag) ran[i]++;
  OWNER(9 * THREADS, twos);
  upc_forall (i = 0; i < 6 * THREADS; i++; &X[i]) ran[i]++;
  OWNER(6 * THREADS, sixes);
  /* the pointer itself walks */
  shared [3] double *p;
  upc_forall (p = B; p < B + 25 * THREADS; p++; p) { ran[p - B]++; CHECK_EQ(upc_threadof(p), MYTHREAD); }
  OWNER(25 * THREADS, threes);
  upc_forall (shared int *q = &C[0]; q != &C[0] + 40 * THREADS; ++q; q) ran[*q]++;
  OWNER(40 * THREADS, cyclic);
  shared void *v = &B[4];
  int n = 0;
  upc_forall (i = 0; i < 5; i++; v) n++;
  CHECK_EQ(n, MYTHREAD == 1 % THREADS ? 5 : 0);
  upc_forall (i = 0; i < 5; i++; (shared void *)&C[i]) ran[i]++;
  OWNER(5, cyclic);
  shared int *offset = &C[THREADS - 1]; /* starts on the last thread */
  upc_forall (i = 0; i < 3 * THREADS; i++; &offset[i]) CHECK_EQ((i + THREADS - 1) % THREADS, MYTHREAD);
  shared [3] double *mid = &B[1];
  upc_forall (i = 0; i < 20; i++; mid + i) CHECK_EQ((i + 1) / 3 % THREADS, MYTHREAD);
  upc_barrier;
  return done();
}
