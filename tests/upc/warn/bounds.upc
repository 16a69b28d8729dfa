// SPDX-License-Identifier: BSD-3-Clause
// Constant subscripts and bounds of sections outside of the array, where something is accessed or picked.
// expect: 29: warning: array index 10 is past the end of the array
// expect: 30: warning: array index -1 is before the beginning of the array
// expect: 31: warning: this subscript is outside of its dimension, which has 40*THREADS elements
// expect: 32: warning: this subscript is outside of its dimension, which has THREADS elements
// expect: 33: warning: this subscript is outside of its dimension, which has THREADS elements
// expect: 34: warning: this section picks block 5 of 'A' in dimension 0, which has blocks 0..4
// expect: 35: warning: this section picks block -1 of 'A' in dimension 1, which has blocks 0..3
// expect: 36: warning: this section picks block 6 of 'A' in dimension 0, which has blocks 0..4
// expect: 37: warning: this section picks block 1 of 'one' in dimension 0, which has blocks 0..0
// expect: 38: warning: this section picks block 2 of 'rows' in dimension 1, which has blocks 0..1
// expect: 39: warning: this section picks element 10 of 'A' in dimension 0, which has elements 0..9
// expect: 40: warning: this section picks element 12 of 'A' in dimension 1, which has elements 0..11
#include <upc_stride_coll.h>
shared [2][3] int A[10][12]; /* 5 x 4 blocks */
shared [4] int L[40 * THREADS];
shared int B[5][THREADS], C[THREADS][5];
shared [] int one[10];
shared [5] int rows[10 * THREADS][10];
int main(void) {
  /* silent: an address one past the end, bounds that nothing reaches, sizes, other numbers of threads */
  shared void *p = &A[10][0], *q = &L[40 * THREADS], *r = &C[THREADS][0];
  L[40] = L[40 * THREADS - 1] + A[9][11] + sizeof(C[THREADS]) + B[4][THREADS - 1];
  upc_haveaffinity(A<5:4, :>);
  upc_haveaffinity(A<0:3:5, 0>);
  upc_stride_section_t s = A<9, 11>; /* of elements, for upc_stride_copy */
  upc_stride_copy(A<0:9, :>, A<9:-1:0, 0:11>, 0);
  A[10][0] = 1;
  A[0][-1]++;
  L[40 * THREADS + 2] = 1;
  C[THREADS][0] = 1;
  L[0] = B[0][2 * THREADS];
  upc_haveaffinity(A<5, :>);
  upc_haveaffinity(A<:, 3:-2:-2>);
  upc_haveaffinity(A<0:3:7, :>);
  upc_haveaffinity(one<1>);
  upc_haveaffinity(rows<0, 2>);
  upc_stride_copy(A<0:10, :>, A<0:8, :>, 0);
  s = A<0, 12>;
  return p == q && r == q && s.line;
}
