// SPDX-License-Identifier: BSD-3-Clause
// companions/sim/bench/noise: threads compute for 100 us, and call a collective, again and again. Arguments: the
// collective, the bytes of a block, how often. Thread 0 prints the microseconds of a turn, which the slowest thread
// takes for all, after one turn that is not counted.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_machine.h>
#include <upc_tick.h>

static shared double ended[THREADS], began;
static shared long sum;
static shared void *to, *from, *root;

// `sync`: each thread waits for what it needs alone.
static void call(const char *name, size_t bytes) {
  const upc_flag_t sync = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
  if (strcmp(name, "barrier") == 0) upc_barrier;
  else if (strcmp(name, "broadcast") == 0) upc_all_broadcast(to, root, bytes, sync);
  else if (strcmp(name, "gather") == 0) upc_all_gather(root, from, bytes, sync);
  else if (strcmp(name, "gather_all") == 0) upc_all_gather_all(to, from, bytes, sync);
  else if (strcmp(name, "exchange") == 0) upc_all_exchange(to, from, bytes, sync);
  else if (strcmp(name, "reduce") == 0)
    upc_all_reduceL(&sum, (shared long *)from, UPC_ADD, THREADS * bytes / sizeof(long), bytes / sizeof(long), NULL,
                    sync);
  else exit(2);
}

static double now(void) { return 1e-3 * (double)upc_ticks_to_ns(upc_ticks_now()); }

int main(int n, char **words) {
  if (n != 4) return 2;
  const size_t bytes = strtoull(words[2], NULL, 10), all = bytes * THREADS;
  const int turns = atoi(words[3]);
  to = upc_all_alloc(THREADS, all), from = upc_all_alloc(THREADS, all), root = upc_all_alloc(1, all);
  call(words[1], bytes);
  upc_barrier;
  if (MYTHREAD == 0) began = now();
  upc_barrier;
  for (int i = 0; i < turns; i++) {
    upc_machine_compute(100000, "us");          // 100 us at 1 GFlop/s
    call(words[1], bytes);
  }
  ended[MYTHREAD] = now();
  upc_barrier;
  if (MYTHREAD > 0) return 0;
  double last = 0;
  for (int t = 0; t < THREADS; t++)
    if (ended[t] > last) last = ended[t];
  printf("%.3f\n", (last - began) / turns);
  return 0;
}
