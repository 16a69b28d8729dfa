// SPDX-License-Identifier: BSD-3-Clause
// The intervals of a section between '[' and ']' or '(' and ')', as slices are written in other languages. '?:' in a
// subscript is C.
// expect: 14: the intervals of a section stand between '<' and '>', as in 'A<0, :>', not between '[' and ']'
// expect: 15: the intervals of a section stand between '<' and '>', as in 'B<0, :>'
// expect: 16: the intervals of a section stand between '<' and '>', as in 'A<0, :>'
// expect: 17: the intervals of a section stand between '<' and '>', as in 'A<0, :>', not between '(' and ')'
#include <upc_stride_coll.h>
shared [2][2] int A[4][4];
upc_stride_section_t B[3];
shared int x;
void f(int i) {
  upc_haveaffinity(B[i ? 1 : 2]);
  upc_haveaffinity(A[1, :]);
  upc_stride_gather(&x, B[0:3], sizeof(int), 0);
  upc_stride_halo(&i, A[:, 0:1], 1, 0, 0);
  upc_stride_copy(A(0, :), A<1, :>, 0);
}
