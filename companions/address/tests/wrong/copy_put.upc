// SPDX-License-Identifier: BSD-3-Clause
// copies: upc_memput of more bytes than the object has
// told by: address check
#include <stdio.h>
#include <upc.h>

static char b[400];

int main(int argc, char **argv) {
  shared [] char *p = upc_alloc(100);
  upc_memput(p, b, 400 * argc);
  upc_free(p);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
