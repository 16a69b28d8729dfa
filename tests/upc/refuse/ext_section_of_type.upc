// SPDX-License-Identifier: BSD-3-Clause
// expect: 7: a section is of a shared array or an upc_stride_array_t, and this is a type
#include <upc.h>
#include <upc_stride_coll.h>
shared [2][2] typedef int A[4][4];
void f(void) {
  upc_stride_broadcast(A<1, :>, NULL, 4, 0);
}
