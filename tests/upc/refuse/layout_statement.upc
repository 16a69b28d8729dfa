// SPDX-License-Identifier: BSD-3-Clause
// Brackets of a layout hold an expression. What begins or ends a statement there is refused, and moves nothing outside.
// expect: 6: expected expression
// expect: 7: expected
// expect: 8: statement expression not allowed
shared [;2][2] int a[2][2 * THREADS];
shared [2;][2] int b[2][2 * THREADS];
shared [{2;}][{;}][2] int c[2][2 * THREADS];
