// SPDX-License-Identifier: BSD-3-Clause
// Blocking factors are positive constants.
// expect: 5: constant
int n = 2;
shared [n][2] int A[4][4];
