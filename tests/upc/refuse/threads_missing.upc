// SPDX-License-Identifier: BSD-3-Clause
// A definitely blocked shared array has THREADS in one dimension in dynamic translation (6.5.2.1).
// expect: 5: THREADS
// expect: 6: THREADS
shared int a[10];
shared [4] int b[3][4];
shared [] int fine[10];
