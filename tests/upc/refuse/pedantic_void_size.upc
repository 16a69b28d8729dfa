// SPDX-License-Identifier: BSD-3-Clause
// GNU C's size of void in the size of an array.
// flags: -pedantic-upc
// expect: 6: 'shared void' has no size; GNU C takes it for 1 byte
// expect: 7: 'void' has no size; GNU C takes it for 1 byte
char a[sizeof(shared void)];
char b[sizeof(void)];
