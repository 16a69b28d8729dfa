// SPDX-License-Identifier: BSD-3-Clause
// And complete ones: neither void nor an incomplete type nor a function, nor a bit-field.
// expect: 12: void
// expect: 13: incomplete
// expect: 14: incomplete
// expect: 15: void
// expect: 16: bit-field
struct unknown;
extern shared int a[];
shared struct { int b : 3; } s;
int f(shared void *v, shared struct unknown *u) {
  return upc_localsizeof(*v)
      + upc_elemsizeof(*u)
      + upc_localsizeof(a)
      + upc_blocksizeof(shared void)
      + upc_elemsizeof(s.b);
}
