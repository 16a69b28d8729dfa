// SPDX-License-Identifier: BSD-3-Clause
// THREADS is no constant elsewhere either.
// expect: 12: THREADS
// expect: 13: THREADS
// expect: 14: THREADS
// expect: 16: THREADS
// expect: 17: THREADS
// expect: 19: the length of 'conditional' must be one
// expect: 20: the length of 'sum' must be one
// expect: 21: the length of 'member' must be one
// expect: 22: so 'local' cannot have such a size
int a[THREADS];
enum { N = THREADS };
struct s { int room[THREADS]; };
typedef int rows_t[10][THREADS];
rows_t *f(rows_t *p) { return p; }
int (*q)[THREADS];
void g(rows_t *p, int (*r)[THREADS]) { static int (*s)[THREADS]; rows_t *t = p; s = r, t++; }
int conditional[THREADS > 0 ? 3 : 4];
int sum[2][THREADS * 0 + 2];
struct t { int member[THREADS ? 2 : 1]; };
int h(void) { static int local[THREADS > 2 ? 2 : 1]; int automatic[THREADS > 2 ? 2 : 1]; return automatic[local[0]]; }
