// SPDX-License-Identifier: BSD-3-Clause
// The generic pointer-to-shared takes no layout qualifier (6.5.1.1).
// expect: 5: void
// expect: 7: void
shared [3] void *p;
shared void *fine;
void f(shared [1] void *x);
