// SPDX-License-Identifier: BSD-3-Clause
// Nor are its qualifiers.
// expect: 5: keyword of UPC
// expect: 6: keyword of UPC
int shared = 1;
int relaxed = 2;
