/* SPDX-License-Identifier: BSD-3-Clause
 * partition.upc: H. H. Wang's partition method (ACM TOMS 7, 1981). Each thread reduces its block to two equations, for
 * its first and its last unknown. All threads get those of all blocks, and solve them. Then each solves for the others.
 * Nothing is redistributed. */
#include <upc.h>
#include "paracr.h"
#include "../common/timing.h"

#define SYNC (UPC_IN_MYSYNC | UPC_OUT_MYSYNC)

/* The two equations of each thread -> every thread: [thread][vector][first, last] of q->joint. */
static void gather_ends(const problem_t *q, const system_t *ends) {
  const size_t mine[] = {(size_t)MYTHREAD, 0};
  double start = app_begin();
  system_t two;
  const double *all;
  size_t i;
  int v;
  two.count = 2;
  for (v = 0; v < VECTORS; v++) two.v[v] = (double *)upc_stride_at(q->ends, mine) + 2 * v;
  reduce_to_ends(ends, &two);
  app_end(APP_COMPUTE, start);
  start = app_begin();
  upc_stride_gather_all(UPC_SECTION(q->all_ends, UPC_STRIDE_ALL), UPC_SECTION(q->ends, UPC_STRIDE_ALL),
                        2 * VECTORS * sizeof(double), SYNC);
  app_end(APP_MOVE, start);
  all = (const double *)upc_stride_at(q->all_ends, mine);
  for (i = 0; i < q->joint.count; i++)
    for (v = 0; v < VECTORS; v++) q->joint.v[v][i] = all[(i / 2 * VECTORS + (size_t)v) * 2 + i % 2];
}

void partition(void *problem) {
  const problem_t *q = problem;
  const size_t first = 2 * (size_t)MYTHREAD;
  double *x, start, left, right; /* left, right: the unknowns next to my block */
  system_t ends;
  if (!is_active(q)) return; /* no member of any call */
  start = app_begin();
  if (q->active == 1) {
    solve_in_chains(&q->my_blocks, q->work, q->my_x);
    app_end(APP_COMPUTE, start);
    return;
  }
  ends = part_of(&q->work[0], 0, reduce_chains(&q->my_blocks, &q->work[0]));
  app_end(APP_COMPUTE, start);
  gather_ends(q, &ends);
  start = app_begin();
  x = q->joint.v[A]; /* the solution takes the place of vector A */
  solve_by_elimination(&q->joint, 0, 0, x);
  left = MYTHREAD > 0 ? x[first - 1] : 0;
  right = first + 2 < q->joint.count ? x[first + 2] : 0;
  solve_by_elimination(&ends, left, right, q->work[1].v[C]);
  solve_chains(&q->my_blocks, left, q->work[1].v[C], &q->work[1], q->my_x);
  app_end(APP_COMPUTE, start);
}
