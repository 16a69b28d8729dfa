/* SPDX-License-Identifier: BSD-3-Clause
 * Thread 0 waits for a long message, then for a thread that comes late. See slow_link.sh. */
#include <stdio.h>
#include <unistd.h>
#include <upc.h>
#include <upc_stride_coll.h>

enum { LONG = 1 << 19 };
shared [LONG] double from[LONG * THREADS], to[LONG * THREADS];

int main(void) {
  size_t i, wrong = 0;
  for (i = 0; i < LONG; i++) from[LONG * MYTHREAD + i] = (double)(LONG * MYTHREAD + i);
  upc_stride_broadcast(to<:>, &from[LONG], LONG * sizeof(double), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  for (i = 0; i < LONG; i++) wrong += to[LONG * MYTHREAD + i] != (double)(LONG + i);
  upc_barrier;
  if (MYTHREAD == 1) sleep(4);
  upc_stride_broadcast(to<:>, &from[LONG], sizeof(double), UPC_IN_MYSYNC | UPC_OUT_MYSYNC); /* line: late */
  if (wrong > 0) printf("thread %d: %zu elements are wrong\n", MYTHREAD, wrong);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return wrong > 0;
}
