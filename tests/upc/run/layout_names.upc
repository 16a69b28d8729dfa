// SPDX-License-Identifier: BSD-3-Clause
// A block size is a constant whose names are looked up where the declaration stands, behind statements of any kind.
#include "../check.h"

#define HERE(n) enum { Q##n = n }; shared [Q##n] int *p##n = 0; CHECK_EQ(upc_blocksizeof(*p##n), n)

_Static_assert(1, "without a size");
enum { FIRST = 5 };
shared [FIRST] int A[FIRST * THREADS];
_Static_assert(sizeof(int) > 1, "with a size");
enum { SECOND = 2 * FIRST };
shared [SECOND] int B[SECOND * THREADS];
static int many[] = {1, 2, (3)};
enum { THIRD = 3 };
shared [THIRD] struct { int x[THIRD]; } C[THIRD * THREADS];
static int add(int a, int b) { return a + b; }

int main(void) {
  int i, sum = 0;
  upc_forall (i = 0; i < FIRST; i++; &A[i]) A[i] = i;
  HERE(2);
  upc_forall (i = 0; i < FIRST; i++; continue) { sum += i; }
  HERE(3);
  _Static_assert(1, "without a size");
  HERE(4);
  _Static_assert(sizeof many == 3 * sizeof(int), "with a size");
  HERE(5);
  for (i = 0; i < 3; i++) if (add(many[i], (1)) > 2) sum++; else sum--;
  HERE(6);
  do { sum++; } while (sum < 3);
  HERE(7);
  upc_barrier (3);
  HERE(8);
  switch (sum) { case 1: sum = 2; default: ; }
  HERE(9);
  sum = ({ HERE(10); int x = (int)sizeof(int); x; });
  HERE(11);
  struct { int a[2]; } s = {{add(1, 2), (4)}};
  HERE(12);
  sum += (int)upc_localsizeof(A) + s.a[1];
  HERE(13);
  upc_forall (i = 0; i < 2; i++; i) upc_forall (int k = 0; k < 2; k++; k) { HERE(14); }
  HERE(15);
  upc_fence;
  HERE(16);
  CHECK_EQ(upc_blocksizeof(A), 5);
  CHECK_EQ(upc_blocksizeof(B), 10);
  CHECK_EQ(upc_blocksizeof(C), 3);
  return done();
}
