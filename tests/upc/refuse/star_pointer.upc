// SPDX-License-Identifier: BSD-3-Clause
// [*] does not stand in a pointer type, also not in one that leads to an array (6.5.1.1).
// expect: 8: [*]
// expect: 9: [*]
// expect: 10: [*]
// expect: 11: [*]
// expect: 13: [*]
shared [*] int *p;
void f(shared [*] int *q);
shared [*] int (*x)[THREADS];
shared [*] int (*y)[1000];
shared [*] int fine[THREADS];
void *g(void) { return (shared [*] int (*)[THREADS])&fine == 0 ? 0 : 0; }
