// SPDX-License-Identifier: BSD-3-Clause
// A section without the library's header: the message names the header.
// expect: 8: a section is a value of the library: '#include <upc_stride_coll.h>' before it
// expect: 11: '#include <upc_stride_coll.h>' before it
#include <upc.h>
shared [2][2] int A[4][4];
int main(void) {
  upc_stride_broadcast(A<0, :>, &A[0][0], 4, 0);
}
void late(void) {
  upc_haveaffinity(A<0, :>);
}
#include <upc_stride_coll.h>
