// SPDX-License-Identifier: BSD-3-Clause
// A section is of a whole array: the owners of a part depend on its first element, which a pointer may change.
// expect: 9: a section is of a whole array, by its name
// expect: 10: a section is of a whole array, by its name
// expect: 11: a section is of a whole array, by its name
#include <upc_stride_coll.h>
shared [2][2] int A[4][4]; shared [4] int B[8][4 * THREADS];
int f(shared [4] int (*p)[8], int i) {
  return upc_haveaffinity(A[i]<0>) +
         upc_haveaffinity(B[i]<0>) +
         upc_haveaffinity((*p)<0>);
}
