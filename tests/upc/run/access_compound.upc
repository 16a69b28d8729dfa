// SPDX-License-Identifier: BSD-3-Clause
// Compound assignment on shared objects: each operator, mixed types, results, through pointers, members and arrays.
#include "../check.h"

shared int A[THREADS]; shared double D[THREADS]; shared unsigned char C[THREADS]; shared unsigned U[THREADS];
shared short S[THREADS]; shared float F[THREADS]; shared long long L[THREADS]; shared _Bool B[THREADS];
shared [2] struct { int n; struct { double d; char c; } in[3]; } T[4 * THREADS];

int main(void) {
  int t = (MYTHREAD + 1) % THREADS;
  A[t] = 10;
  CHECK_EQ(A[t] += 5, 15); CHECK_EQ(A[t] -= 3, 12); CHECK_EQ(A[t] *= 4, 48); CHECK_EQ(A[t] /= 5, 9);
  CHECK_EQ(A[t] %= 5, 4);
  CHECK_EQ(A[t] <<= 6, 256); CHECK_EQ(A[t] >>= 2, 64); CHECK_EQ(A[t] |= 7, 71); CHECK_EQ(A[t] &= ~2, 69);
  CHECK_EQ(A[t] ^= 255, 186);
  CHECK_EQ(A[t], 186);
  /* computed in the common type, then converted to the left operand's */
  A[t] = 10; A[t] *= 2.55; CHECK_EQ(A[t], 25); A[t] += 0.9; CHECK_EQ(A[t], 25); A[t] /= 0.5; CHECK_EQ(A[t], 50);
  A[t] -= 0.1; CHECK_EQ(A[t], 49);
  C[t] = 250; CHECK_EQ(C[t] += 10, 4); C[t] -= 5; CHECK_EQ(C[t], 255); C[t] *= 2; CHECK_EQ(C[t], 254); C[t] <<= 1;
  CHECK_EQ(C[t], 252);
  C[t] >>= 2; CHECK_EQ(C[t], 63); C[t] = 200; C[t] += 0.5f; CHECK_EQ(C[t], 200); C[t] ^= 0x1ff; CHECK_EQ(C[t], 55);
  D[t] = 1; D[t] /= 3; D[t] += A[t]; D[t] -= 'A'; CHECK_D(D[t], 1.0 / 3 + 49 - 65); D[t] *= 2;
  CHECK_D(D[t], 2 * (1.0 / 3 - 16));
  U[t] = 1; U[t] -= 2; CHECK_EQ(U[t], 0xffffffffu); U[t] /= 2; CHECK_EQ(U[t], 0x7fffffff); U[t] %= 1000;
  CHECK_EQ(U[t], 647);
  S[t] = 32767; S[t] += 1; CHECK_EQ(S[t], -32768); F[t] = 0.1f; F[t] += 0.2; CHECK(F[t] == (float)(0.1f + 0.2));
  L[t] = 1; L[t] <<= 40; L[t] |= 1; CHECK_EQ(L[t], (1LL << 40) + 1); L[t] += 1u; L[t] -= C[t];
  CHECK_EQ(L[t], (1LL << 40) + 2 - 55);
  B[t] = 0; B[t] += 5; CHECK_EQ(B[t], 1); B[t] -= 1; CHECK_EQ(B[t], 0); B[t] |= 4; CHECK_EQ(B[t], 1); B[t] ^= 1;
  CHECK_EQ(B[t], 0);
  /* both operands shared, the same object twice, chains */
  A[t] = 3; A[t] += A[t]; CHECK_EQ(A[t], 6); A[t] *= A[t] + 1; CHECK_EQ(A[t], 42); D[t] = A[t] /= 4; CHECK_D(D[t], 10);
  int x = 5; x += A[t]; CHECK_EQ(x, 15); x -= A[t] -= 4; CHECK_EQ(x, 9); A[t] += x += 1; CHECK_EQ(A[t], 16);
  (A[t] += 1) , (A[t] -= 3); CHECK_EQ(A[t], 14);
  shared int *p = &A[t]; *p += 1; p[0] *= 2; CHECK_EQ(A[t], 30); *&*p -= 5; CHECK_EQ(*p, 25); (*p) %= 7;
  CHECK_EQ(A[t], 4);
  /* members and arrays in members */
  int k = 4 * t + 3;
  T[k].n = 5; T[k].n *= 3; T[k].in[2].d += 1.5; T[k].in[2].d *= T[k].n; T[k].in[1].c |= 0x41; T[k].in[1].c += 1;
  CHECK_EQ(T[k].n, 15); CHECK_D(T[k].in[2].d, 22.5); CHECK_EQ(T[k].in[1].c, 'B'); CHECK_EQ(T[k].in[0].c, 0);
  for (int n = 0; n < 10; n++) A[t] += n, D[t] += 0.5;
  CHECK_EQ(A[t], 49); CHECK_D(D[t], 15);
  return done();
}
