// SPDX-License-Identifier: BSD-3-Clause
// Also through typedefs.
// expect: 5: THREADS
typedef shared int row_t[THREADS];
row_t a[THREADS];
row_t fine[3];
