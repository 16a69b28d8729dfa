// SPDX-License-Identifier: BSD-3-Clause
// arguments: an exchange in place, which UPC does not have
// told by: check
#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>

shared [4] int A[4 * THREADS];

int main(int argc, char **argv) {
  for (int i = 0; i < 4; i++) A[4 * MYTHREAD + i] = MYTHREAD;
  upc_all_exchange(A, A, 16 / THREADS, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  if (MYTHREAD == 0) puts("end");
  return 0;
}
