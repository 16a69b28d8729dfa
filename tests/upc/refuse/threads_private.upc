// SPDX-License-Identifier: BSD-3-Clause
// THREADS is no constant elsewhere either.
// expect: 8: THREADS
// expect: 9: THREADS
// expect: 10: THREADS
// expect: 12: THREADS
// expect: 13: THREADS
int a[THREADS];
enum { N = THREADS };
struct s { int room[THREADS]; };
typedef int rows_t[10][THREADS];
rows_t *f(rows_t *p) { return p; }
int (*q)[THREADS];
void g(rows_t *p, int (*r)[THREADS]) { static int (*s)[THREADS]; rows_t *t = p; s = r, t++; }
