// SPDX-License-Identifier: BSD-3-Clause
// The expression of a barrier is assignable to int (6.6.1).
// expect: 9: 'int'
// expect: 10: 'int'
// expect: 11: 'int'
struct s { int x; } s;
shared int a[THREADS];
void f(int *p) {
  upc_barrier s;
  upc_notify p;
  upc_wait "x";
}
