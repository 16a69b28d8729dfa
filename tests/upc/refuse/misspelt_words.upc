// SPDX-License-Identifier: BSD-3-Clause
// Words of UPC that are spelled wrongly get a suggestion, each once. A name of the program's own gets Clang's.
// expect: 10: 'shard' is not declared; did you mean 'shared'?
// expect: 12: 'upc_foral' is not declared; did you mean 'upc_forall'?
// expect: 13: 'upc_barier'; did you mean 'upc_barrier'?
// expect: 15: 'MYTHRED'; did you mean 'MYTHREAD'?
// expect: 16: use of undeclared identifier 'upc_cuont'; did you mean 'upc_count'?
// expect: 17: use of undeclared identifier 'stride'
int upc_count;
shard int x;
void f(int *a) {
  upc_foral (int i = 0; i < 4; i++; i) a[i] = 0;
  upc_barier;
  upc_barier;
  a[0] = MYTHRED;
  a[1] = upc_cuont;
  a[2] = stride;
}
