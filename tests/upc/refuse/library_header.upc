// SPDX-License-Identifier: BSD-3-Clause
// Names of the library without its header: the message names the header.
// expect: 9: 'upc_stride_section_t' is not declared; it is in <upc_stride_coll.h>
// expect: 11: 'upc_stride_mapped' is not declared
// expect: 10: 'upc_stride_wait' is not declared; it is in <upc_stride_coll.h>
#include <upc.h>
shared [2][2] int A[4][4];
int main(void) {
  upc_stride_section_t s;
  upc_stride_wait(NULL);
  upc_stride_mapped(A);
}
