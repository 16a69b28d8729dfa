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

/* As the paper prints it: the tasks of a loop write what they find to an array, which is then summed up. They run on
 * thread 0's node. With `pairs` a task has two places, without it all of one first place. */
static void run_partial(problem_t *q, int pairs) {
  const int n = (int)q->n;
  shared [] long *partial = upc_alloc((size_t)n * (size_t)n * sizeof *partial);
  int i, j;
  for (i = 0; i < n * n; i++) partial[i] = 0;
  upc_sync {
    for (i = 0; i < n; i++)
      if (!pairs)
        upc_begin {
          long ways = 0;
          int k;
          for (k = 0; k < n; k++) ways += queens_from(n, i, k);
          partial[i * n] = ways;
        }
      else
        for (j = 0; j < n; j++)
          if (j != i && j != i + 1 && j != i - 1) upc_begin { partial[i * n + j] = queens_from(n, i, j); }
  }
  q->result = 0;
  for (i = 0; i < n * n; i++) q->result += (double)partial[i];
  upc_free(partial);
}

static void run_pairs(problem_t *q) { run_partial(q, 1); }
static void run_rows(problem_t *q) { run_partial(q, 0); }

static double error(const problem_t *q) { return MYTHREAD == 0 ? fabs(q->result - known[q->n]) : 0; }

static double boards(double n) { return known[(int)n]; }

const program_t nqueens_program = {"nqueens", "N queens on a board of N x N", 13, 4, 16, 1, "Gboards/s", "gboards",
                                   boards, NULL, run, error, 0.5};

const program_t nqueens_pairs_program = {"nqueens-pairs", "nqueens, with an array of results", 13, 4, 16, 1,
                                         "Gboards/s", "gboards", boards, NULL, run_pairs, error, 0.5};
const program_t nqueens_rows_program = {"nqueens-rows", "nqueens, a task for each first place", 13, 4, 16, 1,
                                        "Gboards/s", "gboards", boards, NULL, run_rows, error, 0.5};
