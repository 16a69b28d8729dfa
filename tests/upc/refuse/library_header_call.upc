// SPDX-License-Identifier: BSD-3-Clause
// A call of the library without its header.
// expect: 5: 'upc_stride_wait' is not declared; it is in <upc_stride_coll.h>
int main(void) {
  upc_stride_wait(0);
}
