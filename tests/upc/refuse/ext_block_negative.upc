// SPDX-License-Identifier: BSD-3-Clause
// And not negative.
// expect: 4: negative
shared [2][-1] int C[4][4];
