// SPDX-License-Identifier: BSD-3-Clause
// The constant is positive and an integer.
// expect: 5: negative size
// expect: 7: variable length
shared int a[-2 * THREADS];
int n = 4;
shared int b[n * THREADS];
