// SPDX-License-Identifier: BSD-3-Clause
// The upc_*sizeof operators give integer constants: dimensions, case labels, bit-field widths, enumerators, layouts. So
// do sizeof and offsetof of what has pointers-to-shared in it.
#include "../check.h"
#include <stddef.h>

shared [4] int A[8 * THREADS];
shared [3] double B[6 * THREADS];
static int room[upc_localsizeof(A) / sizeof(int)], more[upc_blocksizeof(B)] = {[upc_blocksizeof(B) - 1] = 5};
enum { BLOCK = upc_blocksizeof(A), ELEM = upc_elemsizeof(B) };
struct bits { int b : upc_blocksizeof(A) + 1; };
shared [upc_blocksizeof(A) + 1] char C[10 * THREADS];
shared [upc_blocksizeof(shared [7] char)] int *p;
static int own = upc_blocksizeof(shared [*] int[10 * THREADS]) + upc_localsizeof(shared [*] char[10 * THREADS])
    + upc_elemsizeof(shared [*] short);
_Static_assert(upc_blocksizeof(B) == 3 && BLOCK == 4, "constant");
struct list { int n; shared int *p[4]; struct { shared int *q[2]; char c[3]; } in[2]; };
enum { SECOND = 2, AT = offsetof(struct list, p[SECOND]) };
shared [] char D[offsetof(struct list, p[2])];
shared [offsetof(struct list, in[1].q[1]) / 16] int E[8 * THREADS];
static char until[offsetof(struct list, in[1].c[2])];
_Static_assert(offsetof(struct list, p[2]) == 40, "constant");
static int which(int x) {
  switch (x) {
  case upc_blocksizeof(A): return 1;
  case upc_elemsizeof(A) + 10: return 2;
  case offsetof(struct list, p[3]): return 3;
  default: return 0;
  }
}

int main(void) {
  CHECK_EQ(sizeof room / sizeof *room, 8); CHECK_EQ(more[2], 5); CHECK_EQ(BLOCK * 10 + ELEM, 48);
  CHECK_EQ(which(4) * 10 + which(14), 12);
  CHECK_EQ(own, 10 + 10 + 2);
  CHECK_EQ(AT, 8 + 2 * 16); CHECK_EQ(sizeof D, 40); CHECK_EQ(upc_blocksizeof(E), (72 + 40 + 16) / 16);
  CHECK_EQ(sizeof until, 72 + 40 + 32 + 2); CHECK_EQ(which(56), 3); CHECK_EQ(upc_phaseof(&E[5]), 5);
  int last[] = {[offsetof(struct list, p[1])] = 1}; CHECK_EQ(sizeof last / sizeof *last, 25);
  struct bits s = {15}; s.b++; CHECK_EQ(s.b, -16);
  CHECK_EQ(upc_blocksizeof(C), 5); CHECK_EQ(upc_phaseof(&C[9]), 4); CHECK_EQ(upc_threadof(&C[5]), 1 % THREADS);
  CHECK_EQ(upc_blocksizeof(*p), 7);
  CHECK_EQ(__builtin_choose_expr(sizeof p == 16, sizeof p, 1), 16);
  int three = __builtin_choose_expr((sizeof(shared int *[2])) < 20, 1, __builtin_choose_expr(2 * sizeof p > 20, 3, 2));
  CHECK_EQ(three, 3);
  return done();
}
