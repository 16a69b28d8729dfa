// SPDX-License-Identifier: BSD-3-Clause
// The grid of a layout stands behind its block sizes.
// expect: 6: the grid stands behind the block sizes: 'shared [..][..] (grid)'
#pragma processors grid(2, 2)
shared [2][2] (grid) int right[4][4];
shared (grid) [2][2] int wrong[4][4];
