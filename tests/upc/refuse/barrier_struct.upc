// SPDX-License-Identifier: BSD-3-Clause
// A structure is not assignable to int (6.6.1).
// expect: 6: passing 'struct s' to parameter of incompatible type 'int'
struct s { int x; } s;
void f(void) {
  upc_barrier s;
}
