// SPDX-License-Identifier: BSD-3-Clause
// Nor does an integer that is not a null pointer constant, without a cast.
// expect: 7: integer
// expect: 8: integer
shared int *s;
void f(long n) {
  s = n;
  s = 5;
  s = 0;
}
