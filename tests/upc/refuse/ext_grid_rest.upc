// SPDX-License-Identifier: BSD-3-Clause
// Dimensions that a grid does not map are one block each.
// expect: 5: line
#pragma processors line(THREADS)
shared [2][2] (line) int A[4][4];
shared [2][] (line) int fine[4][4];
