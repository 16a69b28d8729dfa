// SPDX-License-Identifier: BSD-3-Clause
// A private pointer and a pointer-to-shared that have other targets too: one message, not Clang's as well. A line
// of tests/list looks for Clang's.
// expect: 11: error: the private 'double *' does not convert to the pointer-to-shared 'shared int *'
// expect: 12: error: the pointer-to-shared 'shared int *' does not convert to the private 'double *' without a cast
// expect: 13: error: the private 'double *' does not convert to the pointer-to-shared 'shared int *'
shared int *p;
double *d;
void f(shared int *x);
void g(void) {
  p = d;
  d = p;
  f(d);
}
