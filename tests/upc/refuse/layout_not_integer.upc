// SPDX-License-Identifier: BSD-3-Clause
// A block size has integer type.
// expect: 5: integer
// expect: 6: integer
shared [2.5] int a[THREADS];
shared ["x"] int b[THREADS];
