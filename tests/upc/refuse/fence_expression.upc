// SPDX-License-Identifier: BSD-3-Clause
// upc_fence takes no expression, and neither it nor its kin is one.
// expect: 9: 'upc_fence' is a statement and must end in ';'
// expect: 10: 'upc_fence' is a statement and cannot stand in an expression
// expect: 11: 'upc_barrier' is a statement and cannot stand in an expression
// expect: 12: 'upc_fence' is a statement and must end in ';'
#define BOTH(n) do { upc_barrier n; } while (0); upc_fence
int f(int i) {
  upc_fence 1;
  i = (upc_fence, 3);
  i ? upc_barrier : 0;
  for (;; upc_fence) break;
  BOTH(2);
  if (i) upc_fence; else upc_notify 3;
  switch (i) { case 1: upc_fence; default: upc_wait 3; }
  return ({ upc_fence; i; });
}
