// SPDX-License-Identifier: BSD-3-Clause
// flags: -w
// __auto_type and __typeof_unqual__ take the value's type, private where the object is shared; initialisers that a
// later
// designator overrides. __builtin_types_compatible_p tells sharing and block sizes apart.
#include "../check.h"
shared int a[THREADS];
shared struct s { int i; shared int *p; } S[THREADS];
shared [4] int B[4*THREADS];

int main(void) {
  int next = (MYTHREAD + 1) % THREADS;
  a[MYTHREAD] = MYTHREAD; S[MYTHREAD].i = 7; S[MYTHREAD].p = &a[MYTHREAD];
  upc_barrier;
  __auto_type v = a[next]; v++; CHECK_EQ(v, next + 1); int *pv = &v; CHECK_EQ(*pv, next + 1);
  __auto_type p = &a[next]; CHECK_EQ(*p, next); CHECK_EQ(p - a, next);
  __auto_type array = B; CHECK_EQ(upc_blocksizeof(*array), 4); CHECK(array + 1 == &B[1]);
  __auto_type s = S[next]; s.i++; CHECK_EQ(s.i, 8); CHECK_EQ(*s.p, next);
  __auto_type q = S[next].p; CHECK_EQ(*q, next);
  __typeof_unqual__(a[0]) u = a[next] + 2, w[3] = { u }; u *= 2; CHECK_EQ(u, 2*next + 4);
  CHECK_EQ(w[0] + w[1], next + 2);
  __typeof_unqual__(shared int) z = 3; z *= 2; CHECK_EQ(z, 6);
  static shared [2] __typeof_unqual__(B[0]) two[2*THREADS]; CHECK_EQ(upc_blocksizeof two, 2);
  __typeof__(a[0] + 0) sum = a[next]; CHECK_EQ(sum, next); __typeof__(&a[0]) r = a; CHECK(r == a);

  CHECK_EQ(__builtin_types_compatible_p(shared int *, int *), 0);
  CHECK_EQ(__builtin_types_compatible_p(__typeof__((int)a[0]), int), 1);
  CHECK_EQ(__builtin_types_compatible_p(shared [2] int *, shared int *), 0);
  CHECK_EQ(__builtin_types_compatible_p(__typeof__(&B[1]), shared [4] int *), 1);

  CHECK_EQ(_Alignof(__typeof__(r[0] + 1.5)), 8); CHECK_EQ(_Alignof(__typeof__(&B[1])), _Alignof(shared void *));

  int d[] = { [2] = a[0], [0] = a[next], a[next] + 1, [2] = 9, }; CHECK_EQ(d[0], next); CHECK_EQ(d[1], next + 1);
  CHECK_EQ(d[2], 9);
  struct s t = { .i = a[next], .p = &a[0], .p = &a[next], .i = 5 }; CHECK_EQ(t.i, 5); CHECK(t.p == &a[next]);
  struct s n[2] = { [1] = { a[0], &a[0] }, [0] = { 1, a }, [1].p = &a[next] }; CHECK_EQ(n[1].i, 0);
  CHECK(n[1].p == &a[next]);
  struct s m[2] = { [1] = { a[next], &a[0] }, [1] = { .p = &a[next] } }; CHECK_EQ(m[1].i, 0); CHECK(m[1].p == &a[next]);
  upc_barrier;
  return done();
}
