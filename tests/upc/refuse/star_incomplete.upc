// SPDX-License-Identifier: BSD-3-Clause
// Nor on an array of incomplete type.
// expect: 4: [*]
extern shared [*] int a[];
