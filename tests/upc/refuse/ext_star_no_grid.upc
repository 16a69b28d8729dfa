// SPDX-License-Identifier: BSD-3-Clause
// [*] in several brackets takes its counts from a named grid.
// expect: 4: [*]
shared [*][*] int A[4][4];
