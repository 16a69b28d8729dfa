// SPDX-License-Identifier: BSD-3-Clause
// Intervals lo:step:hi whose step leaves one index of several, as those do who write lo:hi:step.
// expect: 17: warning: the interval 0:3:2 picks 0 alone: it is lo:step:hi, with the step 3
// expect: 18: warning: the interval 4:-4:1 picks 4 alone: it is lo:step:hi, with the step -4
// expect: 19: warning: the interval 0:10:2 picks 0 alone: it is lo:step:hi, with the step 10
#include <upc_stride_coll.h>
shared [2][3] int A[10][12]; /* 5 x 4 blocks */
int main(void) {
  const size_t shape[] = {100}, block[] = {1};
  upc_stride_array_t H = upc_stride_all_alloc(1, shape, block, 4, 0, NULL);
  int step = 3;
  /* silent: one index, two, none, and what is not known */
  upc_haveaffinity(A<2:3:2, 1:1>);
  upc_haveaffinity(A<0:2:2, 3:-1:0>);
  upc_haveaffinity(A<3:3:0, :>);
  upc_haveaffinity(A<0:step:2, 0:2:THREADS>);
  upc_haveaffinity(A<0:3:2, :>);
  upc_haveaffinity(A<4:-4:1, 0>);
  upc_haveaffinity(H<0:10:2>);
  return 0;
}
