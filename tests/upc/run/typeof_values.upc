// SPDX-License-Identifier: BSD-3-Clause
// typeof of a value is a private type, also if the value was computed from shared objects. typeof of an object keeps
// `shared`.
#include "../check.h"

#define MAX(a, b) ({ typeof(a) x_ = (a); typeof(b) y_ = (b); x_ > y_ ? x_ : y_; })
shared [2] int A[2 * THREADS], *q = A;
shared double D = 2.5;
shared _Complex double cx;
shared int *shared P[THREADS];
shared struct { short s; int a[4]; } st;
typedef int quad __attribute__((vector_size(16)));
shared quad V;

int main(void) {
  if (MYTHREAD == 0) {
    A[1] = 7, st.s = 3, P[0] = (shared int *)A;
    __real__ cx = 1, __imag__ cx = 2;
    V[1] = 4;
  }
  upc_barrier;
  CHECK_EQ(MAX(A[1] + 1, 3), 8); CHECK_EQ(MAX(A[1] * 2, st.s - 1), 14); CHECK(MAX(D + 0, -A[1]) == 2.5);
  CHECK_EQ(*MAX((shared [2] int *)0 + 0, q + 1), 7);
  typeof(P[0] + 0) p = P[0];
  CHECK_EQ(upc_threadof(p), 0); CHECK_EQ(upc_blocksizeof(*p), 1);
  typeof(q + 1) r = q + 1;
  CHECK_EQ(*r, 7); CHECK_EQ(upc_blocksizeof(*r), 2);
  typeof(q[1] + 0L) list[2] = {1, 2};
  typeof(st.s ? A[0] : A[1]) chosen = 5;
  typeof(A[0]++) old = 3;
  typeof((A[0], D)) last = 1.5;
  typeof(({ A[0]; })) inner = 4;
  typedef typeof(~A[0]) inverse;
  inverse i = -1;
  CHECK_EQ(list[1] + chosen + old + inner + i, 13); CHECK(last == 1.5);
  typeof(D * 1) *own = &last;
  CHECK(*own == 1.5);
  typeof((A[0])) *object = &A[1];
  CHECK_EQ(*object, 7);
  CHECK(__real__ (cx * cx) == -3); CHECK(__imag__ (cx * cx) == 4); CHECK(__imag__ cx == 2);
  CHECK_EQ((V + V)[1], 8); CHECK_EQ(V[1], 4);
  return done();
}
