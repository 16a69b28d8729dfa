// SPDX-License-Identifier: BSD-3-Clause
// A multi-blocked array is no pointer: it stands before subscripts, under sizeof and in sections alone.
// expect: 12: multi-blocked array 'A'
// expect: 13: multi-blocked array 'A'
// expect: 14: multi-blocked array 'A'
// expect: 15: multi-blocked array 'A'
// expect: 16: multi-blocked array 'A'
// expect: 17: multi-blocked array 'A'
shared [2][2] int A[4][4];
void g(shared int *);
void f(void) {
  shared [] int *p = A[1];
  shared [4] int *q = (shared [4] int *)A;
  g(A);
  (void)*A;
  (void)(A + 1);
  (void)A[0];
  int fine = A[1][2] + sizeof(A) + sizeof(A[0]);
}
