/* SPDX-License-Identifier: BSD-3-Clause
 * The layer below smp: memory. A transfer is a memcpy. There are no signals and no collectives. */
#include <string.h>
#include <time.h>
#include "conduits.h"

static char *there, here[LARGEST];
static int self;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void raw_begin(int me, int threads, char *theirs) {
  (void)threads;
  self = me;
  there = theirs;
}

void raw_end(void) {}

double raw(int operation, size_t bytes, int count) {
  double start = now();
  if (operation > GET) return -1;
  if (self != 0) return 0;
  for (int i = 0; i < count; i++) {
    if (operation == PUT) memcpy(there, here, bytes);
    else memcpy(here, there, bytes);
    __asm__ volatile("" ::: "memory"); /* the compiler must not drop a copy */
  }
  return (now() - start) / count;
}
