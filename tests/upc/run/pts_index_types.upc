// SPDX-License-Identifier: BSD-3-Clause
// Subscripts and offsets of every integer type, negative ones, unsigned wrap, and i[A].
#include "../check.h"

shared [3] int A[300 * THREADS];
enum step { BACK = -2, FORTH = 2 };
struct { int n : 5; unsigned m : 5; } bits = {-7, 9};
shared int where;

int main(void) {
  for (int i = MYTHREAD; i < 300 * THREADS; i += THREADS) A[i] = i;
  if (MYTHREAD == 0) where = 17;
  upc_barrier;
  signed char sc = -20; unsigned char uc = 200; short s = -50; unsigned short us = 250; int i = -99; unsigned u = 100;
  long l = -60; unsigned long ul = 61; long long ll = 33; size_t z = 5; _Bool b = 1; char c = 'A';
  shared [3] int *p = &A[100];
  CHECK_EQ(p[sc], 80); CHECK_EQ(A[uc], 200); CHECK_EQ(p[s], 50); CHECK_EQ(A[us], 250); CHECK_EQ(p[i], 1);
  CHECK_EQ(p[u], 200); CHECK_EQ(p[l], 40); CHECK_EQ(p[ul], 161); CHECK_EQ(p[ll], 133); CHECK_EQ(p[z], 105);
  CHECK_EQ(p[b], 101); CHECK_EQ(A[c], 65); CHECK_EQ(p[BACK], 98); CHECK_EQ(p[FORTH], 102);
  CHECK_EQ(p[bits.n], 93); CHECK_EQ(p[bits.m], 109); CHECK_EQ(p[where], 117); CHECK_EQ(A[A[A[7]]], 7);
  CHECK_EQ(7 [A], 7); CHECK_EQ(i[p], 1); CHECK_EQ((-3)[p], 97);
  CHECK_EQ(*(p + sc), 80); CHECK_EQ(*(p - sc), 120); CHECK_EQ(*(uc + A), 200); CHECK_EQ(*(p - u), 0);
  p += sc; CHECK_EQ(*p, 80);
  p -= s; CHECK_EQ(*p, 130);
  p += u; CHECK_EQ(*p, 230);
  p -= z; CHECK_EQ(*p, 225);
  p += where; CHECK_EQ(*p, 242);
  p = p - ul + 1; CHECK_EQ(*p, 182);
  p = &p[-2] + 1; CHECK_EQ(*p, 181);
  return done();
}
