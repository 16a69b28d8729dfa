// SPDX-License-Identifier: BSD-3-Clause
// A shared array has no variable length.
// expect: 5: a
void f(int n) {
  static shared [] int a[n];
}
