// SPDX-License-Identifier: BSD-3-Clause
// The value of a barrier converts as in `int i = &x`: with a warning.
// expect: 8: warning: incompatible pointer to integer conversion
// expect: 9: warning: incompatible pointer to integer conversion
// expect: 10: warning: incompatible pointer to integer conversion
int x;
void f(int *p) {
  int i = &x;
  upc_barrier &x;
  upc_notify p;
  upc_wait i;
}
