// SPDX-License-Identifier: BSD-3-Clause
// copies: upc_memput_nb of more bytes than the object has
// told by: address check
#include <stdio.h>
#include <upc.h>
#include <upc_nb.h>

static char b[400];

int main(int argc, char **argv) {
  shared [] char *p = upc_alloc(100);
  upc_sync(upc_memput_nb(p, b, 150 * argc));
  upc_free(p);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
