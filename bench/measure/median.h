/* SPDX-License-Identifier: BSD-3-Clause
 * median.h: the median of several times, with the clock and the memory that a program needs to measure them. */
#ifndef BENCH_MEDIAN_H
#define BENCH_MEDIAN_H

#include <stdlib.h>
#include "allocate.h"
#include "clock.h"

static inline int ascending(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

/* Sorts the times. */
static inline double median(double *times, int n) {
  qsort(times, (size_t)n, sizeof *times, ascending);
  return (times[(n - 1) / 2] + times[n / 2]) / 2;
}

#endif
