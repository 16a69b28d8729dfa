/* SPDX-License-Identifier: BSD-3-Clause
 * beside_c.h: a loop over shared arrays, timed in alternation with the same loop in C on private memory. In UPC. */
#ifndef BENCH_BESIDE_C_H
#define BENCH_BESIDE_C_H

#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_tick.h>
#include "measure/median.h"

enum { REPETITIONS = 9 };

static shared double bench_slowest[THREADS];

/* The seconds of the slowest thread for `rounds` calls of f. */
static double timed(void (*f)(void), int rounds) {
  upc_barrier;
  upc_tick_t start = upc_ticks_now();
  for (int i = 0; i < rounds; i++) f();
  bench_slowest[MYTHREAD] = upc_ticks_to_ns(upc_ticks_now() - start) * 1e-9;
  upc_barrier;
  double most = 0;
  for (int t = 0; t < THREADS; t++)
    if (bench_slowest[t] > most) most = bench_slowest[t];
  return most;
}

/* Thread 0 prints the rates, of `work` a call, and the ratio of the times: the median, and the least and the most. */
static void compare(const char *name, void (*in_c)(void), void (*in_upc)(void), int rounds, double work,
                    const char *unit) {
  double c[REPETITIONS], upc[REPETITIONS], ratios[REPETITIONS];
  timed(in_c, rounds), timed(in_upc, rounds);
  for (int r = 0; r < REPETITIONS; r++) {
    c[r] = timed(in_c, rounds), upc[r] = timed(in_upc, rounds);
    ratios[r] = upc[r] / c[r];
  }
  double ratio = median(ratios, REPETITIONS);
  if (MYTHREAD == 0)
    printf("%-16s C %8.2f %s  UPC %8.2f %s  time of UPC / C %.2f (%.2f to %.2f)\n", name,
           work * rounds / median(c, REPETITIONS), unit, work * rounds / median(upc, REPETITIONS), unit, ratio,
           ratios[0], ratios[REPETITIONS - 1]);
}

#endif
