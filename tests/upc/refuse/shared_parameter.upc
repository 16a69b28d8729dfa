// SPDX-License-Identifier: BSD-3-Clause
// A parameter has no shared type.
// expect: 6: parameter
// expect: 7: parameter
// expect: 8: parameter
void f(shared int x);
void g(int *shared p) { (void)p; }
typedef void (*h)(shared int);
void fine(shared int *p, shared [4] int q[]);
