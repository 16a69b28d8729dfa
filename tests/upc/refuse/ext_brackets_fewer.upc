// SPDX-License-Identifier: BSD-3-Clause
// As many brackets as dimensions.
// expect: 5: brackets
// expect: 6: brackets
shared [2][2] int A[4];
shared [2][2] int B[4][4][4];
