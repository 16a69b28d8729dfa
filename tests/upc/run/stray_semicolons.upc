// SPDX-License-Identifier: BSD-3-Clause
// A ';' that ends nothing at file scope, before declarations of shared objects.
#include "../check.h"
void f(void) {}; shared int a;
enum e { X, Y };
struct s { int i; };;
;
shared enum e b;
; ;
shared struct s c; ; strict shared int d;
; relaxed shared [2] int g[2 * THREADS]; ;
typedef shared int *p_t; ; static p_t p;

int main(void) {
  if (MYTHREAD == 0) a = 1, b = Y, c.i = 3, d = 4;
  g[MYTHREAD] = MYTHREAD;
  upc_barrier;
  f();
  p = &a;
  CHECK_EQ(*p, 1); CHECK_EQ(b, Y); CHECK_EQ(c.i, 3); CHECK_EQ(d, 4); CHECK_EQ(g[THREADS - 1], THREADS - 1);
  return done();
}
;
