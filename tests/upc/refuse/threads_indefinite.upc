// SPDX-License-Identifier: BSD-3-Clause
// THREADS does not stand in an array of indefinite block size in dynamic translation.
// expect: 5: THREADS
// expect: 6: THREADS
shared [] int a[THREADS];
shared [0] int b[2 * THREADS][3];
