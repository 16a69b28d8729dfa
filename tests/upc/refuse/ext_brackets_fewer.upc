// SPDX-License-Identifier: BSD-3-Clause
// As many brackets as dimensions.
// expect: 5: 1 dimensions and 2 block sizes
// expect: 6: 3 dimensions and 2 block sizes
shared [2][2] int A[4];
shared [2][2] int B[4][4][4];
