// SPDX-License-Identifier: BSD-3-Clause
// A grid is named once, unless the same again.
// expect: 5: g
#pragma processors g(2, 2)
#pragma processors g(2, 3)
int x;
