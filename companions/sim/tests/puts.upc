// SPDX-License-Identifier: BSD-3-Clause
// puts BYTES FROM:TO,..  ..: for each list of puts, which begin at the same time, the times of the first and of the
// last to end, in nanoseconds. Each thread is the source of one put at most.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_tick.h>
enum { MOST = 1 << 20 };
static shared [MOST] char in[MOST * THREADS];
static shared double took[THREADS];
static char data[MOST];

static double put(const char *list, size_t bytes) { // 0: nothing
  for (const char *p = list; p; p = strchr(p, ',')) {
    int from, to, comma = *p == ',';
    if (sscanf(p + comma, "%d:%d", &from, &to) == 2 && from == MYTHREAD) {
      upc_tick_t begin = upc_ticks_now();
      upc_memput(&in[(size_t)MOST * to], data, bytes);
      return (double)upc_ticks_to_ns(upc_ticks_now() - begin);
    }
    p += comma;
  }
  return 0;
}

int main(int argc, char **argv) {
  size_t bytes = strtoul(argv[1], NULL, 10);
  for (int i = 2; i < argc; i++) {
    upc_barrier;
    took[MYTHREAD] = put(argv[i], bytes);
    upc_barrier;
    if (MYTHREAD == 0) {
      double first = 0, last = 0;
      for (int t = 0; t < THREADS; t++) {
        if (took[t] > 0 && (first == 0 || took[t] < first)) first = took[t];
        if (took[t] > last) last = took[t];
      }
      printf("%.0f %.0f\n", first, last);
    }
  }
}
