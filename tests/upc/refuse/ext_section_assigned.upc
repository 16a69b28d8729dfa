// SPDX-License-Identifier: BSD-3-Clause
// An assignment to a section is a statement, and no part of an expression.
// expect: 12: an assignment to a section is a statement of its own: A<..> = source<..>;
// expect: 12: an assignment to a section is a statement of its own: B<..> = source<..>;
// expect: 13: an assignment to a section is a statement of its own: A<..> = source<..>;
// expect: 14: a section is a whole value, which ends here
#include <upc_stride_coll.h>
shared [2][2] int A[4][4], B[4][4];
int main(void) {
  int x;
  A<0, :> = B<1, :>;
  A<0, :> = B<1, :> = A<2, :>;
  A<0, :> = B<0, :>, x = 1;
  A<0, :> += B<0, :>;
  return 0;
}
