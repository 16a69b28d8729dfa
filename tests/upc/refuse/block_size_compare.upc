// SPDX-License-Identifier: BSD-3-Clause
// Pointers of different block sizes are neither compared nor subtracted (6.4.2, 6.5.1.1).
// flags: -pedantic-upc
// expect: 10: comparing 'shared int *' and 'shared [3] int *': their block sizes differ
// expect: 11: block size
// expect: 13: block size
shared int a[6 * THREADS];
shared [3] int b[6 * THREADS];
int f(shared int *p, shared [3] int *q, shared void *v) {
  if (p == q) return 1;
  if (p < q) return 2;
  if (p == v) return 3;
  return p - q;
}
