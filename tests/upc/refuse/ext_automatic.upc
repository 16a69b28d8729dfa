// SPDX-License-Identifier: BSD-3-Clause
// A multi-blocked array is static.
// expect: 5: automatic
void f(void) {
  shared [2][2] int A[4][4];
}
