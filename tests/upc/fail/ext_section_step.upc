// SPDX-License-Identifier: BSD-3-Clause
// A step of 0 that only shows at run time.
// threads: 1 2
// fails: step
#include <upc_stride_coll.h>
shared [2][3] int A[10][12];
int main(void) {
  int step = 0;
  return upc_haveaffinity(A<0:step:3, :>);
}
