// SPDX-License-Identifier: BSD-3-Clause
// It stands alone or multiplied by a positive integer constant expression.
// expect: 7: THREADS
// expect: 8: THREADS
// expect: 9: THREADS
// expect: 11: THREADS
shared int a[10 + THREADS];
shared int b[THREADS * THREADS];
shared int c[THREADS / 2];
shared int fine[THREADS * (100 * 20)];
shared int e[THREADS - 1];
