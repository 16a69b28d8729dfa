/* SPDX-License-Identifier: BSD-3-Clause
 * blackscholes.upc: a task values a chunk of options (F. Black and M. Scholes, The Pricing of Options and Corporate
 * Liabilities, 1973). */
#include <math.h>
#include "tasks.h"
#include "arithmetic.h"
#include "../common/memory.h"

static shared [] double *shared given; /* thread 0's array, for all */

static void prepare(problem_t *q) {
  q->bytes = 8.0 * (double)q->n;
  if (MYTHREAD == 0) given = upc_alloc((size_t)q->n * sizeof(double));
  upc_barrier;
  q->values = given;
}

static void value_chunk(shared [] double *values, long from, long n) {
  static double mine[CHUNK]; /* a task that does not wait has its thread for itself */
  const long count = n - from < CHUNK ? n - from : CHUNK;
  long i;
  for (i = 0; i < count; i++) mine[i] = option_value(from + i);
  upc_memput(values + from, mine, (size_t)count * sizeof *mine);
}

static void run(problem_t *q) {
  const long n = q->n, step = (long)CHUNK * THREADS;
  shared [] double *values = q->values;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    long from;
    for (from = (long)CHUNK * t; from < n; from += step)
      upc_begin { value_chunk(values, from, n); }
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
