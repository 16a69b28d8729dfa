/* SPDX-License-Identifier: BSD-3-Clause
 * pi.upc: the parts of the integral of 4 / (1 + x^2) are tasks. Each adds its part to a synchronisation variable of the
 * thread on which it was begun: a far thread's variable changes only when this thread looks. */
#include <math.h>
#include "tasks.h"
#include "arithmetic.h"

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

/* As the paper prints it: a loop over the threads, in it one over the tasks of a thread, which add to a variable of
 * thread 0. */
static void run_nested(problem_t *q) {
  const long n = q->n;
  upc_syncvar double total = 0;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t)
    upc_coforall (int k = 0; k < (PI_PARTS - t + THREADS - 1) / THREADS; k++) {
      const double mine = pi_part(n, k * THREADS + t);
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
                                     "Gpoints/s", "gpoints", points, NULL, run_nested, error, 1e-7};
