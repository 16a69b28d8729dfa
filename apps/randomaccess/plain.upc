/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: updates in plain UPC. Two threads that update a word at the same time may lose an update; the benchmark
 * allows for 1 % of wrong words. */
#include <upc_relaxed.h>
#include "randomaccess.h"
#include "../common/timing.h"

void update_plain(void *problem) {
  const problem_t *q = problem;
  shared uint64_t *T = q->table;
  const uint64_t mask = q->mask;
  const double start = app_begin();
  int t; /* number of a part of the random sequence: each thread has one, so the parallel loop is over the parts */
  upc_forall (t = 0; t < THREADS; t++; t) {
    uint64_t r = sequence_start(q->first), n;
    for (n = 0; n < q->updates; n++, r = sequence_next(r)) T[r & mask] ^= r;
  }
  app_end(APP_COMPUTE, start);
}
