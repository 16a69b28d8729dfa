// SPDX-License-Identifier: BSD-3-Clause
// -pedantic-upc refuses multi-blocked layouts.
// flags: -pedantic-upc
// expect: 5: pedantic
shared [2][2] int A[4][4];
