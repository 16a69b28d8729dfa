// SPDX-License-Identifier: BSD-3-Clause
// flags: -pedantic-upc
// expect: 10: 'upc_sync' is an extension; refused under -pedantic-upc
// expect: 11: 'upc_begin' is an extension; refused under -pedantic-upc
// expect: 13: 'upc_serial' is an extension
// expect: 14: 'upc_coforall' is an extension
#include <upc.h>
shared int x;
void f(int n) {
  upc_sync {
    upc_begin { x = n; }
  }
  upc_serial (n) {
    upc_coforall (int i = 0; i < n; i++) { x = i; }
  }
}
