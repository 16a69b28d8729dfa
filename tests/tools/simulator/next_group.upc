// SPDX-License-Identifier: BSD-3-Clause
// next_group THREADS: each of the first so many threads puts 1 MiB to the thread so many further on. Prints the time
// of all puts together, in microseconds.
#include <upc.h>
#include <upc_tick.h>
#include <stdio.h>
#include <stdlib.h>
#define BYTES (1 << 20)
shared [BYTES] char in[BYTES * THREADS];
static char data[BYTES];
int main(int argc, char **argv) { // of 32 threads or more, a node each
  int group = atoi(argv[1]);
  upc_barrier;
  upc_tick_t t = upc_ticks_now();
  if (MYTHREAD < group) upc_memput(&in[(size_t)BYTES * (MYTHREAD + group)], data, BYTES);
  upc_barrier;
  if (MYTHREAD == 0) printf("%.3f\n", 1e-3 * (double)upc_ticks_to_ns(upc_ticks_now() - t));
}
