// SPDX-License-Identifier: BSD-3-Clause
// sizeof, upc_localsizeof, upc_blocksizeof, upc_elemsizeof on types and expressions; operands are not evaluated.
#include "../check.h"

typedef struct { char c[12]; } twelve_t;
shared int x;
shared [5] int y;
shared int A[3 * THREADS];
shared [4] double B[10 * THREADS];
shared [] twelve_t C[6];
shared [*] short D[2][5 * THREADS];
shared [3] char E[THREADS][7];
shared twelve_t *p;
typedef shared [6] long six_t;
typedef shared [2] int array_t[8 * THREADS];
static int calls;
static shared [7] int *f(void) { calls++; return 0; }

_Static_assert(upc_blocksizeof(B) == 4 && upc_elemsizeof(B) == sizeof(double), "constants");
_Static_assert(upc_blocksizeof(shared [9] char) == 9, "constants");
static int constant[upc_elemsizeof(C)];

shared int ones[THREADS];
shared [4] int fours[4 * THREADS];

int main(void) {
  CHECK_EQ(sizeof(x), sizeof(int)); CHECK_EQ(sizeof x, sizeof(int)); CHECK_EQ(upc_elemsizeof x, sizeof(int));
  CHECK_EQ(upc_blocksizeof x, 1); CHECK_EQ(upc_blocksizeof(y), 5); CHECK_EQ(upc_localsizeof(x), sizeof(int));
  CHECK_EQ(sizeof(A), 3 * THREADS * sizeof(int)); CHECK_EQ(sizeof A / sizeof A[0], 3 * THREADS);
  CHECK_EQ(upc_blocksizeof(A), 1); CHECK_EQ(upc_elemsizeof(A), 4); CHECK_EQ(upc_localsizeof(A), 12);
  CHECK_EQ(sizeof(B), 80 * THREADS); CHECK_EQ(upc_blocksizeof(B[0]), 4); CHECK_EQ(upc_elemsizeof(B), 8);
  size_t most = 0;
  for (int t = 0; t < THREADS; t++) {
    size_t n = upc_affinitysize(sizeof B, 4 * sizeof(double), t);
    if (n > most) most = n;
  }
  CHECK(upc_localsizeof(B) >= most && upc_localsizeof(B) < most + 4 * sizeof(double));
  CHECK_EQ(sizeof C, 72); CHECK_EQ(upc_localsizeof(C), 72); CHECK_EQ(upc_blocksizeof(C), 0);
  CHECK_EQ(upc_elemsizeof(C), 12);
  CHECK_EQ(upc_blocksizeof(D), 10); CHECK_EQ(upc_elemsizeof(D), 2); CHECK_EQ(upc_elemsizeof(D[1]), 2);
  CHECK_EQ(sizeof(D[0]), 10 * THREADS); CHECK_EQ(upc_localsizeof(D), 20);
  CHECK_EQ(sizeof(E), 7 * THREADS); CHECK_EQ(sizeof(E[1]), 7); CHECK_EQ(upc_elemsizeof(E[1]), 1);
  CHECK_EQ(upc_blocksizeof(E[0]), 3);
  CHECK_EQ(sizeof(*p), 12); CHECK_EQ(upc_elemsizeof(*p), 12); CHECK_EQ(upc_blocksizeof(*p), 1);
  CHECK_EQ(upc_elemsizeof(p->c), 1);
  CHECK_EQ(sizeof(shared int), sizeof(int)); CHECK_EQ(sizeof(shared [3] twelve_t), 12);
  CHECK_EQ(sizeof(shared int[5 * THREADS]), 5 * THREADS * sizeof(int));
  CHECK_EQ(sizeof(array_t), 8 * THREADS * sizeof(int));
  CHECK_EQ(upc_blocksizeof(array_t), 2); CHECK_EQ(upc_elemsizeof(array_t), 4); CHECK_EQ(upc_localsizeof(array_t), 32);
  CHECK_EQ(upc_blocksizeof(six_t), 6); CHECK_EQ(upc_elemsizeof(six_t), 8); CHECK_EQ(upc_blocksizeof(shared [] char), 0);
  CHECK_EQ(upc_blocksizeof(shared int[THREADS]), 1); CHECK_EQ(upc_localsizeof(shared [] int[10]), 40);
  CHECK_EQ(upc_blocksizeof(shared [*] int[4 * THREADS]), 4); CHECK_EQ(upc_localsizeof(shared [*] int[4 * THREADS]), 16);
  CHECK_EQ(sizeof(shared int *), sizeof(shared void *)); CHECK_EQ(sizeof(p), sizeof(shared twelve_t *));
  CHECK(sizeof(shared int *) >= sizeof(int *));
  CHECK_EQ(upc_blocksizeof(*f()), 7); CHECK_EQ(upc_elemsizeof(*f()), 4); CHECK_EQ(sizeof(*f()), 4);
  CHECK_EQ(upc_localsizeof(*f()), 4);
  CHECK_EQ(calls, 0);
  int i = 3;
  CHECK_EQ(sizeof(A[i++]), 4); CHECK_EQ(upc_elemsizeof(B[i++]), 8); CHECK_EQ(i, 3);
  CHECK_EQ(sizeof constant, 12 * sizeof(int));
  CHECK_EQ(sizeof(upc_localsizeof(A)), sizeof(size_t)); CHECK((typeof(upc_blocksizeof(A)))-1 > 0);
  CHECK_EQ(sizeof(x + 1.0), 8); CHECK_EQ(sizeof(&A[0]), sizeof(p)); CHECK_EQ(sizeof(A[0] + 1), 4);
  CHECK_EQ(sizeof(int[sizeof x]), 16);
  // A step by so many rows of THREADS elements; a pointer-to-shared has more bytes than a pointer of C.
  long rows = sizeof(p);
  CHECK_EQ((ones + sizeof(shared int *) * THREADS) - ones, rows * THREADS);
  CHECK_EQ((ones - THREADS * sizeof p) - ones, -rows * THREADS);
  shared int *q = ones;
  q += THREADS * sizeof(shared int *[3]);
  CHECK_EQ(q - ones, 3 * rows * THREADS);
  shared [4] int *r = fours + sizeof(p) * THREADS;
  CHECK_EQ(r - fours, rows * THREADS);
  return done();
}
