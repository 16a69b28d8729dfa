// SPDX-License-Identifier: BSD-3-Clause
// copies: upc_memset behind the end
// told by: address check
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared [] char *p = upc_alloc(100);
  upc_memset(p + 60, 1, 60 * argc);
  upc_free(p);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
