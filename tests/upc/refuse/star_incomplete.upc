// SPDX-License-Identifier: BSD-3-Clause
// Nor on an array of incomplete type.
// expect: 5: [*]
// expect: 6: [*]
extern shared [*] int a[];
extern shared [*] int rows[][THREADS];
