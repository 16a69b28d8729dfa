// SPDX-License-Identifier: BSD-3-Clause
// A block size is not negative.
// expect: 5: negative
// expect: 6: negative
shared [-1] int a[THREADS];
shared [2 - 5] int *p;
