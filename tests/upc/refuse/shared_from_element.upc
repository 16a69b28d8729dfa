// SPDX-License-Identifier: BSD-3-Clause
// An element where its address is wanted: one message, that of the check.
// expect: 7: the private 'int' does not convert to the pointer-to-shared 'shared const void *'
#include <upc.h>
shared int a[THREADS];
void f(int *v) {
  upc_memget(v, a[0], 4);
}
