// SPDX-License-Identifier: BSD-3-Clause
// A ';' is missing behind a barrier: the next statement is no part of its expression.
// expect: 10: 'upc_barrier' is a statement and must end in ';'
// expect: 12: 'upc_notify' is a statement and must end in ';'
// expect: 14: 'upc_barrier' is a statement and must end in ';'
// expect: 16: 'upc_barrier' is a statement and must end in ';'
// expect: 18: 'upc_barrier' is a statement and must end in ';'
typedef unsigned long size_t; shared int a[4*THREADS];
int main(void) {
  upc_barrier
  if (MYTHREAD) a[0] = 1;
  upc_notify (1)
  upc_wait (1);
  upc_barrier
  upc_forall (int i = 0; i < 4; i++; i) a[i] = i;
  upc_barrier
  unsigned long n = 3;
  upc_barrier
  size_t m = 4;
}
