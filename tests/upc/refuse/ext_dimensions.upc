// SPDX-License-Identifier: BSD-3-Clause
// A multi-blocked array has at most 8 dimensions.
// expect: 4: a multi-blocked array has at most 8 dimensions
shared [1][1][1][1][1][1][1][1][1] int A[2][2][2][2][2][2][2][2][2];
