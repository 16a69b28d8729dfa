// SPDX-License-Identifier: BSD-3-Clause
// [*] does not stand in a pointer type (6.5.1.1).
// expect: 5: [*]
// expect: 6: [*]
shared [*] int *p;
void f(shared [*] int *q);
shared [*] int fine[THREADS];
