// SPDX-License-Identifier: BSD-3-Clause
// A pointer-to-shared does not convert to a does not convert to the private 'int *' without a cast (6.4.3).
// expect: 13: does not convert to the private 'int *' without a cast
// expect: 14: does not convert to the private 'int *' without a cast
// expect: 15: does not convert to the private 'int *' without a cast
// expect: 16: does not convert to the private 'int *' without a cast
// expect: 18: does not convert to the private 'int *' without a cast
shared int x;
shared [3] int a[3 * THREADS];
void g(int *p);
int *p = 0;
int *h(shared int *s) {
  p = s;
  int *q = a;
  g(s);
  g(&x);
  int *fine = (int *)s;
  return s;
}
