// SPDX-License-Identifier: BSD-3-Clause
// Nor in a typedef.
// expect: 4: [*]
typedef shared [*] int t[4 * THREADS];
