// SPDX-License-Identifier: BSD-3-Clause
// The block size is part of the type: pointers of another one are assigned with a cast (6.5.1.1).
// flags: -pedantic-upc
// expect: 15: block size
// expect: 16: block size
// expect: 17: block size
// expect: 18: block size
shared int a[6 * THREADS];
shared [3] int b[6 * THREADS];
shared [] int c[6];
void g(shared [2] int *);
void f(void) {
  shared int *p = a;
  shared [3] int *q = b;
  p = q;
  q = c;
  shared [] int *r = a;
  g(b);
  q = (shared [3] int *)p;
}
