// SPDX-License-Identifier: BSD-3-Clause
// Nor does ?: .
// expect: 5: pointer-to-shared
void f(shared int *s, int *p, int c) {
  (void)(c ? s : p);
}
