// SPDX-License-Identifier: BSD-3-Clause
// A grid has no more dimensions than the array.
// expect: 6: cube
#pragma processors cube(1, 1, 1)
#pragma processors line(THREADS)
shared [2][2] (cube) int A[4][4];
shared [2] (line) int fine[4];
