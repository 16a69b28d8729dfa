// SPDX-License-Identifier: BSD-3-Clause
// Pointers to pointers: what they point to is shared or it is not.
// expect: 9: does not convert to 'int **'
// expect: 10: does not convert to the private 'shared int **' without a cast
shared int *shared sp;
int **pp;
shared int **ps;
void f(void) {
  pp = ps;
  ps = &sp;
  shared int *shared *fine = &sp;
}
