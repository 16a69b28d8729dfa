// SPDX-License-Identifier: BSD-3-Clause
// What a task cannot capture, and jumps out of it.
// expect: 25: a task cannot capture 'p', a private pointer
// expect: 26: a task cannot capture 'h', which holds a private pointer
// expect: 29: this would leave the function around the task
// expect: 32: upc_on takes a thread's number or a pointer-to-shared, and this is 'double'
#include <upc.h>

struct holder {
  int n;
  struct { char *text; } inside;
};

shared int x;

int f(int n) {
  int *p = &n;
  struct holder h = {n, {NULL}};
  shared int *q = &x;
  double d = 1;
  for (int i = 0; i < n; i++) {
    upc_begin { *q = i; }
    upc_begin {
      int own, *there = &own;
      x = *p + *there;
      x = h.n;
    }
    upc_begin {
      return;
    }
  }
  upc_on (d) { x = 1; }
  return n;
}
