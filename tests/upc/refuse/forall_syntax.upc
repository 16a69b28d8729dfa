// SPDX-License-Identifier: BSD-3-Clause
// upc_forall has four clauses.
// expect: 5: affinity
void f(void) {
  upc_forall (int i = 0; i < 3; i++) {}
}
