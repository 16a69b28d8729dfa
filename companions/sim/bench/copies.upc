// SPDX-License-Identifier: BSD-3-Clause
// Copies between the two threads of a node: copies REPETITIONS BYTES... For each length, in microseconds: what thread 0
// takes to copy what thread 1 has just written, and what the slower one takes if each copies from the other. Medians.
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include "../../../bench/measure/clock.h"
#include "../../../bench/measure/median.h"

enum { LONGEST = 64 << 20, MOST = 100 };

static shared [LONGEST] char from[LONGEST * THREADS], to[LONGEST * THREADS];
static shared double took[THREADS];

static double copies_take(int copying, size_t bytes, int repetitions) {
  double times[MOST];
  const int next = (MYTHREAD + 1) % THREADS;
  char *mine = (char *)&from[(size_t)MYTHREAD * LONGEST], *copy = (char *)&to[(size_t)MYTHREAD * LONGEST];
  for (int r = -2; r < repetitions; r++) { // in the first two the pages are touched
    for (size_t i = 0; i < bytes; i++) mine[i] = (char)(i + (size_t)r);
    upc_barrier;
    double start = now();
    if (MYTHREAD < copying) upc_memget(copy, &from[(size_t)next * LONGEST], bytes);
    took[MYTHREAD] = MYTHREAD < copying ? now() - start : 0;
    upc_barrier;
    times[r < 0 ? 0 : r] = took[0] > took[1] ? took[0] : took[1];
    upc_barrier;
  }
  return median(times, repetitions);
}

int main(int argc, char **argv) {
  int repetitions = argc > 1 ? atoi(argv[1]) : 0;
  if (THREADS != 2 || repetitions < 1 || repetitions > MOST) return 2;
  for (int a = 2; a < argc; a++) {
    size_t bytes = strtoul(argv[a], NULL, 10);
    if (bytes < 1 || bytes > LONGEST) return 2;
    double alone = copies_take(1, bytes, repetitions), both = copies_take(2, bytes, repetitions);
    if (MYTHREAD == 0) printf("%zu %.2f %.2f\n", bytes, 1e6 * alone, 1e6 * both);
  }
  return 0;
}
