// SPDX-License-Identifier: BSD-3-Clause
// #pragma processors takes a name and expressions over constants and THREADS.
// expect: 8: processors
// expect: 9: processors
// expect: 10: extent is missing
// expect: 11: a comma is missing between two extents
// expect: 12: extent is missing
#pragma processors (2, 2)
#pragma processors g
#pragma processors h(2,)
#pragma processors i(2 2)
#pragma processors j(2,, 2)
#pragma processors good(sizeof(int) / 4 * (1 + 1), (int)2)
shared [2][2] (good) int right[4][4];
