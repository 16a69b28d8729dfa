// SPDX-License-Identifier: BSD-3-Clause
// How declarations and statements may be written: spacing, comments, newlines, macros, abstract and nested declarators.
#include "../check.h"
#define SYNC upc_barrier
#define SHARED(n) shared [n]
#define EACH(i, n, where) upc_forall (int i = 0; i < (n); i++; where)
#define ONTO(A) &A[i]
#define QUAL shared
#define FOUR (2 * 2) /*< almost a comment */ //< of Doxygen's, which Clang looks at

shared/**/[ /* four */ 4 ] int A[8 * THREADS];
shared[4]int B[8*THREADS];
int
  shared
  [
  4 // over
  ]
  C [ 8 * THREADS ] ;
SHARED(FOUR) int D[8 * THREADS], *pd = D, (*pf(int i))[2];
QUAL [FOUR] int *(*table[2])(int), (*rows)[2];
int shared *q, *shared sq;
shared [4] int (E)[8 * THREADS], ((*pe)) = E;
const char *words[] = {"shared [4] int x;", "upc_forall (;;;)", "/* THREADS */"};
static SHARED(4) int *first(int i) { return &A[i]; }
shared [4] int (*pf(int i))[2] { return (shared [4] int (*)[2])&D[2 * i]; }
static int taking(shared int p[static 2], shared [4] int (*f)[2], shared [] char (*)[3]);
static int taking(shared int p[static 2], shared [4] int (*f)[2], shared [] char (*none)[3]) {
  return p[1] + (*f)[1] + (none == 0); }
shared int F[2 * THREADS];

int main(void) {
  CHECK_EQ(upc_blocksizeof(A) * 1000 + upc_blocksizeof(B) * 100 + upc_blocksizeof(C) * 10 + upc_blocksizeof(D), 4444);
  EACH(i, 8 * THREADS, ONTO(A)) A[i] = i, B[i] = 2 * i;
  EACH(i, 8 * THREADS, ONTO(C)) { C[i] = A[i]; D[i] = B[i]; }
  upc_forall (int i = ({ int k = 0; k; }); i < 8 * THREADS; ({ i++; }); &E[i]) E[i] = -i;
  upc_forall(int i=0;i<2*THREADS;i++;i)F[i]=i;
  SYNC; SYNC 5; if (1) SYNC; else SYNC;
  table[0] = first; table[1] = &first; rows = pf(1); q = F; CHECK(sq == 0);
  CHECK_EQ(*table[0](3) + *(*table[1])(4), 7); CHECK_EQ((*rows)[1], 6); CHECK_EQ((*pf(2))[0], 8); CHECK_EQ(pe[5], -5);
  CHECK_EQ(pd[3], 6); CHECK_EQ(C[7], 7);
  CHECK_EQ(taking(F, pf(0), NULL), 1 + 2 + 1); CHECK_EQ(words[0][8] == '4' && words[1][3] == '_', 1);
  CHECK_EQ(strlen(words[2]), 13);
  CHECK_EQ(sizeof(shared [3] int (*)[5]), sizeof(shared int *));
  CHECK_EQ(sizeof(shared int *(*)(void)), sizeof(void *)); CHECK_EQ(sizeof(int (*)(shared int *)), sizeof(void *));
  CHECK_EQ(sizeof(shared int *[3]), 3 * sizeof(q));
  __typeof__(shared int *) tq = q; typeof(shared [4] int (*)[2]) tr = rows; CHECK_EQ(tq[1] + (*tr)[0], 1 + 4);
  shared int *a = F, *b = F + 1, **c = &a, *(*d)[2] = &(shared int *[2]){F, F + 1}; CHECK_EQ(**c + *b + *(*d)[1], 2);
  { shared int *a = b; CHECK_EQ(*a, 1); { int a = 5; CHECK_EQ(a, 5); } } CHECK_EQ(*a, 0);
#define BODY(x) CHECK_EQ(x, *\
  &x)
  BODY(A[2]); BODY(F[1]);
  ;;; if (a) ; else ; label: ; (void)&&label;
#if THREADS_NOT_DEFINED || !defined(__UPC__)
#error
#endif
  return done();
}
