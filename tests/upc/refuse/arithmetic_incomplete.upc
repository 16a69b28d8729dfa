// SPDX-License-Identifier: BSD-3-Clause
// So does arithmetic.
// expect: 7: incomplete
// expect: 8: incomplete
struct unknown;
shared void *f(shared struct unknown *p, shared void *v) {
  p++;
  return p + 1;
}
