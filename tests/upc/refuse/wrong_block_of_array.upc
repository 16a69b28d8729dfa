// SPDX-License-Identifier: BSD-3-Clause
// A declaration does not contradict an earlier one in block size.
// expect: 7: a
// expect: 9: b
// expect: 11: c
extern shared [2] int a[4 * THREADS];
shared [3] int a[4 * THREADS];
extern shared int b;
int b;
extern int c;
shared int c;
