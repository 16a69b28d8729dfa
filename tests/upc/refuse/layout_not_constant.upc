// SPDX-License-Identifier: BSD-3-Clause
// A block size is an integer constant expression.
// expect: 6: constant
// expect: 8: constant
int n = 3;
shared [n] int a[THREADS];
void f(int m) {
  shared [m] int *p;
}
