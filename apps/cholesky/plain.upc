/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: A = U'U without collectives: between barriers, every thread gets the tiles it needs, wherever they are.
 * What cholesky.upc is compared with. */
#include <upc.h>
#include <stdlib.h>
#include "cholesky.h"
#include "../common/runs.h"

static void get(double *dst, shared const void *src, size_t elements) {
  const double start = app_begin();
  upc_memget(dst, src, elements * sizeof(double));
  app_end(APP_MOVE, start);
}

void plain(const problem_t *q) {
  const size_t b = q->block, rows = (size_t)q->grid[0], cols = (size_t)q->grid[1];
  double *tile = malloc(sizeof(double) * b * b);
  double *across = malloc(sizeof(double) * b * b * (q->tiles / cols + 1));
  size_t k, i;

  for (k = 0; k < q->tiles; k++) {
    app_progress(k, q->tiles);
    if (k % rows == q->myrow && k % cols == q->mycol) factor_tile(q, k);
    app_wait();
    upc_barrier;
    if (info() > 0) break;
    if (k % rows == q->myrow) {
      get(tile, TILE(q, k, k), b * b); /* U[k][k], anywhere in my grid row -> private */
      solve_row(q, k, tile);
    }
    app_wait();
    upc_barrier;
    if (my_width(q, k + 1) == 0) continue;
    get(across, TILE(q, k, my_first(q, k + 1)), my_width(q, k + 1) * b); /* U[k][j], j mine, from my grid column */
    for (i = k + 1; i < q->tiles; i++)
      if (i % rows == q->myrow) {
        get(tile, TILE(q, k, i), b * b); /* U[k][i], anywhere in row k */
        update_row(q, k, i, tile, across);
      }
  }
  free(tile);
  free(across);
}
