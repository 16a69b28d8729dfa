// SPDX-License-Identifier: BSD-3-Clause
// A section is of a shared array.
// expect: 7: 'P'
#include <upc_stride_coll.h>
int P[4][4];
int f(void) {
  return upc_haveaffinity(P<1, :>);
}
