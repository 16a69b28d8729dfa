// SPDX-License-Identifier: BSD-3-Clause
// A section is only ever a whole argument for a section parameter.
// expect: 7: expected
#include <upc_stride_coll.h>
shared [2][2] int A[4][4];
void f(void) {
  upc_stride_section_t s = A<1, :>;
}
