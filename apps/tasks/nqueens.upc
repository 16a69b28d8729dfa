/* SPDX-License-Identifier: BSD-3-Clause
 * nqueens.upc: a task for each two places of the queens in the first rows. Each adds its ways to a synchronisation
 * variable of the thread on which it was begun: a far thread's variable changes only when this thread looks. */
#include <math.h>
#include "tasks.h"
#include "arithmetic.h"

static const double known[] = {0, 0, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};

static void run(problem_t *q) {
  const int n = (int)q->n;
  upc_syncvar long count = 0;
  upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) {
    upc_syncvar long share = 0;
    upc_sync {
      int i, j;
      for (i = t; i < n; i += THREADS)
        for (j = 0; j < n; j++)
          upc_begin {
            const long ways = queens_from(n, i, j);
            if (ways > 0) share += ways;
          }
    }
    {
      const long ways = share;
      count += ways;
    }
  }
  q->result = (double)count;
}

static double error(const problem_t *q) { return MYTHREAD == 0 ? fabs(q->result - known[q->n]) : 0; }

static double boards(double n) { return known[(int)n]; }

const program_t nqueens_program = {"nqueens", "N queens on a board of N x N", 13, 4, 16, 1, "Gboards/s", "gboards",
                                   boards, NULL, run, error, 0.5};
