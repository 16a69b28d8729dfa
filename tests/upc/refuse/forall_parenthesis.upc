// SPDX-License-Identifier: BSD-3-Clause
// The ')' of upc_forall is missing.
// expect: 6: a ')' is missing after the last field of this upc_forall
shared int a[4*THREADS];
void f(void) {
  upc_forall (int i = 0; i < 4; i++; &a[i] { a[i] = 1; a[i]++; }
}
