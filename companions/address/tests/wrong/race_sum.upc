// SPDX-License-Identifier: BSD-3-Clause
// races: a sum without a lock
// told by: race
#include <stdio.h>
#include <upc.h>

shared int total;

int main(int argc, char **argv) {
  total += MYTHREAD * argc;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
