// SPDX-License-Identifier: BSD-3-Clause
// A bit-field of a shared struct has no address.
// expect: 6: bit-field
shared struct { int b : 3; } s;
void f(void) {
  (void)&s.b;
}
