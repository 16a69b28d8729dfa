// SPDX-License-Identifier: BSD-3-Clause
// A block size is an integer constant expression.
// expect: 7: a block size must be a constant expression
// expect: 9: a block size must be a constant expression
// expect: 12: a block size must be a constant expression
int n = 3;
shared [n] int a[THREADS];
void f(int m) {
  shared [m] int *p;
}
enum { TWO = 2 };
shared [TWO * (n + 1)] int b[THREADS];
