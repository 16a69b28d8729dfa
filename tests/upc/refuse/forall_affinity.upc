// SPDX-License-Identifier: BSD-3-Clause
// The affinity is an integer or a pointer-to-shared (6.6.2).
// expect: 8: affinity
// expect: 9: affinity
// expect: 10: affinity
// expect: 11: affinity
void f(double d, int *p, struct { int x; } s) {
  upc_forall (int i = 0; i < 3; i++; d) {}
  upc_forall (int i = 0; i < 3; i++; p) {}
  upc_forall (int i = 0; i < 3; i++; (void *)0) {}
  upc_forall (int i = 0; i < 3; i++; s) {}
}
