// SPDX-License-Identifier: BSD-3-Clause
// And sections.
// flags: -pedantic-upc
// expect: 8: pedantic
#include <upc_stride_coll.h>
upc_stride_array_t A;
int f(void) {
  return upc_haveaffinity(A<1, :>);
}
