// SPDX-License-Identifier: BSD-3-Clause
// Library calls check their pointers like any others.
// expect: 12: pointer-to-shared
// expect: 13: pointer-to-shared
// expect: 14: pointer-to-shared
// expect: 15: pointer-to-shared
// expect: 16: pointer-to-shared
#include <upc.h>
int y;
void f(void) {
  char buffer[4];
  upc_memget(&y, &y, 4);
  upc_memput(buffer, &y, 4);
  upc_free(&y);
  upc_lock((int *)0 + 1);
  return (void)upc_threadof(buffer);
}
