/* SPDX-License-Identifier: BSD-3-Clause
 * pi.upc: the parts of the integral of 4 / (1 + x^2) are tasks. Each adds its part to a synchronisation variable of the
 * thread on which it was begun: a far thread's variable changes only when this thread looks. */
#include <math.h>
#include <upc_castable.h>
#include "tasks.h"
#include "arithmetic.h"
#include "../common/memory.h"

static void run(problem_t *q) {
  const long n = q->n;
  upc_syncvar double sum = 0;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    upc_syncvar double share = 0;
    upc_sync {
      int part;
      for (part = t; part < PI_PARTS; part += THREADS)
        upc_begin {
          const double mine = pi_part(n, part);
          share += mine;
        }
    }
    {
      const double mine = share;
      sum += mine;
    }
  }
  q->result = sum;
}

/* The locales of the paper: threads that are near to each other. Each thread knows the first thread and the size of
 * each locale. With 4 threads, two on a node, there are two: their first threads are 0 and 2, their sizes 2 and 2. */
static shared int first_near[THREADS];
static int locales, *first_of, *size_of;

static void find_locales(problem_t *q) {
  int t, l;
  (void)q;
  for (t = 0; t < MYTHREAD && upc_cast((shared void *)&first_near[t]) == NULL; t++) continue;
  first_near[MYTHREAD] = t;
  upc_barrier;
  first_of = app_allocate(THREADS, sizeof *first_of, "locales");
  size_of = app_allocate(THREADS, sizeof *size_of, "locales");
  for (t = 0; t < THREADS; t++) {
    const int first = first_near[t];
    for (l = 0; l < locales && first_of[l] != first; l++) continue;
    if (l == locales) first_of[l] = first, size_of[l] = 0, locales++;
    size_of[l]++;
  }
}

/* As the paper prints it: a loop over the locales, in it one over the tasks of a locale, one for each of its threads. A
 * task adds to a variable of thread 0. */
static void run_nested(problem_t *q) {
  const long n = q->n;
  upc_syncvar double total = 0;
  upc_coforall (int l = 0; l < locales; l++) upc_on (first_of[l])
    upc_coforall (int k = 0; k < size_of[l]; k++) {
      const double mine = pi_share(n, first_of[l] + k, THREADS);
      total += mine;
    }
  q->result = total;
}

static double error(const problem_t *q) { return MYTHREAD == 0 ? fabs(q->result - 3.14159265358979323846) : 0; }

static double points(double n) { return n; }

/* The midpoint rule's error is 1 / (12 n^2), and less than the limit for n from 1000. */
const program_t pi_program = {"pi", "the integral of 4 / (1 + x^2) by N points", 100000000, 1000, 1 << 30, 1,
                              "Gpoints/s", "gpoints", points, NULL, run, error, 1e-7};

const program_t pi_nested_program = {"pi-nested", "pi by two nested coforall", 100000000, 1000, 1 << 30, 1,
                                     "Gpoints/s", "gpoints", points, find_locales, run_nested, error, 1e-7};
