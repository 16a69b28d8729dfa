// SPDX-License-Identifier: BSD-3-Clause
// THREADS is no constant elsewhere either.
// expect: 6: THREADS
// expect: 7: THREADS
// expect: 8: THREADS
int a[THREADS];
enum { N = THREADS };
struct s { int room[THREADS]; };
