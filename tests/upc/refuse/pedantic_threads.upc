// SPDX-License-Identifier: BSD-3-Clause
// THREADS times one constant expression, to the letter (6.5.2.1): the specification's own example.
// expect: 8: UPC 1.3 has no cast around THREADS in a dimension of a shared array
// flags: -pedantic-upc
// expect: 7: THREADS is multiplied 2 times here, and UPC 1.3 has it once, by a constant expression, as in THREADS*(
shared int fine[THREADS * (100 * 20)], also[100 * 20 * THREADS];
shared int x[THREADS * 100 * 20];
shared int y[(long)(2 * THREADS)];
