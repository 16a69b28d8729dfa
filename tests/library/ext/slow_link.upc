/* SPDX-License-Identifier: BSD-3-Clause
 * Thread 0 waits for a long message, then for a thread that comes late. With an argument, this one reads a word of
 * thread 0 all the time until then. See slow_link.sh. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include <upc.h>
#include <upc_stride_coll.h>

enum { LONG = 1 << 19, READS_S = 13 };
shared [LONG] double from[LONG * THREADS], to[LONG * THREADS];
strict shared int flag;

static void read_flag(void) {
  time_t end = time(NULL) + READS_S;
  while (!flag && time(NULL) < end) {}
}

int main(int argc, char **argv) {
  size_t i, wrong = 0, length = argc > 1 ? 1 : LONG;
  (void)argv;
  for (i = 0; i < LONG; i++) from[LONG * MYTHREAD + i] = (double)(LONG * MYTHREAD + i);
  upc_stride_broadcast(to<:>, &from[LONG], length * sizeof(double), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  for (i = 0; i < length; i++) wrong += to[LONG * MYTHREAD + i] != (double)(LONG + i);
  upc_barrier;
  if (MYTHREAD == 1 && argc > 1) read_flag();
  else if (MYTHREAD == 1) sleep(4);
  upc_stride_broadcast(to<:>, &from[LONG], sizeof(double), UPC_IN_MYSYNC | UPC_OUT_MYSYNC); /* line: late */
  if (wrong > 0) printf("thread %d: %zu elements are wrong\n", MYTHREAD, wrong);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return wrong > 0;
}
