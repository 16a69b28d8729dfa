// SPDX-License-Identifier: BSD-3-Clause
// A grid for another number of threads than -T says. One that fits, or is for any number, gives no warning.
// flags: -T 4
// expect: 6: warning: '#pragma processors other': the grid has 6 processors and not THREADS (4): it is ignored
enum { ROWS = 2 };
#pragma processors other(3, 2)
#pragma processors square(ROWS, 2)
#pragma processors any(1, THREADS)
shared [2][2] (other) int A[6][4];
shared [2][2] (square) int B[4][4];
