// SPDX-License-Identifier: BSD-3-Clause
// [*] among several brackets takes its count from a named grid. The message names one that fits the layout.
// expect: 9: '#pragma processors grid(P1, P2)' and 'shared [*][*] (grid)'
// expect: 10: '#pragma processors grid(THREADS)' and 'shared [*][64] (grid)'
// expect: 11: '#pragma processors grid(THREADS)' and 'shared [*][] (grid)'
// expect: 12: '#pragma processors grid(1, THREADS)' and 'shared [8][*] (grid)'
// expect: 13: '#pragma processors grid(THREADS, 1)' and 'shared [*][32] (grid)'
// expect: 14: '#pragma processors grid(1, P2, P3)' and 'shared [2][*][*] (grid)'
shared [*][*] int a[4][4];
shared [*][64] int b[64][64];
shared [*][] int c[64][64];
shared [8][*] int d[64][64];
shared [*][32] int e[64][64];
shared [2][*][*] int f[4][4][4];
