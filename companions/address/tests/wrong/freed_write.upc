// SPDX-License-Identifier: BSD-3-Clause
// freed: a write to memory that was freed
// told by: address
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared [] int *p = upc_alloc(400);
  upc_free(p);
  p[argc] = 1;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
