// SPDX-License-Identifier: BSD-3-Clause
// The same in returns and conditional expressions.
// flags: -pedantic-upc
// expect: 7: block size
// expect: 8: block size
shared [4] int *f(shared [3] int *p, shared [4] int *q) {
  if (p) return p;
  return q ? q : p;
}
