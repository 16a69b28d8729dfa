/* SPDX-License-Identifier: BSD-3-Clause */
#include <upc.h>
#include "maxima.h"

static shared double all[THREADS];

double app_largest(double mine) {
  int t;
  all[MYTHREAD] = mine;
  upc_barrier;
  for (t = 0; t < THREADS; t++) mine = app_larger(mine, all[t]);
  upc_barrier;
  return mine;
}
