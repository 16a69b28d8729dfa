// SPDX-License-Identifier: BSD-3-Clause
// _Generic, which Clang selects for, is not let take the one for the other.
// expect: 10: _Generic does not tell sharing and block sizes apart: 'int *' would be taken for 'shared int *'
// expect: 11: 'shared int *' would be taken for 'int *'
// expect: 12: 'shared int *' would be taken for 'shared [] int *'
#include <upc.h>
shared int a[THREADS];
int f(int *p) {
  int n = _Generic(a, shared int *: 1, default: 2) + _Generic(a[0], int: 1) + _Generic(p, int *: 1);
  n += _Generic(p, shared int *: 1, default: 2);
  n += _Generic(&a[0], int *: 1, default: 2);
  return n + _Generic(a, shared [] int *: 1, default: 2);
}
