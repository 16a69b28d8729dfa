// SPDX-License-Identifier: BSD-3-Clause
// THREADS times one constant expression, to the letter (6.5.2.1): the specification's own example.
// flags: -pedantic-upc
// expect: 6: THREADS is multiplied 2 times here, and UPC 1.3 has it once, by a constant expression, as in THREADS*(
shared int fine[THREADS * (100 * 20)], also[100 * 20 * THREADS];
shared int x[THREADS * 100 * 20];
