// SPDX-License-Identifier: BSD-3-Clause
// A function that is called when the program starts computes these values. It knows no types of other functions.
// expect: 10: the initialiser of 'a' is computed when the program starts, so declare its type outside of the function
// expect: 12: the initialiser of 'b' is computed when the program starts, so declare its type outside of the function
// expect: 14: the initialiser of 'd' is computed when the program starts, so declare its type outside of the function
#include <upc.h>
shared int x;
int main(void) {
  struct local { shared int *p; };
  static shared struct local a[THREADS] = {{&x}};
  typedef shared int *pointer;
  static shared pointer b = &x;
  static shared struct local c[THREADS] = {{NULL}};
  static shared [] struct { int n; } d = {THREADS};
  static shared [] struct { long n; } e = {sizeof(int)};
  return a[0].p == b && c[0].p == NULL && d.n == e.n;
}
