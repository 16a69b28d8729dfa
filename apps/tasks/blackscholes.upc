/* SPDX-License-Identifier: BSD-3-Clause
 * blackscholes.upc: a task values a chunk of options (F. Black and M. Scholes, The Pricing of Options and Corporate
 * Liabilities, 1973). */
#include <math.h>
#include <upc_castable.h>
#include <upc_nb.h>
#include "tasks.h"
#include "arithmetic.h"

static shared [] double *shared given; /* thread 0's array, for all */
static shared [] double *mine;         /* the same, or on a far thread its copy */

static void prepare(problem_t *q) {
  const size_t bytes = (size_t)q->n * sizeof(double);
  q->bytes = (double)bytes;
  if (MYTHREAD == 0) given = upc_alloc(bytes);
  upc_barrier;
  q->values = given;
  mine = copy_near(given, bytes);
}

static void value_chunk(shared [] double *values, long from, long to) {
  double *value = upc_cast(values);
  long i;
  for (i = from; i < to; i++) value[i] = option_value(i);
}

/* All options take the same time, so a thread has those of an interval. */
static void run(problem_t *q) {
  const long n = q->n, chunks = (n + CHUNK - 1) / CHUNK;
  shared [] double *all = q->values;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    shared [] double *values = mine;
    const long first = chunks * t / THREADS * CHUNK, end = chunks * (t + 1) / THREADS * CHUNK, last = end < n ? end : n;
    upc_sync {
      long from;
      for (from = first; from < last; from += CHUNK)
        upc_begin { value_chunk(values, from, from + CHUNK < last ? from + CHUNK : last); }
    }
    send_copy(values, all, (size_t)first * sizeof *all, (size_t)(last - first) * sizeof *all);
    upc_synci();
  }
}

/* Each value again, and one that is known: 100 at a strike of 100, 5 %, a volatility of 20 %, a year. */
static double error(const problem_t *q) {
  double worst;
  long i;
  if (MYTHREAD > 0) return 0;
  worst = fabs(call_value(100, 100, 0.05, 0.2, 1) - 10.450583572185565);
  for (i = 0; i < q->n; i++) {
    const double difference = fabs(q->values[i] - option_value(i));
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}

static double options(double n) { return n; }

const program_t blackscholes_program = {"blackscholes", "N options", 10000000, 1, 1 << 28, 1, "Goptions/s", "goptions",
                                        options, prepare, run, error, 1e-12};
