// SPDX-License-Identifier: BSD-3-Clause
// A multi-blocked array is laid out at start-up and zero.
// expect: 6: multi-blocked array 'A' cannot be initialised; it is zero at the start
// expect: 7: multi-blocked array 'B' cannot be initialised
#pragma processors grid(THREADS)
shared [2][2] int A[4][4] = {{1, 2}, {3}};
static shared [2] (grid) int B[4] = {0};
