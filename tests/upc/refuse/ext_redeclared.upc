// SPDX-License-Identifier: BSD-3-Clause
// All declarations of a multi-blocked array have the same blocks and grid.
// expect: 11: 'A' was declared before as 'shared [2][2] int[4][4]' and is now 'shared [2][1] int[4][4]'
// expect: 12: 'B' was declared before
// expect: 13: 'C' was declared before
// expect: 14: 'D' was declared before
// expect: 15: 'f' was declared before with other shared types
#pragma processors g(1, THREADS)
#pragma processors h(THREADS, 1)
#pragma processors k(THREADS)
extern shared [2][2] int A[4][4]; shared [2][1] int A[4][4];
extern shared [2][2] (g) int B[4][4]; shared [2][2] (h) int B[4][4];
extern shared [2][2] (g) int C[4][4]; shared [2][2] int C[4][4];
extern shared [2] int D[4 * THREADS]; extern shared [2] (k) int D[4 * THREADS];
void f(shared [2][2] int X[4][4]); void f(shared [2][1] int X[4][4]) { X[0][0] = 1; }
extern shared [2][2] (g) int same[4][4]; shared [2][2] (g) int same[4][4];
