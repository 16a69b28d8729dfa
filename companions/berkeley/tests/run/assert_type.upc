// SPDX-License-Identifier: BSD-3-Clause
// Berkeley's bupc_assert_type: a constant that says whether two types, or the types of expressions, are one.
// flags: -w
#include "../../../../tests/upc/check.h"

typedef shared [20] int blocked;
typedef shared [10] int *pointer;
shared int x;
shared [10] int y[100 * THREADS];
blocked z[THREADS];
shared [2] pointer p1[100 * THREADS];
shared [10] int *shared [2] p2[100 * THREADS];
int size[bupc_assert_type(x, shared int) + 1];

int main(void) {
  CHECK(bupc_assert_type(x, shared int));
  CHECK(bupc_assert_type(&(y[10]), shared [10] int *));
  CHECK(bupc_assert_type(z[0], blocked) && bupc_assert_type(z[0], shared [20] int));
  CHECK(bupc_assert_type(p1, p2));
  CHECK(bupc_assert_type(*p1[0], shared [10] int));
  CHECK(bupc_assert_type(MYTHREAD, const int) || bupc_assert_type(MYTHREAD, int));
  CHECK(!bupc_assert_type(y[0], shared [2] int));
  CHECK(!bupc_assert_type(p1[0], shared [10] int *shared [3]));
  CHECK(!bupc_assert_type(const int, int));
  CHECK(!bupc_assert_type(shared int *, int *));
  CHECK_EQ(sizeof size, 2 * sizeof(int));
  return done();
}
