// SPDX-License-Identifier: BSD-3-Clause
// A generic pointer-to-shared is not dereferenced or subscripted.
// expect: 6: void
// expect: 7: void
int f(shared void *v) {
  *v = 1;
  return v[3];
}
