// SPDX-License-Identifier: BSD-3-Clause
// A section of an array is not assigned to, as a slice is in other languages.
// expect: 9: a section is not assigned to; upc_stride_copy(A<..>, source<..>, 0) copies elements to it
// expect: 10: a section is not assigned to; upc_stride_copy(B<..>, source<..>, 0) copies elements to it
#include <upc_stride_coll.h>
shared [2][2] int A[4][4], B[4][4];
int main(void) {
  upc_stride_section_t row;
  A<0, :> = B<1, :>;
  B<0, 1> = A<0, 1>;
  row = A<0, :>;
  return upc_haveaffinity(row);
}
