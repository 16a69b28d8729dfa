// SPDX-License-Identifier: BSD-3-Clause
// Words of UPC that are spelled wrongly get a suggestion.
// expect: 6: 'upc_foral' is not declared; did you mean 'upc_forall'?
// expect: 7: 'upc_barier'
void f(int *a) {
  upc_foral (int i = 0; i < 4; i++; i) a[i] = 0;
  upc_barier;
}
