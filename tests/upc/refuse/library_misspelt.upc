// SPDX-License-Identifier: BSD-3-Clause
// Names of the library that are misspelt.
// expect: 9: 'upc_stride_brodcast' is not declared; did you mean 'upc_stride_broadcast'?
// expect: 10: 'upc_stride_gather_al' is not declared; did you mean 'upc_stride_gather_all'?
// expect: 11: 'upc_stride_sectoin_t' is not declared; did you mean 'upc_stride_section_t'?
#include <upc_stride_coll.h>
shared [2][2] int A[4][4];
int main(void) {
  upc_stride_brodcast(A<0, :>, &A[0][0], 4, 0);
  upc_stride_gather_al(A<0, :>, A<1, :>, 4, 0);
  upc_stride_sectoin_t s;
}
