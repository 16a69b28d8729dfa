// SPDX-License-Identifier: BSD-3-Clause
// Names of the library without its header: the first message names the header, the others would say the same.
// expect: 7: 'upc_stride_section_t' is not declared; it is in <upc_stride_coll.h>
#include <upc.h>
shared [2][2] int A[4][4];
int main(void) {
  upc_stride_section_t s;
  upc_stride_wait(NULL);
}
