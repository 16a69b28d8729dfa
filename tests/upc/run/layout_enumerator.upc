// SPDX-License-Identifier: BSD-3-Clause
// Block sizes of a struct's members that name enumerators of the same struct, and block sizes in statements that name
// enumerators of the function.
#include "../check.h"

struct outer {
  enum { FOUR = 4, FIVE } kind;
  shared [FOUR] int *p;
  const shared [FIVE + 1] char *q, *r;
  struct { enum two { TWO = 2 } kind; shared [TWO * FOUR] short *s; } inner;
  union { int a; shared [FOUR] double *d; } either;
};
typedef struct { enum { SEVEN = 7 } kind; shared [SEVEN] int *restrict p; } typed_t;
shared [FOUR] int A[FOUR * THREADS];
shared [SEVEN] int B[SEVEN * THREADS];

enum { BLOCK = 3 };
shared [BLOCK] int C[BLOCK * THREADS];

static void in_statements(void) {
  enum { BLOCK = 4, TWICE = 2 * BLOCK };
  shared [BLOCK] int *p = A, *end = A + 3;
  int n = 0;
  while (p < (shared [BLOCK] int *)end) p++, n++;
  if (n == 2) n = 0;
  else p = (shared [BLOCK] int *)A;
  do p++;
  while (p < (shared [BLOCK] int *)end);
  do while (p > (shared [BLOCK] int *)A) p--; while (p != (shared [BLOCK] int *)A);
  do { p++; } while (upc_blocksizeof(*(shared [TWICE] int *)p) == 8 && p < (shared [BLOCK] int *)end);
  if (n == 2) { n = 0; } else if (p == (shared [BLOCK] int *)end) { n++; } else n = upc_blocksizeof(shared [TWICE] int);
  CHECK_EQ(n, 4); CHECK(p == end);
}

int main(void) {
  struct outer o = {FIVE, A};
  typed_t t = {SEVEN, B};
  CHECK_EQ(upc_blocksizeof(*o.p), 4); CHECK_EQ(upc_blocksizeof(*o.q), 6); CHECK_EQ(upc_blocksizeof(*o.r), 6);
  CHECK_EQ(upc_blocksizeof(*o.inner.s), 8); CHECK_EQ(upc_blocksizeof(*o.either.d), 4);
  CHECK_EQ(upc_blocksizeof(*t.p), 7); CHECK_EQ(upc_blocksizeof(A), 4); CHECK_EQ(upc_blocksizeof(B), 7);
  CHECK_EQ(sizeof o, 16 + 16 + 32 + 32); CHECK_EQ(sizeof t, 24);
  CHECK_EQ(upc_threadof(o.p + 4 * MYTHREAD), MYTHREAD); CHECK_EQ(upc_threadof(t.p + 7 * MYTHREAD), MYTHREAD);
  struct { enum { THREE = 3, FOUR = 9 } kind; shared [THREE] int *p; shared [FOUR] int *hidden; } local;
  {
    struct { enum { THREE = 5 } kind; shared [THREE] int *p; } inner;
    CHECK_EQ(upc_blocksizeof(*inner.p), 5);
  }
  CHECK_EQ(upc_blocksizeof(*local.p), 3); CHECK_EQ(upc_blocksizeof(*local.hidden), 9);
  in_statements();
  return done();
}
