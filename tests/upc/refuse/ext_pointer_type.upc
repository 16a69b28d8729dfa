// SPDX-License-Identifier: BSD-3-Clause
// &A[i][j] is a shared [] T *.
// expect: 8: block size
// expect: 9: without a cast
shared [2][2] int A[4][4];
void f(void) {
  shared [] int *fine = &A[1][1];
  shared int *p = &A[1][1];
  int *q = &A[1][1];
}
