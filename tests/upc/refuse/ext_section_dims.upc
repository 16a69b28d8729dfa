// SPDX-License-Identifier: BSD-3-Clause
// It has no more intervals than the array has dimensions.
// expect: 7: takes at most 2 intervals
#include <upc_stride_coll.h>
shared [2][2] int A[4][4];
int f(void) {
  return upc_haveaffinity(A<1, :, 2>);
}
