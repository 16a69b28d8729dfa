// SPDX-License-Identifier: BSD-3-Clause
// No binary operator takes a pointer-to-shared and a private pointer (6.4.2).
// expect: 7: pointer-to-shared
// expect: 8: pointer-to-shared
// expect: 9: pointer-to-shared
int f(shared int *s, int *p) {
  if (s == p) return 1;
  if (s < p) return 2;
  return s - p;
}
