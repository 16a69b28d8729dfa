// SPDX-License-Identifier: BSD-3-Clause
// A task has copies of the variables around it, and cannot change them; arrays are not copied; break does not leave it.
// expect: 12: a task has a copy of each variable around it, which it cannot change
// expect: 13: a task cannot capture an array
// expect: 17: 'break' statement not in loop
#include <upc.h>
shared int x;
void f(int n) {
  int a[4] = {n};
  for (int i = 0; i < n; i++) {
    upc_begin {
      n = 3;
      x = a[0];
    }
    upc_begin {
      x = i;
      break;
    }
  }
}
