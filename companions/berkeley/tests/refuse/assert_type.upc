// SPDX-License-Identifier: BSD-3-Clause
// bupc_assert_type takes two operands.
// expect: 5: two operands
shared int x;
int f(void) { return bupc_assert_type(x); }
