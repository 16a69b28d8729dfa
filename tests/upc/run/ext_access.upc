// SPDX-License-Identifier: BSD-3-Clause
// Every kind of access through subscripts of multi-blocked arrays, side effects once, as affinity, as parameters.
#include "../multiblock.h"
#pragma processors g(1, THREADS)

struct cell { int n; double d[2]; unsigned f : 5; shared [] int *p; };
shared [2][2] int A[5][6];
shared [3][2] (g) struct cell S[4][7];
shared [2][2] (g) double M[6][4], N[6][4];
static int calls;
static int one(int x) { calls++; return x; }
static int sum(shared [2][2] int X[5][6]) {
  int s = 0;
  for (int i = 0; i < 5; i++) for (int j = 0; j < 6; j++) s += X[i][j];
  return s;
}
static void scale(shared [2][2] (g) double X[6][4], shared [2][2] (g) double Y[6][4], double by) {
  for (int i = 0; i < 6; i++) {
    upc_forall (int j = 0; j < 4; j++; &X[i][j]) X[i][j] = Y[i][j] * by;
  }
}

int main(void) {
  int t = 0, i, j;
  for (i = 0; i < 5; i++)
    for (j = 0; j < 6; j++) {
      if (t++ % THREADS != MYTHREAD) continue;
      int *v = calloc(1, sizeof *v);
      A[i][j] = 10; A[i][j] += 5; A[i][j]--; ++A[i][j]; A[i][j] *= 2; *v = A[i][j]++; CHECK_EQ(*v, 30);
      CHECK_EQ(A[i][j], 31);
      A[one(i)][one(j)] -= 1; A[i][j] <<= 1; CHECK_EQ((A[i][j] = 7) + A[i][j], 14); A[i][j] = i * 10 + j;
      free(v);
    }
  CHECK_EQ(calls % 2, 0);
  upc_barrier;
  i = 1; j = 2; CHECK_EQ(A[i++][j++], 12); CHECK_EQ(i * 10 + j, 23); CHECK_EQ(A[i][--j], 22); CHECK_EQ(i[A][j], 22);
  CHECK_EQ(A[A[0][1]][A[0][2]], 12);
  CHECK_EQ(sum(A), 5 * 15 + 6 * 100);
  CHECK_EQ(A[4][5] > A[4][4] ? A[3][3] : 0, 33); CHECK_EQ(-A[1][1] + !A[0][0], -10); shared [] int *p = &A[4][4];
  CHECK_EQ(p[1], 45);
  /* struct elements */
  t = 0;
  for (i = 0; i < 4; i++)
    for (j = 0; j < 7; j++)
      if (t++ % THREADS == MYTHREAD) {
        S[i][j].n = i; S[i][j].n += j; S[i][j].d[1] = j / 2.0; S[i][j].f = 33 + j; S[i][j].f++;
        S[i][j].p = &A[i][j % 6]; shared [] double *d = S[i][j].d; d[0] = d[1] + 1;
      }
  upc_barrier;
  for (i = 0; i < 4; i++)
    for (j = 0; j < 7; j++) {
      struct cell c = S[i][j];
      CHECK_EQ(c.n, i + j); CHECK_D(c.d[0], j / 2.0 + 1); CHECK_EQ(S[i][j].f, (34 + j) % 32);
      CHECK_EQ(*S[i][j].p, i * 10 + j % 6); CHECK_EQ(upc_threadof(&S[i][j].d[1]), upc_threadof(&S[i][j]));
    }
  /* affinity by element and by row; arrays as arguments */
  int mine = 0, want = 0;
  upc_forall (i = 0; i < 6; i++; &M[i][3]) mine++;
  for (i = 0; i < 6; i++) want += upc_threadof(&M[i][3]) == (size_t)MYTHREAD;
  CHECK_EQ(mine, want);
  for (i = 0; i < 6; i++) {
    upc_forall (j = 0; j < 4; j++; &M[i][j]) {
      CHECK_EQ(upc_threadof(&M[i][j]), MYTHREAD); N[i][j] = i + j; *(double *)&M[i][j] = -1; }
  }
  upc_barrier;
  scale(M, N, 3);
  upc_barrier;
  for (i = 0; i < 6; i++) for (j = 0; j < 4; j++) CHECK_D(M[i][j], 3 * (i + j));
  return done();
}
