// SPDX-License-Identifier: BSD-3-Clause
// An operand with the constraints of sizeof is not incomplete (6.4.1.3, 6.4.1.4); by default an array of unknown length
// has its block and element size.
// flags: -pedantic-upc
// expect: 8: the operand of 'upc_blocksizeof' has the incomplete type 'shared [3] int[]'
// expect: 9: the operand of 'upc_elemsizeof' has the incomplete type 'shared [3] int[]'
extern shared [3] int x[];
int block = upc_blocksizeof(x);
int element = upc_elemsizeof(x);
