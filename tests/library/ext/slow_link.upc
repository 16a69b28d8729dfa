/* SPDX-License-Identifier: BSD-3-Clause
 * Thread 0 waits for a long message, then for a thread that comes late, by so many seconds as the first argument
 * says. With a second one, it reads a word of thread 0 all the time until then. See slow_link.sh. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <upc.h>
#include <upc_stride_coll.h>

enum { LONG = 1 << 19 };
shared [LONG] double from[LONG * THREADS], to[LONG * THREADS];
strict shared int flag;

static void read_flag(int seconds) {
  time_t end = time(NULL) + seconds;
  while (!flag && time(NULL) < end) {}
}

int main(int argc, char **argv) {
  size_t i, wrong = 0, length = argc > 2 ? 1 : LONG;
  int late = argc > 1 ? atoi(argv[1]) : 4;
  for (i = 0; i < LONG; i++) from[LONG * MYTHREAD + i] = (double)(LONG * MYTHREAD + i);
  upc_stride_broadcast(to<:>, &from[LONG], length * sizeof(double), UPC_IN_MYSYNC | UPC_OUT_MYSYNC);
  for (i = 0; i < length; i++) wrong += to[LONG * MYTHREAD + i] != (double)(LONG + i);
  upc_barrier;
  if (MYTHREAD == 1 && argc > 2) read_flag(late);
  else if (MYTHREAD == 1) sleep((unsigned)late);
  upc_stride_broadcast(to<:>, &from[LONG], sizeof(double), UPC_IN_MYSYNC | UPC_OUT_MYSYNC); /* line: late */
  if (wrong > 0) printf("thread %d: %zu elements are wrong\n", MYTHREAD, wrong);
  upc_barrier;
  if (MYTHREAD == 0) puts("PASS");
  return wrong > 0;
}
