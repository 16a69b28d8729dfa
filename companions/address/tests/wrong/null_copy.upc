// SPDX-License-Identifier: BSD-3-Clause
// pointers: a copy to a pointer that nobody has set
// told by: address check
#include <stdio.h>
#include <upc.h>

shared [] char *shared P[THREADS];
static char b[8];

int main(int argc, char **argv) {
  upc_memput(P[MYTHREAD], b, 8 * argc);
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
