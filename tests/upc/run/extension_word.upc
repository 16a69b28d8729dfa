// SPDX-License-Identifier: BSD-3-Clause
// GNU C's __extension__ in front of declarations with shared types.
#include "../check.h"
__extension__ shared int a;
__extension__ typedef shared int *pointer;
__extension__ typedef shared int value;
__extension__ shared int *same(shared int *p) { return p; }
__extension__ typedef struct { __extension__ shared int *p; __extension__ union { shared int *q; long l; }; } pair;
__extension__ struct holder { shared int *p; };
__extension__ static shared [4] int z[4 * THREADS];
__extension__ extern shared int *other(pointer);
__extension__ extern shared int a;
pointer x;
value y;
pair w;
struct holder v;

__extension__ int main(void) {
  __extension__ shared int *l = &a;
  __extension__ pointer k = l;
  __extension__ static shared int inner;
  __extension__ int counts[] = {4, 5};
  if (MYTHREAD == 0) a = 1, y = 2, inner = 3, z[4 * THREADS - 1] = 4;
  upc_barrier;
  x = same(k), w.p = &y, w.q = &inner, v.p = other(&a);
  CHECK_EQ(*x, 1); CHECK_EQ(*w.p, 2); CHECK_EQ(*w.q, 3); CHECK_EQ(z[4 * THREADS - 1], 4); CHECK_EQ(*v.p, 1);
  CHECK_EQ(counts[0] + counts[1], 9);
  CHECK_EQ(__extension__ a, 1);
  return done();
}
__extension__ shared int *other(pointer p) { return p; }
