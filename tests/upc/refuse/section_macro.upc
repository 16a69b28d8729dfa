// SPDX-License-Identifier: BSD-3-Clause
// UPC_SECTION with wrong arguments: one error each, at the user's text.
// expect: 12: UPC_SECTION takes an array and one to eight intervals, each of them UPC_STRIDE_AT(i)
// expect: 13: UPC_SECTION takes an array and one to eight intervals, each of them UPC_STRIDE_AT(i)
// expect: 14: UPC_SECTION takes an array and one to eight intervals, each of them UPC_STRIDE_AT(i)
// expect: 15: use of undeclared identifier 'unknown'
// expect: 16: UPC_SECTION takes an array and one to eight intervals, each of them UPC_STRIDE_AT(i)
#include <upc_stride_coll.h>
shared [2][2] int A[4][4];
upc_stride_section_t f(void) {
  upc_stride_section_t s;
  s = UPC_SECTION(A, 1, UPC_STRIDE_ALL);
  s = UPC_SECTION(A, UPC_STRIDE_ALL, 1);
  s = UPC_SECTION(A, 1);
  s = UPC_SECTION(A, UPC_STRIDE_AT(unknown), UPC_STRIDE_ALL);
  s = UPC_SECTION(A);
  return s;
}
