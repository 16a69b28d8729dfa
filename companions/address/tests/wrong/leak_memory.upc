// SPDX-License-Identifier: BSD-3-Clause
// leaks: memory that is never freed
// told by: address
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared [] char *p = upc_alloc(1000 * argc);
  p[0] = 1;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
