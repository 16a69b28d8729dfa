// SPDX-License-Identifier: BSD-3-Clause
// Relations need complete types (6.4.2).
// expect: 7: incomplete
// expect: 8: incomplete
struct unknown;
int f(shared void *v, shared void *w, shared struct unknown *p) {
  if (v < w) return 1;
  if (p >= p) return 2;
  return v == w;
}
