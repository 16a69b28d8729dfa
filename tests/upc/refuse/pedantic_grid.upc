// SPDX-License-Identifier: BSD-3-Clause
// And grids, and the pragma that names them.
// flags: -pedantic-upc
// expect: 5: pedantic
#pragma processors g(2, 2)
shared [2] (g) int A[4 * THREADS];
