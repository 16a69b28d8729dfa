// SPDX-License-Identifier: BSD-3-Clause
// A multi-blocked layout's grid is one that a pragma has named.
// expect: 5: gird
#pragma processors grid(2, 2)
shared [2][2] (gird) int A[4][4];
