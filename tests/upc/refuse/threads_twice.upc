// SPDX-License-Identifier: BSD-3-Clause
// And in no more than one.
// expect: 5: THREADS
// expect: 6: THREADS
shared int a[THREADS][THREADS];
shared [2] int b[2 * THREADS][3][THREADS];
typedef int row_t[THREADS];
