// SPDX-License-Identifier: BSD-3-Clause
// It is passed to parameters of its own type alone, with all dimensions.
// expect: 8: dimension
// expect: 11: layout
shared [2][2] int A[4][4];
shared [2][3] int B[4][4];
int g(shared [2][2] int X[4][4]);
int h(shared [2][2] int X[][4]);
void f(void) {
  g(A);
  g(B);
}
