// SPDX-License-Identifier: BSD-3-Clause
// Pointers-to-shared through comma, ?:, statement expressions, typeof, &*, *&, assignments as values.
#include "../check.h"

shared [2] int A[8 * THREADS];
static int calls;
static int tick(void) { return calls++; }

int main(void) {
  for (int i = MYTHREAD; i < 8 * THREADS; i += THREADS) A[i] = 3 * i;
  upc_barrier;
  shared [2] int *p, *q, *r;
  p = q = r = &A[4];
  CHECK(p == q && q == r);
  CHECK_EQ(*(p = A + 1), 3);
  CHECK_EQ(*(tick(), p), 3); CHECK_EQ(calls, 1);
  CHECK_EQ((tick(), A)[5], 15); CHECK_EQ((tick(), A[6]), 18); CHECK_EQ(calls, 3);
  CHECK_EQ(*(calls > 2 ? &A[2] : &A[3]), 6); CHECK_EQ((calls < 2 ? A : A + 1)[2], 9);
  CHECK_EQ(calls > 2 ? A[7] : A[0], 21);
  CHECK_EQ(*({ shared [2] int *t = A + 2; t + 1; }), 9);
  CHECK_EQ(({ int k = tick(); A[k]; }), 9);
  CHECK_EQ(*&A[3], 9); CHECK(&*p == p); CHECK(&p[2] == p + 2); CHECK(&*&A[1] == p); CHECK_EQ(*&*&*p, 3);
  typeof(p) t = p + 1; CHECK_EQ(*t, 6);
  typeof(&A[0]) u = t; CHECK_EQ(upc_phaseof(u), 0); CHECK_EQ(*u, 6);
  typeof(*p) *w = A + 5; CHECK_EQ(*w, 15); CHECK_EQ(upc_phaseof(w), 1);
  __typeof__(A[0] + 0) copy = A[2]; copy++; CHECK_EQ(copy, 7);
  CHECK_EQ(upc_blocksizeof(typeof(A[0])), 2);
  CHECK_EQ((p += 3, *p), 12); CHECK_EQ(*(p += 1), 15); CHECK_EQ(*(p -= 2), 9);
  CHECK_EQ((p - A) * 100 + (A + 8 * THREADS - p), 300 + 8 * THREADS - 3);
  shared void *v = 1 ? (shared void *)p : 0; CHECK(v == p);
  v = calls ? p : (shared void *)0; CHECK(v == p);
  CHECK((calls ? p : NULL) == p); CHECK((calls ? NULL : p) == NULL);
  CHECK_EQ(*(calls ? p : NULL), 9);
  CHECK_EQ(_Generic(A[0], int: 1, default: 2), 1); CHECK_EQ(_Generic(A[0] + 1.f, float: 1, default: 2), 1);
  CHECK_EQ(__builtin_expect(A[1], 3), 3); CHECK_EQ(__builtin_choose_expr(1, A[1], 0), 3);
  int x = A[1], y = (A[2]), z = +A[3], n = -A[4], c = ~A[1], l = !A[0] + !A[1];
  CHECK_EQ(x + y + z + n + c + l, 3 + 6 + 9 - 12 - 4 + 1);
  CHECK_EQ((char)A[100 % (8 * THREADS)] , (char)(3 * (100 % (8 * THREADS)))); CHECK_D((double)A[1] / 2, 1.5);
  CHECK_D(A[1] / 2., 1.5);
  (void)A[1]; A[1]; (void)p; p; *p;
#define NEST4(x) A[A[A[A[x]]]]
#define NEST16(x) NEST4(NEST4(NEST4(NEST4(x))))
#define NEST64(x) NEST16(NEST16(NEST16(NEST16(x))))
  CHECK_EQ(NEST64(0), 0);
  return done();
}
