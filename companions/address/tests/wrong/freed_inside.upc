// SPDX-License-Identifier: BSD-3-Clause
// freed: upc_free of a pointer into an object
// told by: address run check bounds race
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared [] char *p = upc_alloc(400);
  upc_free(p + 16 * argc);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
