// SPDX-License-Identifier: BSD-3-Clause
// The expression of a barrier ends where an operand stands behind another one.
// expect: 8: 'upc_wait' is a statement and must end in ';'
// expect: 9: 'upc_barrier' is a statement and must end in ';'
// expect: 10: 'upc_barrier' is a statement and must end in ';'
shared int a[THREADS];
int main(void) {
  upc_wait 3 4;
  upc_barrier a[0] 3;
  upc_barrier 3 MYTHREAD;
  upc_barrier (int)3 + -4;
}
