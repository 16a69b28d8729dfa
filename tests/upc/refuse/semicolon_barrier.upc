// SPDX-License-Identifier: BSD-3-Clause
// A ';' is missing behind a barrier: the next statement is no part of its expression.
// expect: 8: 'upc_barrier' is a statement and must end in ';'
// expect: 10: 'upc_notify' is a statement and must end in ';'
// expect: 12: 'upc_barrier' is a statement and must end in ';'
shared int a[4*THREADS];
int main(void) {
  upc_barrier
  if (MYTHREAD) a[0] = 1;
  upc_notify (1)
  upc_wait (1);
  upc_barrier
  upc_forall (int i = 0; i < 4; i++; i) a[i] = i;
}
