// SPDX-License-Identifier: BSD-3-Clause
// The expression of a barrier is assignable to int (6.6.1).
// expect: 7: the pointer-to-shared 'shared int *' does not convert to 'int' without a cast
// expect: 8: the pointer-to-shared 'shared int *' does not convert to 'int' without a cast
shared int a[THREADS];
void f(shared int *p) {
  upc_notify p;
  upc_wait a;
}
