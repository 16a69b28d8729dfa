/* SPDX-License-Identifier: BSD-3-Clause
 * montecarlo.upc: Black-Scholes as M. Weiland and T. Haddow have it (Performance Evaluation of Chapel's Task Parallel
 * Features, 2009, Figure 6): N simulations of a stock's price over 91 days, the same number by each thread. A task adds
 * what it has summed up to synchronisation variables of thread 0. The printed figure adds what the put pays to the
 * call's sum, and this sum to both variables; here each has its own. */
#include <math.h>
#include "tasks.h"
#include "arithmetic.h"

static simulated_t found;              /* the sums, on thread 0 */

static simulated_t simulate_share(long n, int task) { return simulate(n * task / THREADS, n * (task + 1) / THREADS); }

/* A thread is a locale of the figure, which has one thread. */
static void run(problem_t *q) {
  const long n = q->n;
  upc_syncvar double average = 0, call = 0, put = 0, european = 0;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    const simulated_t mine = simulate_share(n, t);
    average += mine.average;
    call += mine.call;
    put += mine.put;
    european += mine.european;
  }
  found.average = average, found.call = call, found.put = put, found.european = european;
}

/* The paper's program for one locale: without the loop over locales. The tasks run on thread 0's node. */
static void run_single(problem_t *q) {
  const long n = q->n;
  upc_syncvar double average = 0, call = 0, put = 0, european = 0;
  upc_coforall (int task = 0; task < THREADS; task++) {
    const simulated_t mine = simulate_share(n, task);
    average += mine.average;
    call += mine.call;
    put += mine.put;
    european += mine.european;
  }
  found.average = average, found.call = call, found.put = put, found.european = european;
}

/* In standard deviations of a mean of N: the average of the prices, whose mean is known, and the option that is paid by
 * the last price, whose value the formula gives. Of the other two only the difference is known, to the last digits. */
static double error(const problem_t *q) {
  const double n = (double)q->n, years = DAYS / DAYS_OF_YEAR, day = 1 + RATE / DAYS_OF_YEAR;
  const double value = call_value(PRICE, STRIKE, RATE, VOLATILITY, years) * exp(RATE * years);
  double mean = 0, power = 1, worst, european, parity;
  int d;
  if (MYTHREAD > 0) return 0;
  for (d = 0; d < DAYS; d++) mean += PRICE * (power *= day) / DAYS;
  worst = fabs(found.average / n - mean) * sqrt(n) / (PRICE * VOLATILITY * sqrt(years / 3));
  european = fabs(found.european / n - value) * sqrt(n) / (PRICE * VOLATILITY * sqrt(years) * 0.6);
  parity = fabs(found.call - found.put - found.average + n * STRIKE) / (n * STRIKE);
  if (!(european <= worst)) worst = european;
  return parity < 1e-12 ? worst : INFINITY;
}

static double steps(double n) { return n * DAYS; }

const program_t montecarlo_program = {"montecarlo", "Black-Scholes by N simulations of 91 days", 32000, 100, 1 << 26, 1,
                                      "Gsteps/s", "gsteps", steps, NULL, run, error, 4};
const program_t montecarlo_single_program = {"montecarlo-single", "montecarlo by one coforall", 32000, 100, 1 << 26, 1,
                                             "Gsteps/s", "gsteps", steps, NULL, run_single, error, 4};
