// SPDX-License-Identifier: BSD-3-Clause
// upc_stride_mapped is a macro of the library's header.
// expect: 6: 'upc_stride_mapped' is not declared
shared [2][2] int A[4][4];
int main(void) {
  upc_stride_mapped(A);
}
