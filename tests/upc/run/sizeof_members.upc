// SPDX-License-Identifier: BSD-3-Clause
// Sizes of what is shared in the members of structs and among parameters, and of multi-blocked arrays where a constant
// is needed.
#include "../check.h"

shared [] int whole[9];
shared [3] double O[3 * THREADS];
shared [2][3] int A[8][8];
shared [4][] short B[7][5];

struct sized {
  char first, data[sizeof(whole)];
  int more[upc_blocksizeof(O)], each : sizeof(O[0]);
  struct { char in[upc_elemsizeof(O)]; } inner;
  shared [3] double *p;
  char last[sizeof(A[0][0])], all[sizeof A / sizeof A[0]];
};
union both { char bytes[sizeof(O[0])]; int blocks[upc_blocksizeof(A)]; };
enum { BYTES = sizeof(A), BLOCK = upc_blocksizeof(A), ROWS = upc_blocksizeof(B), MOST = sizeof(B) / sizeof(B[0][0]) };
static int room[sizeof(A) / sizeof(A[0][0])] = {[sizeof(A) / sizeof(A[0][0]) - 1] = 7};
_Static_assert(sizeof(A) == 64 * sizeof(int) && upc_blocksizeof(A) == 6 && upc_blocksizeof(B) == 20, "known");

static size_t rows(char b[sizeof(whole)], int n, int m[n][sizeof(O[0])], int *shared_free) {
  return sizeof m[0] + (b != 0) + (shared_free != 0); }

static int which(size_t n) {
  switch (n) {
  case sizeof(A): return 1;
  case upc_blocksizeof(A): return 2;
  default: return 0;
  }
}

int main(void) {
  struct sized s;
  struct { char here[upc_blocksizeof(A)]; } t;
  CHECK_EQ(sizeof s.data, 36); CHECK_EQ(sizeof s.more, 3 * sizeof(int)); CHECK_EQ(sizeof s.inner, 8);
  CHECK_EQ(sizeof s.last, 4); CHECK_EQ(sizeof s.all, 8); CHECK_EQ(sizeof t, 6);
  CHECK_EQ(sizeof(union both), 24);
  CHECK_EQ(BYTES, 256); CHECK_EQ(BLOCK, 6); CHECK_EQ(ROWS, 20); CHECK_EQ(MOST, 35);
  CHECK_EQ(room[63], 7); CHECK_EQ(sizeof room, 256);
  CHECK_EQ(rows(s.data, 1, (int[1][8]){{0}}, 0), 8 * sizeof(int) + 1);
  CHECK_EQ(which(256), 1); CHECK_EQ(which(6), 2);
  s.p = &O[3 * MYTHREAD];
  *s.p = 2; s.each = 5;
  CHECK_EQ(*s.p, 2); CHECK_EQ(s.each, 5);
  return done();
}
