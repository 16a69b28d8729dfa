// SPDX-License-Identifier: BSD-3-Clause
// The upc_*sizeof operators take shared operands alone (6.4.1).
// expect: 10: upc_blocksizeof
// expect: 11: upc_localsizeof
// expect: 12: upc_elemsizeof
// expect: 13: upc_blocksizeof
int x;
shared int *p;
int f(void) {
  return upc_blocksizeof(x)
      + upc_localsizeof(int)
      + upc_elemsizeof(p)
      + upc_blocksizeof(shared int *);
}
