// SPDX-License-Identifier: BSD-3-Clause
// A private pointer never becomes a pointer-to-shared (6.4.3).
// expect: 13: pointer-to-shared
// expect: 14: pointer-to-shared
// expect: 15: pointer-to-shared
// expect: 16: pointer-to-shared
// expect: 19: pointer-to-shared
int y;
int *p;
shared int *s;
void g(shared int *);
void f(void) {
  s = p;
  shared int *t = &y;
  s = (shared int *)p;
  g(p);
  s = 0;
  s = (shared int *)0;
  shared void *v = p;
}
