// SPDX-License-Identifier: BSD-3-Clause
// A section is a value of its own type. Operators inside it stand in parentheses.
// expect: 11: an operator '?' in a section must stand in parentheses
// expect: 12: a section is a whole value, which ends here
// expect: 13: an operator '>' inside one must stand in parentheses
#include <upc_stride_coll.h>
shared [2][2] int A[4][4];
void take(upc_stride_section_t s, int n);
void f(int i, int j) {
  upc_stride_section_t s;
  s = A<i ? 1 : 2, :>;
  take(upc_haveaffinity(A<1, :> + 1), 1);
  s = A<i > j, 0>;
}
