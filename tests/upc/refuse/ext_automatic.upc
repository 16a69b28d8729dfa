// SPDX-License-Identifier: BSD-3-Clause
// A multi-blocked array is static, and declared at file scope.
// expect: 6: automatic
// expect: 7: multi-blocked array 'B' must be declared at file scope
void f(void) {
  shared [2][2] int A[4][4];
  static shared [2][2] int B[4][4];
}
