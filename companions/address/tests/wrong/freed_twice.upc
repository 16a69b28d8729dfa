// SPDX-License-Identifier: BSD-3-Clause
// freed: memory that is freed twice
// told by: address run check bounds race
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared [] int *p = upc_alloc(400);
  upc_free(p);
  upc_free(p);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
