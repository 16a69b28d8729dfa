// SPDX-License-Identifier: BSD-3-Clause
// The form of the statements of tasks.
// expect: 9: upc_cobegin holds statements, each of which is a task
// expect: 10: upc_coforall takes three fields
#include <upc.h>
shared int x;
void f(int n) {
  upc_cobegin {
    x = 1
  } upc_coforall (int i = 0; i < n; i++; i) { x = i; }
}
