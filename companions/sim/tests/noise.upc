// SPDX-License-Identifier: BSD-3-Clause
// noise.sh: thread 0 prints the microseconds that a part takes. Arguments: the part, and how often it is done.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <upc.h>
#include <upc_machine.h>
#include <upc_tick.h>

int main(int n, char **words) {
  int times = atoi(words[2]);
  upc_barrier;
  upc_tick_t began = upc_ticks_now();
  for (int i = 0; i < times; i++) {
    if (strcmp(words[1], "sleep") == 0) usleep(100);
    else upc_machine_compute(100000, "us");     // 100 us at 1 GFlop/s
    if (strcmp(words[1], "barrier") == 0) upc_barrier;
  }
  if (MYTHREAD == 0) printf("%llu\n", (unsigned long long)upc_ticks_to_ns(upc_ticks_now() - began) / 1000);
  return n == 3 ? 0 : 2;
}
