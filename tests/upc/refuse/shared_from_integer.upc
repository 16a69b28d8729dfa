// SPDX-License-Identifier: BSD-3-Clause
// Nor does an integer that is not a null pointer constant, without a cast.
// expect: 7: the private 'long' does not convert to the pointer-to-shared 'shared int *'
// expect: 8: the private 'int' does not convert to the pointer-to-shared 'shared int *'
shared int *s;
void f(long n) {
  s = n;
  s = 5;
  s = 0;
}
