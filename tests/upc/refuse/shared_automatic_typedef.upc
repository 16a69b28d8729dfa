// SPDX-License-Identifier: BSD-3-Clause
// The same through typedefs, and as register variables.
// expect: 10: automatic
// expect: 11: automatic
// expect: 12: automatic
// expect: 13: automatic
typedef shared int sint;
typedef shared [2] int sarray[2 * THREADS];
void f(void) {
  sint x;
  sarray a;
  register shared int r;
  for (shared int i = 0; i < 3; i++) {}
}
