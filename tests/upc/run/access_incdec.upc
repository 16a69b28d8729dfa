// SPDX-License-Identifier: BSD-3-Clause
// ++ and -- before and after on shared objects of each type, with wrap-around and conversions.
#include "../check.h"

shared int A[THREADS]; shared double D[THREADS]; shared unsigned char C[THREADS]; shared signed char SC[THREADS];
shared unsigned U[THREADS]; shared short S[THREADS]; shared float F[THREADS]; shared long L[THREADS];
shared _Bool B[THREADS];
shared long double LD[THREADS]; shared enum level { LOW, MID, HIGH } E[THREADS];
shared struct { int n[3]; double d; } T[THREADS];
strict shared int ST[THREADS];

int main(void) {
  int t = (MYTHREAD + 1) % THREADS;
  A[t] = 5;
  CHECK_EQ(A[t]++, 5); CHECK_EQ(A[t], 6); CHECK_EQ(++A[t], 7); CHECK_EQ(A[t]--, 7); CHECK_EQ(--A[t], 5);
  CHECK_EQ(-A[t]++, -5); CHECK_EQ(- --A[t], -5);
  CHECK_EQ(ST[t]++, 0); CHECK_EQ(++ST[t], 2); CHECK_EQ(ST[t]--, 2); CHECK_EQ(--ST[t], 0);
  D[t] = 1.5; CHECK_D(D[t]++, 1.5); CHECK_D(++D[t], 3.5); CHECK_D(D[t]--, 3.5); CHECK_D(--D[t], 1.5);
  F[t] = -.5f; CHECK_D(F[t]++, -.5); CHECK_D(F[t]--, .5); LD[t] = 2; CHECK_D(++LD[t], 3); CHECK_D(LD[t]--, 3);
  C[t] = 255; CHECK_EQ(C[t]++, 255); CHECK_EQ(C[t], 0); CHECK_EQ(--C[t], 255); SC[t] = 127; CHECK_EQ(++SC[t], -128);
  CHECK_EQ(SC[t]--, -128); CHECK_EQ(SC[t], 127);
  U[t] = 0; CHECK_EQ(U[t]--, 0); CHECK_EQ(U[t], 0xffffffffu); CHECK_EQ(++U[t], 0); S[t] = -32768;
  CHECK_EQ(S[t]--, -32768); CHECK_EQ(S[t], 32767);
  L[t] = 1L << 40; CHECK_EQ(L[t]++, 1L << 40); CHECK_EQ(--L[t], 1L << 40); B[t] = 0; CHECK_EQ(B[t]++, 0);
  CHECK_EQ(B[t]++, 1); CHECK_EQ(B[t], 1);
  CHECK_EQ(B[t]--, 1); CHECK_EQ(B[t], 0); E[t] = LOW; CHECK_EQ(E[t]++, LOW); CHECK_EQ(++E[t], HIGH);
  CHECK_EQ(E[t]--, HIGH);
  T[t].n[1]++; ++T[t].n[1]; T[t].n[2]--; CHECK_EQ(T[t].n[1]-- * 10 + T[t].n[2], 19); T[t].d++; CHECK_D(++T[t].d, 2);
  CHECK_EQ(T[t].n[0], 0);
  shared int *p = &A[t]; (*p)++; ++*p; CHECK_EQ((*p)--, 7); CHECK_EQ(--(*p), 5); p[0]++; CHECK_EQ(A[t], 6);
  int k = 0, v[3] = {10, 20, 30};
  A[t] = 0; CHECK_EQ(v[A[t]++], 10); CHECK_EQ(v[A[t]++], 20); CHECK_EQ(v[A[t]--], 30); CHECK_EQ(A[t], 1);
  while (A[t]++ < 10) k++;
  CHECK_EQ(k, 9); CHECK_EQ(A[t], 11);
  for (A[t] = 0; A[t] < 5; A[t]++) k += A[t];
  CHECK_EQ(k, 19);
  if (A[t]-- == 5 && --A[t] == 3 || A[t]++) k = 1;
  CHECK_EQ(A[t] * 10 + k, 31);
  return done();
}
