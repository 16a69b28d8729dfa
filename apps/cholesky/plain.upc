/* SPDX-License-Identifier: BSD-3-Clause
 * plain.upc: A = U'U without collectives. Between barriers, every thread gets the rows it needs from their owners.
 * cholesky.upc is compared with this version. */
#include <upc.h>
#include <stdlib.h>
#include "cholesky.h"
#include "../common/memory.h"
#include "../common/timing.h"

/* U[k][k] -> tile */
static void get_diagonal(const problem_t *q, size_t k, double *tile) {
  const size_t ld = panel_ld(q, k, k % (size_t)q->grid[1]);
  const double start = app_begin();
  size_t x;
  for (x = 0; x < side(q, k); x++)
    upc_memget(tile + x * q->block, (shared [] double *)tile_at(q, k, k) + x * ld, side(q, k) * sizeof(double));
  app_end(APP_MOVE, start);
}

/* Row k of U: the panel of thread (k mod R, c) -> panel[c], for each grid column c */
static void get_row(const problem_t *q, size_t k, double **panel) {
  const double start = app_begin();
  size_t c;
  for (c = 0; c < (size_t)q->grid[1]; c++)
    upc_memget(panel[c], panel_at(q, k, c), q->block * panel_ld(q, k, c) * sizeof(double));
  app_end(APP_MOVE, start);
}

void plain(void *problem) {
  const problem_t *q = problem;
  const size_t b = q->block, rows = (size_t)q->grid[0], cols = (size_t)q->grid[1], widest = b * panel_ld(q, 0, 0);
  double *tile = app_allocate(b * b, sizeof *tile, "a tile");
  double **panel = app_allocate(cols, sizeof *panel, "the panels of a row");
  size_t k, i, c;

  for (c = 0; c < cols; c++) panel[c] = app_allocate(widest, sizeof(double), "a panel of a row");
  for (k = 0; k < q->tiles; k++) {
    app_progress(k, q->tiles);
    if (k % rows == q->myrow && k % cols == q->mycol) factor_tile(q, k);
    app_wait();
    upc_barrier;
    if (info() > 0) break;
    if (k % rows == q->myrow) {
      const tile_t diagonal = {tile, b};
      get_diagonal(q, k, tile);
      solve_row(q, k, diagonal);
    }
    app_wait();
    upc_barrier;
    if (my_width(q, k + 1) == 0) continue;
    get_row(q, k, panel);
    for (i = k + 1; i < q->tiles; i++)
      if (i % rows == q->myrow) {
        const tile_t u = {panel[i % cols] + panel_offset(q, k, i), panel_ld(q, k, i % cols)};
        const tile_t across = {panel[q->mycol] + panel_offset(q, k, my_first(q, i)), panel_ld(q, k, q->mycol)};
        update_row(q, k, i, u, across);
      }
  }
  for (c = 0; c < cols; c++) free(panel[c]);
  free(panel);
  free(tile);
}
