// SPDX-License-Identifier: BSD-3-Clause
// copies: upc_memcpy from a smaller object
// told by: address check
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared [] char *p = upc_alloc(100), *q = upc_alloc(50);
  upc_memcpy(p, q, 100 * argc);
  upc_free(p);
  upc_free(q);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
