// SPDX-License-Identifier: BSD-3-Clause
// Only a cast makes a pointer-to-shared an integer; integers and private pointers convert as in older C, with warnings.
// expect: 9: 'shared int *' does not convert to 'long' without a cast
// expect: 10: warning: incompatible integer to pointer conversion
// expect: 11: warning: incompatible pointer to integer conversion
shared int *p;
int *q;
void f(void) {
  long n = p;
  int *r = (long)p;
  upc_notify q;
  upc_wait;
  (void)n, (void)r;
}
