// SPDX-License-Identifier: BSD-3-Clause
// The intervals are integers.
// expect: 8: integer
// expect: 9: integer
#include <upc_stride_coll.h>
shared [2][2] int A[4][4];
int f(double d, int *p) {
  return upc_haveaffinity(A<p, :>)
      + upc_haveaffinity(A<d:2, 1>);
}
