/* SPDX-License-Identifier: BSD-3-Clause
 * cholesky.upc: A = U'U, the paper's Figure 11. Row k of U needs its diagonal tile, factored and broadcast along the row
 * of threads that has it, and a triangular solve each. Then row k goes where it is needed: U[k][j] down the column of
 * threads that has column j, U[k][i] along the row that has row i; and every thread takes U[k][i]' U[k][j] from its
 * A[i][j].
 *
 * As Figure 11, except: all of a thread's tiles of a row go at once, both in broadcasts and to BLAS; the triangular
 * solve has the diagonal tile; edges are guarded; each thread waits for its own data only; and row k+1 is updated
 * first and factored at once, so that it is ready when the others come to need it (look-ahead).
 *
 * grid 2x2, 5 x 5 tiles, k = 0, thread of each tile:   0 1 0 1 0    0 sends U[0][0] to 1, then both solve;
 *                                                      . 3 2 3 2    down column 0: U[0][2] and U[0][4], to 2;
 *                                                      . . 0 1 0    along row 1: U[0][1] and U[0][3], from 1 to 2 and 3;
 *                                                      . . . 3 2    along row 0: U[0][2] and U[0][4], from 0 to 1.
 *                                                      . . . . 0    */
#include <upc.h>
#include "cholesky.h"
#include "../common/runs.h"

static const upc_flag_t mine = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;

/* Row k: its diagonal tile is factored and broadcast, and the others solved. */
static void factor_row(const problem_t *q, size_t k) {
  if (k >= q->tiles || k % q->grid[0] != q->myrow) return;
  if (k % q->grid[1] == q->mycol) factor_tile(q, k);
  double start = app_begin();
  /* U[k][k] on one thread -> diagonal[myrow][c] on all threads (myrow, c) of its grid row */
  upc_stride_broadcast(UPC_SECTION(q->diagonal, UPC_STRIDE_AT(q->myrow), UPC_STRIDE_ALL), TILE(q, k, k), q->bytes, mine);
  app_end(APP_MOVE, start);
  solve_row(q, k, q->my_diagonal);
}

/* Row k of U goes to those who update with it. */
static void share_row(const problem_t *q, size_t k) {
  const size_t rows = q->grid[0], cols = q->grid[1], j = my_first(q, k + 1);
  const long here = (long)(k % rows); /* the row of threads that has row k */
  app_wait();
  double start = app_begin();
  if (j < q->tiles) { /* U[k][j], U[k][j + C] ... on one thread -> across[r][mycol] on the others of my grid column */
    upc_stride_broadcast(UPC_SECTION(q->across, UPC_STRIDE_RANGE(0, here - 1), UPC_STRIDE_AT(q->mycol)), TILE(q, k, j),
                         q->bytes * my_tiles(q, j), mine);
    upc_stride_broadcast(UPC_SECTION(q->across, UPC_STRIDE_RANGE(here + 1, (long)rows - 1), UPC_STRIDE_AT(q->mycol)),
                         TILE(q, k, j), q->bytes * my_tiles(q, j), mine);
  }
  for (size_t i = k + 1; i < q->tiles && cols > 1; i++) /* (with one column `across` has all of row k) */
    /* U[k][i] on one thread -> slot i / R of all threads (i mod R, c) of a grid row */
    upc_stride_broadcast(UPC_SECTION(q->down, UPC_STRIDE_AT(i % rows), UPC_STRIDE_RANGE(i / rows * cols, i / rows * cols + cols - 1)),
                         TILE(q, k, i), q->bytes, mine);
  app_end(APP_MOVE, start);
}

void cholesky(const problem_t *q) {
  const size_t rows = q->grid[0], cols = q->grid[1], tile = q->block * q->block;

  factor_row(q, 0);
  for (size_t k = 0; k < q->tiles; k++) {
    share_row(q, k);
    if (failed(q, k)) break;
    const double *across = k % rows == q->myrow && my_tiles(q, k + 1) > 0 ? LOCAL(q, k, my_first(q, k + 1)) : q->my_across;
    for (size_t i = k + 1; i < q->tiles; i++) {
      if (i % rows == q->myrow)
        update_row(q, k, i, cols > 1 ? q->my_down + i / rows * tile : across + (i - k - 1) * tile, across);
      if (i == k + 1) factor_row(q, i);
    }
  }
}
