// SPDX-License-Identifier: BSD-3-Clause
// Nor does ?: .
// expect: 7: one operand of '?:' is a pointer-to-shared and the other a private pointer
// expect: 8: one operand of '?:' is a pointer-to-shared and the other an integer
// expect: 9: one operand of '?:' is a pointer-to-shared and the other an integer
void f(shared int *s, int *p, int c) {
  (void)(c ? s : p);
  (void)(c ? c : s);
  (void)(c ?: s);
  (void)(s ?: 0);
}
