// SPDX-License-Identifier: BSD-3-Clause
// A section is closed.
// expect: 7: '<'
#include <upc_stride_coll.h>
shared [2][2] int A[4][4];
int f(void) {
  return upc_haveaffinity(A<1, :);
}
