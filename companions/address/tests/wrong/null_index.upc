// SPDX-License-Identifier: BSD-3-Clause
// pointers: an element of a null pointer
// told by: address
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared [] double *p = argc > 1 ? upc_alloc(8) : NULL;
  p[40 * argc] = 1;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
