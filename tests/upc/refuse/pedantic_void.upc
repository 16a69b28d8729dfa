// SPDX-License-Identifier: BSD-3-Clause
// GNU C's size of void, and arithmetic on pointers to it.
// flags: -pedantic-upc
// expect: 10: void
// expect: 11: void
// expect: 12: void
// expect: 14: void
int f(shared void *p, void *q) {
  int n = 0;
  p++;
  q = q + 1;
  return sizeof(shared void) + sizeof *q + n;
}
shared void *g(shared void *p) { return p + 1; }
