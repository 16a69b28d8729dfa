/* SPDX-License-Identifier: BSD-3-Clause
 * median.h: the clock and the median of the programs that time a peer. */
#ifndef MEDIAN_H
#define MEDIAN_H

#include <stdlib.h>
#include <time.h>
#include "allocate.h"

static inline double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int ascending(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

static inline double median(double *times, int n) {
  qsort(times, (size_t)n, sizeof *times, ascending);
  return (times[(n - 1) / 2] + times[n / 2]) / 2;
}

#endif
