// SPDX-License-Identifier: BSD-3-Clause
// Casts to private pointers: a thread's own part is ordinary C memory.
#include "../check.h"

shared int C[8 * THREADS];
shared [4] double B[12 * THREADS];
shared [] char I[100];
shared struct s { int a; double d[3]; } S[2 * THREADS];
shared int scalar;

static double dot(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

int main(void) {
  int *c = (int *)&C[MYTHREAD], *same = (int *)(C + MYTHREAD), *more = (int *)(void *)same;
  CHECK(c == same && more == c);
  for (int k = 0; k < 8; k++) c[k] = 10 * k + MYTHREAD;
  double *b = (double *)&B[4 * MYTHREAD];
  for (int k = 0; k < 12; k++) b[k] = k;
  CHECK((double *)&B[4 * MYTHREAD + 3] == b + 3);
  CHECK((double *)&B[4 * (MYTHREAD + THREADS)] == b + 4);
  CHECK((double *)&B[4 * (MYTHREAD + 2 * THREADS) + 1] - b == 9);
  struct s *s = (struct s *)&S[MYTHREAD];
  s[1].d[2] = 3.5; s->a = MYTHREAD;
  CHECK(&s->d[1] == (double *)&S[MYTHREAD].d[1]);
  CHECK(&s[1].a == (int *)&S[MYTHREAD + THREADS].a);
  CHECK_D(dot(4, (double *)&B[4 * MYTHREAD], (const double *)&B[4 * MYTHREAD]), 14);
  if (MYTHREAD == 0) {
    strcpy((char *)I, "in shared space");
    *(int *)&scalar = 77;
    CHECK_EQ(*((unsigned char *)&scalar), 77);
  }
  upc_barrier;
  for (int i = 0; i < 8 * THREADS; i++) CHECK_EQ(C[i], 10 * (i / THREADS) + i % THREADS);
  for (int i = 0; i < 12 * THREADS; i++) CHECK_D(B[i], i / (4 * THREADS) * 4 + i % 4);
  for (int t = 0; t < THREADS; t++) CHECK_D(S[t + THREADS].d[2] + S[t].a, 3.5 + t);
  CHECK_EQ(I[3], 's'); CHECK_EQ(I[15], 0); CHECK_EQ(scalar, 77);
  /* null stays null */
  shared int *null = 0; shared [] char *null2 = NULL;
  CHECK((int *)null == NULL); CHECK((void *)null2 == 0); CHECK((char *)(shared void *)null == NULL);
  /* a shared write is seen through the private pointer and the reverse */
  upc_barrier;
  C[MYTHREAD] = -1;
  CHECK_EQ(*c, -1);
  *c = -2;
  CHECK_EQ(C[MYTHREAD], -2);
  /* void * and (T *) of generic pointers */
  shared void *v = &C[MYTHREAD];
  CHECK((void *)v == (void *)c); CHECK_EQ(*(int *)v, -2);
  return done();
}
