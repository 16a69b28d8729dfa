// SPDX-License-Identifier: BSD-3-Clause
// Nor are its qualifiers.
// expect: 5: expected
// expect: 6: expected
int shared = 1;
int relaxed = 2;
