// SPDX-License-Identifier: BSD-3-Clause
// copies THREADS MIB: so many threads copy so many MiB each from memory of their neighbour, thread t also t / 4 of
// them more. Each prints the time of its copy, in microseconds.
#include <upc.h>
#include <upc_tick.h>
#include <stdio.h>
#include <stdlib.h>
#define MIB (1 << 20)
shared [64 * MIB] char from[64 * MIB * THREADS];
static char to[64 * MIB];
int main(int argc, char **argv) {
  int copying = atoi(argv[1]), next = (MYTHREAD + 1) % THREADS;
  size_t bytes = (size_t)atoi(argv[2]) * MIB * (4 + (size_t)MYTHREAD) / 4;
  double us = 0;
  upc_barrier;
  upc_tick_t start = upc_ticks_now();
  if (MYTHREAD < copying) {
    upc_memget(to, &from[(size_t)next * 64 * MIB], bytes);
    us = 1e-3 * (double)upc_ticks_to_ns(upc_ticks_now() - start);
  }
  for (int t = 0; t < copying; t++) {
    upc_barrier;
    if (MYTHREAD == t) printf("%.3f\n", us), fflush(stdout);
  }
}
