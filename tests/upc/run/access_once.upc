// SPDX-License-Identifier: BSD-3-Clause
// Every side effect happens exactly once, whatever access it sits in, and on the right element.
#include "../check.h"

shared [3] int A[30 * THREADS];
shared [2] struct item { int n; double d[4]; struct { unsigned low : 3, high : 13; } bits; shared [3] int *p; }
S[10 * THREADS];
static int calls;
static int next(void) { return calls++; }
static shared [3] int *place(int i) { calls++; return &A[30 * MYTHREAD + i]; }
static shared [2] struct item *item(int i) { calls++; return &S[10 * MYTHREAD + i]; }
#define ONCE(statement, n) do { int before = calls; statement; CHECK_EQ(calls - before, n); } while (0)

int main(void) {
  int base = 30 * MYTHREAD, i = base, x;
  A[i++] = 1; A[i++] += 2; A[i++]++; ++A[i++]; A[i++]--; A[i++] |= 8;
  CHECK_EQ(i - base, 6);
  CHECK_EQ(A[base] + 10 * A[base + 1] + 100 * A[base + 2] + 1000 * A[base + 3], 1121); CHECK_EQ(A[base + 4], -1);
  CHECK_EQ(A[base + 5], 8);
  i = base; x = A[i++]; CHECK_EQ(x, 1); x = A[++i]; CHECK_EQ(x, 1); CHECK_EQ(i - base, 2);
  ONCE(*place(7) = 4, 1); ONCE(*place(7) += 3, 1); ONCE((*place(7))++, 1); ONCE(--*place(7), 1); ONCE(x = *place(7), 1);
  CHECK_EQ(x, 7);
  ONCE(*place(next() * 0 + 8) = next() * 0 + 5, 3); CHECK_EQ(A[base + 8], 5);
  ONCE(*place(9) = *place(8) + *place(7), 3); CHECK_EQ(A[base + 9], 12);
  ONCE(place(9)[1] = 13, 1); ONCE(x = place(9)[next() * 0 + 1], 2); CHECK_EQ(x, 13);
  ONCE(item(3)->n = 6, 1); ONCE(item(3)->n *= 7, 1); ONCE(x = item(3)->n++, 1); CHECK_EQ(x, 42);
  ONCE(item(3)->d[next() * 0 + 2] += 1.5, 2); ONCE((*item(3)).d[2]--, 1); CHECK_D(S[10 * MYTHREAD + 3].d[2], .5);
  ONCE(item(4)->bits.high = 1000, 1); ONCE(item(4)->bits.high += 24, 1); ONCE(item(4)->bits.low--, 1);
  ONCE(x = ++item(4)->bits.high, 1);
  CHECK_EQ(x, 1025); CHECK_EQ(S[10 * MYTHREAD + 4].bits.low, 7);
  ONCE(item(5)->p = place(0), 2); ONCE(item(5)->p++, 1); ONCE(*item(5)->p++ = 77, 1); CHECK_EQ(A[base + 1], 77);
  ONCE(item(5)->p += next() * 0 + 2, 2); CHECK(S[10 * MYTHREAD + 5].p == &A[base + 4]);
  ONCE(item(6)[0] = *item(5), 2); ONCE(*item(7) = *item(6), 2); CHECK(S[10 * MYTHREAD + 7].p == &A[base + 4]);
  ONCE(struct item copy = *item(3); CHECK_EQ(copy.n, 43), 1);
  ONCE(x = (next(), *place(8)), 2); ONCE(x = next() >= 0 ? *place(8) : *place(9), 2); CHECK_EQ(x, 5);
  ONCE(x = *place(20) && *place(21), 1); ONCE(x = *place(8) || *place(21), 1);
  ONCE(shared [3] int *q = place(4); x = q - place(2), 2); CHECK_EQ(x, 2);
  ONCE(x = upc_threadof(place(0)) + (int)upc_phaseof(place(1)), 2); ONCE(x = place(1) == place(1), 2); CHECK_EQ(x, 1);
  ONCE(x = place(1) < place(2), 2); CHECK_EQ(x, 1);
  ONCE(x = sizeof(*place(0)) + upc_blocksizeof(*place(0)), 0);
  if (place(0) - &A[base]) CHECK(0);
  shared [3] int *p = &A[base];
  p = &A[base + 1]; int v[4] = {0}; int k = 0;
  v[k++] = *p++; v[k++] = *p++; CHECK_EQ(v[0], 77); CHECK_EQ(k, 2); CHECK_EQ(p - &A[base], 3);
  ONCE(if (MYTHREAD % THREADS == MYTHREAD) (void)*place(0), 1);
  if (THREADS == 1 || upc_threadof(&A[base]) != (size_t)MYTHREAD) return done();
  ONCE(x = *(int *)place(0), 1);
  return done();
}
