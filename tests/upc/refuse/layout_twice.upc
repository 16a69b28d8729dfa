// SPDX-License-Identifier: BSD-3-Clause
// Not two block sizes, also through typedefs; the same one again is one.
// expect: 7: one layout qualifier
// expect: 9: one layout qualifier
// expect: 11: one layout qualifier
// expect: 12: one layout qualifier
shared [2] shared [3] int a[6 * THREADS];
typedef shared [2] int two_t;
shared [3] two_t b[6 * THREADS];
shared [2] two_t fine[2 * THREADS];
int *shared [4] shared [5] c[THREADS];
shared [] two_t d[4];
