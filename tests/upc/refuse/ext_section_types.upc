// SPDX-License-Identifier: BSD-3-Clause
// The elements of a section that is assigned have the type of those that are assigned to.
// expect: 9: the elements of this section are 'long', and those that are assigned to are 'double'
// expect: 10: the elements of this section are 'float', and those that are assigned to are 'double'
#include <upc_stride_coll.h>
shared [2][2] double A[4][4];
shared [2][2] long B[4][4]; shared [] float C[4][4]; strict shared [3] double D[4 * THREADS][4];
int main(void) {
  A<0, :> = B<0, :>;
  A<0, :> = C<0, :>;
  A<0, :> = D<0, :>;
}
