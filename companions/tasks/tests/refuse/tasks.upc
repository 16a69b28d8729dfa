// SPDX-License-Identifier: BSD-3-Clause
// What a task cannot capture, jumps out of it, barriers in it.
// expect: 28: a task cannot capture 'p', a private pointer
// expect: 29: a task cannot capture 'h', which holds a private pointer
// expect: 32: this would leave the function around the task
// expect: 35: upc_on takes a thread's number or a pointer-to-shared, and this is 'double'
// expect: 36: 'upc_barrier' in a task; only the main program of each thread comes to barriers
// expect: 37: 'upc_notify' in a task
// expect: 37: 'upc_wait' in a task
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
  upc_coforall (int i = 0; i < n; i++) { upc_barrier; }
  upc_begin { upc_notify 3; upc_wait 3; }
  return n;
}
