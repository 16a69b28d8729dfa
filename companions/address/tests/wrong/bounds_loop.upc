// SPDX-License-Identifier: BSD-3-Clause
// bounds: a loop that goes one element too far on the heap
// told by: address
#include <stdio.h>
#include <upc.h>

int main(int argc, char **argv) {
  shared [] int *p = upc_alloc(100 * sizeof(int));
  for (int i = 0; i <= 100 * argc; i++) p[i] = i;
  upc_free(p);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
