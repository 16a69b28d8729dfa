// SPDX-License-Identifier: BSD-3-Clause
// Sizes that are equal for some numbers of threads only.
// expect: 7: conflicting types for 'f'
// expect: 9: conflicting types for 'g'
#define MAX(a, b) ((a) > (b) ? (a) : (b))
void f(int (*a)[MAX(THREADS, 8)]);
void f(int (*a)[MAX(THREADS, 60000)]) { (void)a; }
void g(int (*a)[100 - THREADS]);
void g(int (*a)[100 - THREADS % 99]) { (void)a; }
