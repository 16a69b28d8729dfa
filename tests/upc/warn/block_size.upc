// SPDX-License-Identifier: BSD-3-Clause
// Pointers of different block sizes without a cast.
// expect: 18: warning: 'shared [3] int *' becomes 'shared int *' without a cast: their block sizes differ
// expect: 19: warning: 'shared [] int *' becomes 'shared [3] int *'
// expect: 20: warning: 'shared int *' becomes 'shared [] int *'
// expect: 21: warning: 'shared [3] int *' becomes 'shared [2] int *'
// expect: 22: warning: comparing 'shared int *' and 'shared [3] int *': their block sizes differ
// expect: 23: warning: the operands of '?:' point to shared objects of different block sizes
// expect: 24: warning: 'shared [3] int *' becomes 'shared int *'
shared int a[6 * THREADS];
shared [3] int b[6 * THREADS];
shared [] int c[6];
void g(shared [2] int *);
shared int *f(shared void *v) {
  shared int *p = v;
  shared [3] int *q = b, *same = b;
  q = (shared [3] int *)p;
  p = q;
  q = c;
  shared [] int *r = a;
  g(b);
  if (p == q || q == same || v == p) return 0;
  (void)(r ? p : q);
  return q;
}
