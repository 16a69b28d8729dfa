// SPDX-License-Identifier: BSD-3-Clause
// The type of a section is upc_stride_section_t. The name of an array is no section of it.
// expect: 16: a section of 'A' is wanted here, and this is the whole array; all of its blocks are 'A<:, :>'
// expect: 17: a section of 'L' is wanted here, and this is the whole array; all of its blocks are 'L<:>'
// expect: 18: a section of 'A' is wanted here, and this is the whole array; all of its blocks are 'A<:, :>'
// expect: 19: a section of 'L' is wanted here, and this is the whole array; all of its blocks are 'L<:>'
// expect: 20: a section of 'h' is wanted here, and this is the whole array; all of its blocks are 'h<:>'
// expect: 21: a section of 'A' is wanted here, and this is the whole array; all of its blocks are 'A<:, :>'
// expect: 22: incompatible type 'upc_stride_section_t'
// expect: 23: invalid operands
#include <upc_stride_coll.h>
shared [2][2] int A[4][4];
shared [4] int L[40 * THREADS];
void take(upc_stride_section_t s);
upc_stride_section_t f(upc_stride_array_t h) {
  upc_stride_broadcast(A, &A[0][0], 4, 0);
  upc_haveaffinity(L);
  upc_stride_section_t s = A;
  s = L;
  take(h);
  if (h) return A;
  int n = A<0, :>;
  take(n + (L<0>));
  return s;
}
