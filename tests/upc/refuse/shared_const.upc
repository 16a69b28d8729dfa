// SPDX-License-Identifier: BSD-3-Clause
// A const shared object is not written.
// expect: 9: const
// expect: 10: read-only
// expect: 11: const
const shared int a = 3;
shared const struct { int x; } s = {1};
void f(const shared int *p) {
  a = 4;
  *p = 5;
  s.x++;
}
