// SPDX-License-Identifier: BSD-3-Clause
// A section that picks a block that is not there names the call, the interval and what it may be.
// threads: 1 2
// fails: upc_haveaffinity
#include <upc_stride_coll.h>
shared [2][3] int A[10][12];
int main(void) {
  int i = 5;
  return upc_haveaffinity(A<i, :>);
}
