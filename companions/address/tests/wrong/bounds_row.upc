// SPDX-License-Identifier: BSD-3-Clause
// bounds: a subscript beyond its row, but in the array
// told by: bounds
#include <stdio.h>
#include <upc.h>

shared int M[4 * THREADS][5];

int main(int argc, char **argv) {
  if (MYTHREAD == 0) M[1][5 * argc] = 1;
  upc_barrier;
  if (MYTHREAD == 0) puts("end");
  return 0;
}
