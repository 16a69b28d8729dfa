// SPDX-License-Identifier: BSD-3-Clause
// Without a pragma a name in parentheses is no grid: this declares a function.
// expect: 5: T
typedef int T;
shared [2][2] (T) int A[4][4];
