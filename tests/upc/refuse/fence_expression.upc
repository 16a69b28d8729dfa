// SPDX-License-Identifier: BSD-3-Clause
// upc_fence takes none.
// expect: 5: expected ';'
void f(void) {
  upc_fence 1;
}
