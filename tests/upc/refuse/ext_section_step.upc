// SPDX-License-Identifier: BSD-3-Clause
// A constant step of 0 is refused at once.
// expect: 7: step
#include <upc_stride_coll.h>
shared [2][2] int A[4][4];
int f(void) {
  return upc_haveaffinity(A<0:0:1, :>);
}
