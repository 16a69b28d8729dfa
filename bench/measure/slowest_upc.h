/* SPDX-License-Identifier: BSD-3-Clause
 * slowest_upc.h: the time of the slowest thread. In UPC. */
#ifndef SLOWEST_UPC_H
#define SLOWEST_UPC_H

#include <upc_relaxed.h>
#include "clock.h"

static shared double slowest_slots[THREADS];

/* A barrier, and then the most seconds since the `start` of a thread, on all of them. */
static inline double slowest_since(double start) {
  double most = 0;
  int t;
  upc_barrier;
  slowest_slots[MYTHREAD] = now() - start;
  upc_barrier;
  for (t = 0; t < THREADS; t++)
    if (slowest_slots[t] > most) most = slowest_slots[t];
  upc_barrier;
  return most;
}

#endif
