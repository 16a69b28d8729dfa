// SPDX-License-Identifier: BSD-3-Clause
// freed: a read of memory that was freed, which another object may have now
// told by: address
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared [] int *p = upc_alloc(400);
  int *mine = (int *)p;
  upc_free(p);
  shared [] int *q = upc_alloc(400);
  q[argc] = 5;
  if (mine[argc] != 5) puts("another value");
  upc_free(q);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
