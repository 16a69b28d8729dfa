// SPDX-License-Identifier: BSD-3-Clause
// And blocks of more than 1,048,575 elements, which other compilers do not have.
// flags: -pedantic-upc
// expect: 5: 1048575
shared [1048576] char A[1048576 * THREADS];
