// SPDX-License-Identifier: BSD-3-Clause
// Tags that a function has for types of its own, where objects of the file's types are used as well; `register` on what
// holds a pointer-to-shared, by a typedef, in parameters and in structs.
#include "../check.h"
shared struct s { int a; char b[3]; struct s shared *next; } S[THREADS];
shared union u { int i; char c[4]; } U[THREADS];
typedef struct s shared *s_t;
typedef shared int *pointer_t;
shared int A[8*THREADS];
struct pair { pointer_t p; int n; };

static int shadowing(s_t p) {
  struct s { double before; int a; char b[20]; } own = {1, 2, "x"};
  union u { long l[4]; int i; } mine = {{5}};
  p->a += own.a; p->b[2] = own.b[0]; U[MYTHREAD].c[1] = (char)mine.l[0];
  s_t q = p->next;
  struct { int n; s_t s; } both = {sizeof *p, q};
  return p->a + p->b[2] + (both.s == &S[0]) + (both.n < (int)sizeof own) + (int)sizeof(U[0]) + U[MYTHREAD].c[1];
}
static int forward(void) {
  struct s;
  struct s *none = NULL;
  return S[MYTHREAD].a + !none;
}
static int moved(register pointer_t p, register int n) { p += n; p++; return (int)(p - A); }
static int old(p, n) register pointer_t p; register int n; { p--; return (int)(p - A) + n; }
static int inStruct(register struct pair x) { x.p++; x.p += x.n; return (int)(x.p - A); }

int main(void) {
  S[MYTHREAD].a = 3; S[MYTHREAD].next = &S[0];
  CHECK_EQ(shadowing(&S[MYTHREAD]), 5 + 'x' + 1 + 1 + 4 + 5); CHECK_EQ(forward(), 6);
  register pointer_t p = A, q = p++; q += 3;
  register struct pair t = {A, 2}; t.p += 2; --t.p;
  CHECK_EQ(q - p, 2); CHECK(t.p == A + 1); CHECK_EQ(moved(A, 2), 3); CHECK_EQ(old(A + 2, 1), 2);
  CHECK_EQ(inStruct(t), 4);
  upc_barrier;
  return done();
}
