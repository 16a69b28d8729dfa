// SPDX-License-Identifier: BSD-3-Clause
// Its extents are positive integers known at the start.
// expect: 6: integer
// expect: 8: constant
// expect: 9: k
#pragma processors i(2.5)
int n;
#pragma processors j(n)
#pragma processors k(0, 2)
int x;
