// SPDX-License-Identifier: BSD-3-Clause
// In a dimension of a shared array, also of a pointer's or typedef's, THREADS stands alone or multiplied by a positive
// integer constant expression (6.5.2.1). Multiplied twice, as in THREADS*100*20, and in a cast it gets a warning.
// expect: 16: may use THREADS only as a factor
// expect: 17: may use THREADS only as a factor
// expect: 18: may use THREADS only as a factor
// expect: 20: may use THREADS only as a factor
// expect: 21: warning: UPC 1.3 has no cast around THREADS in a dimension of a shared array
// expect: 22: may use THREADS only as a factor
// expect: 23: THREADS times 0; the factor must be positive
// expect: 24: THREADS times 0; the factor must be positive
// expect: 25: may use THREADS only as a factor
// expect: 26: may use THREADS only as a factor
// expect: 27: warning: THREADS is multiplied 2 times here
// expect: 28: may use THREADS only as a factor
shared int a[10 + THREADS];
shared int b[THREADS * THREADS];
shared int c[THREADS / 2];
shared int fine[THREADS * (100 * 20)], also[100 * 20 * THREADS], enough[(long)2 * THREADS];
shared int e[THREADS - 1];
shared int f[(int)THREADS];
shared int g[THREADS << 1];
shared int h[THREADS * 0];
shared int i[0 * THREADS][3];
shared [3] int (*j)[THREADS + 1];
typedef shared int k[THREADS + 3];
shared int l[THREADS * 100 * 20];
shared [*] int m[THREADS ? 10 : 20];
