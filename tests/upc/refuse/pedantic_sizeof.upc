// SPDX-License-Identifier: BSD-3-Clause
// What is constrained as sizeof is has no incomplete operand (6.4.1.3, 6.4.1.4); without the option an array of unknown length
// has its block and element size.
// flags: -pedantic-upc
// expect: 8: the operand of 'upc_blocksizeof' has the incomplete type 'shared [3] int[]'
// expect: 9: the operand of 'upc_elemsizeof' has the incomplete type 'shared [3] int[]'
extern shared [3] int x[];
int block = upc_blocksizeof(x);
int element = upc_elemsizeof(x);
