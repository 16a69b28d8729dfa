// SPDX-License-Identifier: BSD-3-Clause
// Not both strict and relaxed, also through typedefs (6.5, 6.5.2).
// expect: 7: strict or relaxed, not both
// expect: 10: strict or relaxed, not both
// expect: 11: strict or relaxed, not both
// expect: 13: strict or relaxed, not both
strict relaxed shared int a;
typedef strict shared int s_t;
typedef relaxed shared int r_t;
relaxed s_t b;
strict r_t c;
strict s_t fine;
shared int *strict shared relaxed d;
