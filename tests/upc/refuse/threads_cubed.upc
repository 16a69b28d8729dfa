// SPDX-License-Identifier: BSD-3-Clause
// Clang finds the array too large before we look at its dimensions. The size that it names holds a number for THREADS.
// expect: 5: the dimensions of a shared array may have THREADS as a factor once
// expect: 6: array is too large (4398046511104*THREADS elements)
shared [] long a[THREADS * THREADS * THREADS];
shared [] long b[(1L << 42) * THREADS];
